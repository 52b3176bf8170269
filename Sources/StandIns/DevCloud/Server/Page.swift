import Wire

/// Cuts a list into pages.
enum Page {
    /// Returns the two parameters of every list with pages.
    static func parameters(defaultLimit: Int64) -> [ParameterSpec] {
        [ParameterSpec(name: "limit", kind: .integer(1...defaultLimit)), .text("page_cursor")]
    }

    /// Returns the page that the call requests, under `key`, and its `pagination`.
    ///
    /// The cursor is opaque to callers. The cursor contains the position and a digest of the filters. A cursor with
    /// other filters is refused, as in the real cloud.
    static func answer(
        _ key: String,
        _ rows: [JSONObject],
        _ call: Call,
        defaultLimit: Int
    ) throws(APIError) -> JSONObject {
        let filters = fingerprint(call.parameters)
        let start = try position(call.parameters.string("page_cursor"), filters: filters)
        let limit = call.parameters.integer("limit") ?? defaultLimit
        let page = rows.dropFirst(start).prefix(limit)
        let hasNext = start + page.count < rows.count
        let cursor = Base64URL.encode(Array("\(start + page.count) \(filters)".utf8))
        return JSONObject([
            JSONMember(key: key, value: .array(page.map(\.shown))),
            JSONMember(
                key: "pagination",
                value: .object(
                    JSONObject([
                        JSONMember(key: "has_next_page", value: .bool(hasNext)),
                        JSONMember(key: "next_page_cursor", value: hasNext ? .string(cursor) : .null),
                        JSONMember(key: "next_page_url", value: .null),
                    ])
                )
            ),
        ])
    }

    private static func position(_ cursor: String?, filters: UInt64) throws(APIError) -> Int {
        guard let cursor else { return 0 }
        let text = Base64URL.decode(cursor).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let parts = text.split(separator: " ")
        guard parts.count == 2, let position = Int(parts[0]), position >= 0, parts[1] == String(filters) else {
            throw .invalidInput("page_cursor", "The cursor is not from this list with these filters")
        }
        return position
    }

    /// Returns the digest of the filters. The digest is FNV-1a, because `Hasher` differs from process to process.
    private static func fingerprint(_ parameters: Parameters) -> UInt64 {
        parameters.fingerprint(excluding: ["limit", "page_cursor"]).utf8
            .reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
