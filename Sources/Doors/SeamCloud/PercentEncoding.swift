/// The encoding of queries and of socket paths inside URLs (RFC 3986).
enum PercentEncoding {
    /// `text` with every byte encoded except the unreserved bytes.
    static func encode(_ text: some StringProtocol) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// The query `?name=value&…`, sorted by name as in Seam's SDKs. The query is empty if there are no fields.
    static func query(_ fields: [(name: String, value: String)]) -> String {
        guard !fields.isEmpty else { return "" }
        let sorted = fields.sorted { $0.name < $1.name }
        return "?" + sorted.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-._~".utf8.contains(byte)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            false
        }
    }
}
