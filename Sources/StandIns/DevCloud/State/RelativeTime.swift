import Wire

/// Reads times in a seed file that are relative to the start, such as `now`, `+30d` or `-90m`.
enum RelativeTime {
    /// Returns the moment that `text` stands for, relative to `start`. If the text is not a relative time, returns nil.
    static func resolve(_ text: String, at start: Timestamp) -> Timestamp? {
        if text == "now" { return start }
        guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last, let length = seconds[unit],
            let count = Int64(text.dropFirst().dropLast()), (0...100_000).contains(count)
        else { return nil }
        return start.advanced(by: .seconds((sign == "-" ? -1 : 1) * count * length))
    }

    /// Returns `json` with absolute times in place of the relative times. Only members whose keys end in `_at` are
    /// changed.
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
