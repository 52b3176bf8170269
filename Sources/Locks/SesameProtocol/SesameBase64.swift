/// Base64 with `+` and `/` (RFC 4648 section 4), as used in the maker's names and codes.
enum SesameBase64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the base64 digits of `bytes`, without padding.
    static func encode(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for digit in 0...group.count { digits.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes that the digits of `text` encode up to the padding. Returns nil if there is any other
    /// character, or if bits are left over.
    static func decode(_ text: String) -> [UInt8]? {
        var (bytes, buffer, bits): ([UInt8], Int, Int) = ([], 0, 0)
        for character in text.utf8.prefix(while: { $0 != UInt8(ascii: "=") }) {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            buffer = (buffer << 6 | digit) & 0xFFFF
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
        }
        return bits < 6 && buffer & (1 << bits - 1) == 0 ? bytes : nil
    }
}
