import PictureCodec
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

    /// The lines of a picture, with their colours. Transparent pixels become white.
    static func lines(width: Int, height: Int, pixels: [UInt8]) -> [TerminalSafe] {
        func colour(_ x: Int, _ y: Int) -> String? {
            guard y < height else { return nil }
            let place = (y * width + x) * 4
            let opacity = Int(pixels[place + 3])
            let shades = (0..<3).map { (Int(pixels[place + $0]) * opacity + 255 * (255 - opacity)) / 255 }
            return "\(shades[0]);\(shades[1]);\(shades[2])"
        }
        return stride(from: 0, to: height, by: 2).map { y in
            var line = ""
            for x in 0..<width {
                line += colour(x, y).map { "\u{1b}[38;2;\($0)" } ?? ""
                line += colour(x, y + 1).map { ";48;2;\($0)m▀" } ?? ";49m▀"
            }
            return TerminalSafe(trusted: "  \(line)\u{1b}[0m")
        }
    }
}
