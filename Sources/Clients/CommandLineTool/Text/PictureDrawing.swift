import TermCore

/// A small picture drawn with characters, with two pixels in each character.
enum PictureDrawing {
    /// The longest side of a drawn picture, in pixels.
    static let side = 20

    /// Whether a console's terminal can draw pictures: it must have all colours, and block characters.
    static func isPossible(on console: Console) -> Bool {
        console.terminalSize != nil && console.palette.hasColour && console.hasBlocks
            && ["truecolor", "24bit"].contains(console.environment["COLORTERM"])
    }

    /// The lines of a picture, with their colours. Transparent pixels are not drawn.
    static func lines(width: Int, height: Int, pixels: [UInt8]) -> [TerminalSafe] {
        guard let grid = PixelGrid(width: width, height: height, bytes: pixels) else { return [] }
        let picture = CellPicture(
            grid, .whole, columns: width, rows: (height + 1) / 2, look: PictureLook(step: .blocks))
        return picture.lines(in: .truecolor, indent: 2)
    }
}
