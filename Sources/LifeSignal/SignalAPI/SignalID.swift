import MethodAPI
import Wire

/// The id of a person or of a QR code: 128 random bits, written as a lower-case UUID.
package struct SignalID: WireText, Sendable, Hashable {
    package static let rule: StaticString = "must be a UUID in lower case"

    /// The id's 16 bytes.
    package let bytes: [UInt8]

    /// Creates an id from 16 bytes. Returns nil for any other number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses an id such as `6f1c8a4e-3b0d-4c55-9a57-0d7f3c1b2a90`. Returns nil for any other spelling.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12], text == text.lowercased() else { return nil }
        guard let bytes = Hex.decode(String(decoding: parts.joined(), as: UTF8.self)) else { return nil }
        self.init(bytes: bytes)
    }

    package var description: String {
        let digits = Array(Hex.encode(bytes))
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }
}
