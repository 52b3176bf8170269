import Testing
import Wire

/// A file from `Protocol/transcripts`.
struct Transcript {
    /// An action of one side at a given time.
    struct Step {
        let time: Duration
        let isServer: Bool
        let json: JSON

        var milliseconds: Int64 { time.milliseconds }
    }

    let head: JSON
    let steps: [Step]

    init(_ name: String) throws {
        let bytes = try ProtocolFiles.bytes("transcripts/\(name).jsonl")
        let lines = try bytes.split(separator: 0x0A).map { try JSON(parsing: $0, limits: ProtocolFiles.limits) }
        head = try #require(lines.first)
        try #require(head["name"] == .string(name), "the file's name is the transcript's name")
        steps = try lines.dropFirst().map { line in
            let time = try #require(line["t_ms"]?.integerValue)
            return Step(time: .milliseconds(time), isServer: line["dir"] == "s", json: line)
        }
    }

    static let names = ProtocolFiles.names(in: "transcripts", ending: ".jsonl")

    static func names(for side: String) -> [String] {
        names.filter { name in
            guard let transcript = try? Transcript(name) else { return true }
            return transcript.head["sides"]?.arrayValue?.contains(.string(side)) ?? false
        }
    }

    var mode: Frame.Mode { head["mode"] == "text" ? .text : .framed }

    /// The bytes of a step that puts something on the wire.
    func bytes(of step: Step) throws -> [UInt8]? {
        if let message = step.json["msg"] { return Frame.encode(message.bytes, mode: mode) }
        if let text = step.json["text"]?.stringValue { return Array(text.utf8) }
        return try step.json["hex"]?.stringValue.map(Vector.bytes(hex:))
    }

    /// The actions of one kind that one side is expected to perform, with their times.
    func expected(_ member: String, ofServer: Bool) -> [(milliseconds: Int64, value: JSON)] {
        steps.filter { $0.isServer == ofServer }.compactMap { step in
            step.json[member].map { (step.milliseconds, $0) }
        }
    }
}

/// The actions of a state machine, in order. They are compared with the expected actions.
struct Record {
    private(set) var entries: [(milliseconds: Int64, value: JSON)] = []

    mutating func append(_ value: JSON, at now: Duration) {
        entries.append((now.milliseconds, value))
    }

    /// Checks that each entry has the expected time and all the expected members. An entry may have further members.
    func check(_ expected: [(milliseconds: Int64, value: JSON)], _ what: String) {
        for (index, (actual, wanted)) in zip(entries, expected).enumerated() {
            #expect(
                actual.milliseconds == wanted.milliseconds && Self.covers(actual.value, wanted.value),
                "\(what) \(index): \(actual.milliseconds) \(actual.value.text.prefix(300)), expected \(wanted.milliseconds) \(wanted.value.text)"
            )
        }
        for extra in entries.dropFirst(expected.count) {
            Issue.record("unexpected \(what): \(extra.milliseconds) \(extra.value.text.prefix(300))")
        }
        for missing in expected.dropFirst(entries.count) {
            Issue.record("missing \(what): \(missing.milliseconds) \(missing.value.text)")
        }
    }

    private static func covers(_ actual: JSON, _ expected: JSON) -> Bool {
        guard case .object(let members) = expected else { return actual == expected }
        return members.members.allSatisfy { covers(actual[$0.key] ?? .null, $0.value) }
    }
}
