import Wire

/// Finds everything that is missing from `current` for a client that was made for `recorded`.
///
/// The client reads every member, and expects each member to have its earlier type. The words that determine the
/// client's actions must not have changed. Members may be added. Texts for people, ids and times may differ.
struct FrameComparison {
    /// Members whose values are words of the protocol.
    private static let words: Set = [
        "access_method", "action", "address_type", "authority", "bus", "code", "confirmation", "effect", "event",
        "kind",
        "outcome", "phase", "proximities", "proximity", "radio", "reason", "state", "status", "supported", "type",
    ]
    /// The element of `elements` that has the same id or the same name. The element's index may differ, because other
    /// elements may have been added before it. Returns nil if nothing identifies the element.
    private static func counterpart(of element: JSON, in elements: [JSON]) -> JSON? {
        guard let name = element["id"] ?? element["name"] else { return nil }
        return elements.first { ($0["id"] ?? $0["name"]) == name }
    }

    /// Whether the text is a word of the protocol, and not a text for people.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz_.".utf8.contains($0) }
    }

    /// The places at which the two messages differ, in the form of JSON Pointers.
    private(set) var differences: [String] = []

    init(recorded: JSON, current: JSON) { compare(recorded, current, at: "", member: "") }

    private mutating func compare(_ recorded: JSON, _ current: JSON, at path: String, member: String) {
        switch (recorded, current) {
        case (.object(let recorded), .object):
            for old in recorded.members where old.value != .null {
                let place = "\(path)/\(old.key)"
                guard let new = current[old.key] else {
                    differences.append("\(place) is missing")
                    continue
                }
                compare(old.value, new, at: place, member: old.key)
            }
        case (.array(let old), .array(let new)):
            guard old.count <= new.count else {
                differences.append("\(path) has \(new.count) elements, and had \(old.count)")
                return
            }
            for index in old.indices {
                let counterpart = Self.counterpart(of: old[index], in: new) ?? new[index]
                compare(old[index], counterpart, at: "\(path)/\(index)", member: member)
            }
        case (.string(let old), .string(let new)):
            if Timestamp(old) != nil, Timestamp(new) == nil {
                differences.append("\(path) is \(current.text), and was a time")
            } else if Self.words.contains(member), Self.isWord(old), old != new {
                differences.append("\(path) is \(current.text), and was \(recorded.text)")
            }
        case (.bool(let old), .bool(let new)):
            if old != new { differences.append("\(path) is \(new), and was \(old)") }
        case (.integer, .integer), (.number, .number), (.number, .integer), (.null, _): break
        default: differences.append("\(path) is \(current.kind), and was \(recorded.kind)")
        }
    }
}
