import TestSupport
import Testing
import Wire

/// Tests the comparison. It must find every difference that would break a client of an earlier release, wherever the
/// difference is.
@Suite struct FrameComparisonTests {
    /// All different messages from the daemons of each release.
    private static let messages = Set(
        UpgradeTests.releases.flatMap(\.recordings).flatMap(\.messages).filter(\.isFromDaemon).map(\.json))

    @Test("frame comparison: what is the same is the same") func whatIsTheSameIsTheSame() {
        #expect(Self.messages.count > 40)
        for message in Self.messages {
            #expect(FrameComparison(recorded: message, current: message).differences == [])
            let grown = message.changed { _, value in value.with("new_in_a_later_release", ["x": 1]) }
            for more in grown { #expect(FrameComparison(recorded: message, current: more).differences == []) }
        }
    }

    @Test("frame comparison: a member that is missing is found") func aMemberThatIsMissingIsFound() {
        var count = 0
        for message in Self.messages {
            for less in message.lessOneMember() {
                count += 1
                #expect(FrameComparison(recorded: message, current: less).differences.count == 1, "\(less.text)")
            }
        }
        #expect(count > 500)
    }

    @Test("frame comparison: another type is found") func anotherTypeIsFound() {
        for message in Self.messages {
            let others = message.changed { _, value in
                switch value {
                case .string: 1
                case .integer, .number, .bool: "1"
                case .array: [:]
                case .object: []
                case .null: nil
                }
            }
            for other in others {
                #expect(FrameComparison(recorded: message, current: other).differences.count == 1, "\(other.text)")
            }
        }
    }

    @Test("frame comparison: another word is found and other text is not")
    func anotherWordIsFoundAndOtherTextIsNot() throws {
        let reply: JSON = [
            "type": "reply", "id": 1,
            "error": [
                "code": "not_found", "reason": "seam.invalid_credential_id", "message": "no such key", "effect": "none",
            ],
        ]
        func differences(_ old: String, _ new: String) throws -> [String] {
            let text = reply.text.replacing(old, with: new)
            return FrameComparison(recorded: reply, current: try JSON(parsing: text.utf8)).differences
        }
        #expect(try differences("seam.invalid_credential_id", "seam.no_such_key").count == 1)
        #expect(try differences("not_found", "unknown").count == 1)
        #expect(try differences(#""none""#, #""unknown""#).count == 1)
        #expect(try differences("no such key", "this key is not yours").isEmpty)
        let time = FrameComparison(recorded: ["at": "2026-01-31T08:15:30.000Z"], current: ["at": "yesterday"])
        #expect(time.differences == [#"/at is "yesterday", and was a time"#])
        #expect(FrameComparison(recorded: ["a": [1, 2]], current: ["a": [1]]).differences.count == 1)
        let rows: (JSON, JSON) = ([["id": "b", "kind": "x"]], [["id": "a", "kind": "y"], ["id": "b", "kind": "x"]])
        #expect(FrameComparison(recorded: rows.0, current: rows.1).differences.isEmpty, "others may come before")
    }

    @Test("frame comparison: a daemon that leaves a member out is found")
    func aDaemonThatLeavesAMemberOutIsFound() async throws {
        for release in UpgradeTests.releases {
            for (name, member) in [("keys", "name"), ("unlock", "confirmation"), ("doctor", "uid")] {
                let recording = try #require(release.recordings.first { $0.name.hasSuffix("-\(name)") })
                for isWhole in [true, false] {
                    let daemon = try ReleasedDaemon(isWhole ? recording : recording.without(member), of: release)
                    defer { daemon.stop() }
                    let sockets = [
                        "session": daemon.directory.file("session.sock"), "admin": daemon.directory.file("admin.sock"),
                    ]
                    let client = ReplayedClient(recording, token: "t", at: sockets) { _ in
                        throw TestFailure("nothing runs beside it")
                    }
                    try await client.run()
                    #expect(client.differences.isEmpty == isWhole, "\(release.version) \(name)")
                    #expect(client.differences.allSatisfy { $0.hasSuffix("/\(member) is missing") })
                }
            }
        }
    }
}

extension Recording {
    /// A copy of the recording. In this copy, a member is missing from all messages of the daemon.
    func without(_ member: String) -> Recording {
        var copy = self
        for index in copy.messages.indices where copy.messages[index].isFromDaemon {
            copy.messages[index].json = copy.messages[index].json.without(member)
        }
        return copy
    }
}

extension JSON {
    fileprivate func with(_ key: String, _ value: JSON) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return .object(JSONObject(object.members + [JSONMember(key: key, value: value)]))
    }

    fileprivate func without(_ key: String) -> JSON {
        switch self {
        case .array(let elements): return .array(elements.map { $0.without(key) })
        case .object(let object):
            let rest = object.members.filter { $0.key != key }
            return .object(JSONObject(rest.map { JSONMember(key: $0.key, value: $0.value.without(key)) }))
        default: return self
        }
    }

    /// Copies of this value. In each copy, one inner value is replaced by the result of `change`. `change` gets the
    /// inner value and its member's key.
    fileprivate func changed(_ change: (String, JSON) -> JSON?) -> [JSON] {
        switch self {
        case .array(let elements):
            return elements.indices.flatMap { index -> [JSON] in
                elements[index].changed(change).map { new in
                    var copy = elements
                    copy[index] = new
                    return JSON.array(copy)
                }
            }
        case .object(let object):
            return object.members.indices.flatMap { index -> [JSON] in
                let member = object.members[index]
                let new = [change(member.key, member.value)].compactMap { $0 } + member.value.changed(change)
                return new.map { value in
                    var members = object.members
                    members[index].value = value
                    return JSON.object(JSONObject(members))
                }
            }
        default: return []
        }
    }

    /// Copies of this value. Each copy lacks one member.
    fileprivate func lessOneMember() -> [JSON] {
        switch self {
        case .array(let elements):
            return elements.indices.flatMap { index -> [JSON] in
                elements[index].lessOneMember().map { new in
                    var copy = elements
                    copy[index] = new
                    return JSON.array(copy)
                }
            }
        case .object(let object):
            return object.members.indices.flatMap { index -> [JSON] in
                var less = object.members
                let member = less.remove(at: index)
                let inside = member.value.lessOneMember().map { value -> JSON in
                    var members = object.members
                    members[index].value = value
                    return JSON.object(JSONObject(members))
                }
                return [JSON.object(JSONObject(less))] + inside
            }
        default: return []
        }
    }
}
