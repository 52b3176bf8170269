/// The modules of a QR code, row by row.
package struct PictureModules: Hashable, Sendable {
    /// The width of the light margin in modules, as ISO/IEC 18004 requires.
    package static let margin = 4

    /// The number of modules in a row.
    package let width: Int
    /// Whether each module is dark, from the upper left.
    package let dark: [Bool]

    /// Creates a code with 1 to 177 modules in a row, or returns nil if the number of modules does not match.
    package init?(width: Int, dark: [Bool]) {
        guard (1...177).contains(width), dark.count == width * width else { return nil }
        (self.width, self.dark) = (width, dark)
    }

    /// The number of modules in a row, with both margins.
    package var side: Int { width + 2 * Self.margin }
}

extension UIImage {
    /// Draws a code as a picture, with its margin. The picture has `side` pixels in a row, or the nearest possible
    /// number: at least one pixel for each module, and at most 2,048.
    package init(code: PictureModules, side: Int) {
        let side = min(max(side, code.side), 2_048)
        // The module of the code, or nil for the margin, of each pixel in a row.
        let modules = (0..<side).map { pixel in
            let module = pixel * code.side / side - PictureModules.margin
            return (0..<code.width).contains(module) ? module : nil
        }
        var pixels = [UInt8](repeating: 255, count: side * side * 4)
        for (y, row) in modules.enumerated() {
            guard let row else { continue }
            for (x, column) in modules.enumerated() {
                guard let column, code.dark[row * code.width + column] else { continue }
                for colour in 0..<3 { pixels[(y * side + x) * 4 + colour] = 0 }
            }
        }
        self.init(known: side, side, pixels, code: code)
    }
}
