/// The modules of a QR code with its light margin.
package struct QRModules: Sendable {
    /// The light margin, in modules, as ISO/IEC 18004 requires.
    private static let margin = 4

    /// The number of modules in a row, with both margins.
    package let side: Int
    private let code: QRCode

    /// Encodes a text. Returns nil if no code holds it.
    package init?(_ text: String) {
        guard let code = QRCode(text, mode: .shortest) else { return nil }
        (self.code, side) = (code, code.width + 2 * Self.margin)
    }

    /// Whether a module is dark. Rows and columns count from 0, with the margin.
    package func isDark(_ row: Int, _ column: Int) -> Bool {
        let (row, column) = (row - Self.margin, column - Self.margin)
        guard (0..<code.width).contains(row), (0..<code.width).contains(column) else { return false }
        return code.dark[row * code.width + column]
    }

    /// The dark modules as the data of an SVG path. A module is one unit wide and high.
    package var path: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while column < side, isDark(row, column) { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1H\(start)z" } else { column += 1 }
            }
        }
        return path
    }
}
