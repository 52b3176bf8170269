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
}

/// The content of forms and queries: `name=value` pairs, separated by `&`.
enum WebForm {
    /// The value of a name's first pair, as it was sent.
    static func value(of name: String, in text: some StringProtocol) -> Substring? {
        for pair in Substring(text).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return parts[1] }
        }
        return nil
    }
}
