/// The text in which an owner passes on a lock's key. It has the number of the key in two hexadecimal digits, and the
/// key in 32 hexadecimal digits. The maker's cloud gives them to the owner's account in this form. pySwitchbot's script
/// `get_encryption_key.py` prints both.
package struct SwitchBotSharedKey: Sendable, Equatable {
    /// The reason why a text cannot be used.
    package enum Fault: String, Error {
        /// The text is not a number and a key.
        case notAKey = "switchbot_bad_key"
    }

    /// The lock's key.
    package let key: SwitchBotKey

    /// Reads a text. Words that are not hexadecimal, such as "Key ID:", are ignored.
    package init(_ text: String) throws(Fault) {
        let words = text.split { $0.isWhitespace || ",;:=\"'".contains($0) }
        let digits = words.filter { $0.utf8.allSatisfy(Self.isDigit) }
        let isSplit = digits.map(\.utf8.count) == [2, 2 * SwitchBotKey.size]
        let isWhole = digits.map(\.utf8.count) == [2 + 2 * SwitchBotKey.size]
        guard isSplit || isWhole else { throw .notAKey }
        let bytes = Self.bytes(digits.joined())
        guard let id = bytes.first, let key = try? SwitchBotKey(id: id, Array(bytes.dropFirst())) else {
            throw .notAKey
        }
        self.key = key
    }

    /// Returns the text with which an owner passes on a key. The text is secret.
    package static func text(of key: SwitchBotKey) -> String {
        ([key.id] + key.secretBytes).enumerated().map { index, byte in
            let digits = String(byte, radix: 16)
            return (digits.count == 1 ? "0" : "") + digits + (index == 0 ? " " : "")
        }.joined()
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// Returns the bytes of an even number of hexadecimal digits.
    private static func bytes(_ digits: String) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue).map { UInt8(truncatingIfNeeded: $0) }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
