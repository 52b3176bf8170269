import CQRencode

/// A text as a QR code: its modules without the margin, row by row from the upper left.
package struct QRCode: Hashable, Sendable {
    /// The share of a code that may be lost before the code becomes unreadable: 7, 15, 25 or 30 percent.
    package enum Correction: Sendable, CaseIterable {
        case low
        case medium
        case quartile
        case high
    }

    /// How the characters are encoded.
    package enum Mode: Sendable {
        /// Always as the bytes of UTF-8.
        case bytes
        /// In the alphanumeric mode, which needs fewer modules, if the text has only digits, upper case letters and the
        /// few signs of this mode. Other texts are encoded as bytes.
        case shortest
    }

    /// The number of modules in a row, 21 to 177.
    package let width: Int
    /// Whether each module is dark.
    package let dark: [Bool]

    /// Encodes a text. Returns nil if the text is empty, or too long for the correction (2,331 bytes with `medium`).
    package init?(_ text: String, correction: Correction = .medium, mode: Mode = .bytes) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.mostBytes else { return nil }
        let made =
            mode == .shortest && bytes.allSatisfy(Self.isAlphanumeric)
            ? unsafe QRcode_encodeString(text, 0, correction.level, QR_MODE_8, 1)
            : unsafe QRcode_encodeData(CInt(bytes.count), bytes, 0, correction.level)
        guard let made = unsafe made else { return nil }
        defer { unsafe QRcode_free(made) }
        let (width, data) = unsafe (Int(made.pointee.width), made.pointee.data)
        guard let data = unsafe data, (1...177).contains(width) else { return nil }
        self.width = width
        // The lowest bit shows whether a module is dark (qrencode.h).
        dark = (0..<width * width).map { unsafe data[$0] & 1 == 1 }
    }

    /// The largest number of characters that any code holds.
    private static let mostBytes = 7_089

    /// Whether a byte is one of the 45 characters of the alphanumeric mode (ISO/IEC 18004).
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x20, 0x24, 0x25, 0x2A, 0x2B, 0x2D, 0x2E, 0x2F: true
        default: false
        }
    }
}

extension QRCode.Correction {
    fileprivate var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
