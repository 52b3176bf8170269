import Wire

/// The head of an HTTP request, without any types of an HTTP library.
struct WebHead: Sendable {
    var method: String
    /// The path with its query, as it was sent.
    var target: String
    /// The field `Host`.
    var host: String?
    /// The header fields by their names in lower case, without `host`. A field that came several times has all its
    /// values, separated by commas.
    var fields: [String: String] = [:]
    /// The number of bytes of the target and of all fields.
    var size = 0

    /// The path without its query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// The value of a name in the query, or nil. Neither names nor values are decoded, because none of ours needs it.
    func query(_ name: String) -> Substring? {
        WebForm.value(of: name, in: target.dropFirst(path.count + 1))
    }

    /// The value of a cookie as it was sent, or nil. If there are several of the name, the first one counts.
    func cookie(_ name: String) -> String? {
        for pair in (fields["cookie"] ?? "").split(separator: ";") {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return String(parts[1]) }
        }
        return nil
    }
}

/// The content of forms and queries: `name=value` pairs, separated by `&`.
enum WebForm {
    /// How many bytes a browser needs for a value in a form.
    static func encodedLength(of text: String) -> Int {
        text.utf8.reduce(0) { length, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "):
                length + 1
            // A line's end is sent as two characters.
            case UInt8(ascii: "\n"): length + 6
            default: length + 3
            }
        }
    }

    /// The value of a name's first pair, as it was sent.
    static func value(of name: String, in text: some StringProtocol) -> Substring? {
        for pair in Substring(text).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return parts[1] }
        }
        return nil
    }

    /// The text that a visitor has typed into a field, without white space around it. Returns nil if the field is
    /// missing or empty, or if it is not encoded as browsers do it.
    static func text(of name: String, in form: some StringProtocol) -> String? {
        guard let value = value(of: name, in: form) else { return nil }
        var (bytes, rest) = ([UInt8](), Array(value.utf8)[...])
        while let first = rest.popFirst() {
            switch first {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let byte = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)), byte.count == 1 else {
                    return nil
                }
                bytes += byte
                rest = rest.dropFirst(2)
            default: bytes.append(first)
            }
        }
        guard var text = String(validating: bytes, as: UTF8.self)?[...] else { return nil }
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text.isEmpty ? nil : String(text)
    }
}
