import CQRencode

/// A QR code in characters, two modules in each: dark on light, whatever the terminal's colours are.
enum QRDrawing {
    /// The light margin, in modules: what ISO/IEC 18004 demands.
    private static let margin = 4

    /// The code's lines; nil if the library cannot draw it.
    static func lines(_ text: String) -> [String]? {
        guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { unsafe QRcode_free(code) }
        let (width, data) = unsafe (Int(code.pointee.width), code.pointee.data)
        guard let data = unsafe data, width > 0 else { return nil }
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - margin, column - margin)
            guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
            // The lowest bit says whether a module is dark (qrencode.h).
            return unsafe data[row * width + column] & 1 == 1
        }
        let side = width + 2 * margin
        return stride(from: 0, to: side, by: 2).map { row in
            String(
                (0..<side).map { column in
                    // What is drawn is the light: terminals are mostly dark.
                    switch (isDark(row, column), isDark(row + 1, column)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                })
        }
    }
}
