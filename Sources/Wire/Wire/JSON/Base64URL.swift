/// Encodes and decodes bytes in base64url (RFC 4648 section 5). As on the wire, there is no padding.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the only valid text for `bytes`.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var index = 0
        while index + 3 <= bytes.count {
            let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            text.append(alphabet[group >> 18])
            text.append(alphabet[group >> 12 & 63])
            text.append(alphabet[group >> 6 & 63])
            text.append(alphabet[group & 63])
            index += 3
        }
        if index < bytes.count {
            let second = index + 1 < bytes.count ? Int(bytes[index + 1]) : nil
            let group = Int(bytes[index]) << 16 | (second ?? 0) << 8
            text.append(alphabet[group >> 18])
            text.append(alphabet[group >> 12 & 63])
            if second != nil { text.append(alphabet[group >> 6 & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text. Returns nil if there is padding, a character of another alphabet, an impossible length, or an
    /// unused bit that is not zero. So each byte sequence has exactly one text.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            buffer = (buffer << 6 | value) & 0xFF_FFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        guard bits < 6, buffer & (1 << bits - 1) == 0 else { return nil }
        return bytes
    }

    /// Whether ``decode(_:)`` would return bytes.
    static func isSpelled(_ text: Span<UInt8>) -> Bool {
        var last: UInt32 = 0
        for index in text.indices {
            guard let value = value(of: text[index]) else { return false }
            last = value
        }
        switch text.count % 4 {
        case 0: return true
        case 1: return false
        case 2: return last & 15 == 0
        default: return last & 3 == 0
        }
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
