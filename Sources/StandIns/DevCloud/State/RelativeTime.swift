import Wire

/// Times in a seed file, written relative to the start: `now`, `+30d`, `-90m`.
enum RelativeTime {
    /// The moment that `text` denotes relative to `start`; nil if it is not a relative time.
    static func resolve(_ text: String, at start: Timestamp) -> Timestamp? {
        if text == "now" { return start }
        guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last, let length = seconds[unit],
            let count = Int64(text.dropFirst().dropLast()), (0...100_000).contains(count)
        else { return nil }
        return start.advanced(by: .seconds((sign == "-" ? -1 : 1) * count * length))
    }

    /// `json` with every relative time in a member whose key ends in `_at` replaced by an absolute one.
    static func resolve(in json: JSON, at start: Timestamp) -> JSON {
        switch json {
        case .object(let object):
            .object(JSONObject(object.members.map { resolve(in: $0, at: start) }))
        case .array(let elements):
            .array(elements.map { resolve(in: $0, at: start) })
        case .null, .bool, .integer, .number, .string:
            json
        }
    }

    private static func resolve(in member: JSONMember, at start: Timestamp) -> JSONMember {
        guard member.key.hasSuffix("_at"), let text = member.value.stringValue, let time = resolve(text, at: start)
        else {
            return JSONMember(key: member.key, value: resolve(in: member.value, at: start))
        }
        return JSONMember(key: member.key, value: .string(time.description))
    }

    private static let seconds: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
}
