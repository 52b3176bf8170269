import CloudModel
import LinuxSupport
import TestSupport
import Testing
import Wire

@testable import SeamCloud

/// An answer that the development cloud gave on one route, and how the client reads the answer.
private struct Recorded: CustomTestStringConvertible, Sendable {
    let path: String
    let key: String
    /// The name of the member that contains a row's id.
    let idKey: String
    /// Returns the ids of the rows in an answer. Throws if the client refuses the whole answer.
    let ids: @Sendable (JSONText) throws -> [String]

    var testDescription: String { path }

    /// A list that the client reads in pages.
    static func pages<Row: JSONCodable & Sendable>(
        _ path: String, _ key: StaticString, _ idKey: String, _ rule: UnreadableRows,
        _ id: @escaping @Sendable (Row) -> String
    ) -> Recorded {
        Recorded(path: path, key: "\(key)", idKey: idKey) { text in
            var walk = PageWalk()
            var fields = try JSONFields(reading: JSONCursor(text))
            let (page, _): (Page<Row>, PageWalk.Step) = try CloudClient.page(
                key, from: &fields, bytes: 0, in: &walk, unreadable: rule)
            return page.rows.map(id)
        }
    }

    /// A list that arrives in one answer.
    static func whole<Row: JSONCodable & Sendable>(
        _ path: String, _ key: StaticString, _ idKey: String, _ rule: UnreadableRows,
        _ id: @escaping @Sendable (Row) -> String
    ) -> Recorded {
        Recorded(path: path, key: "\(key)", idKey: idKey) { text in
            var fields = try JSONFields(reading: JSONCursor(text))
            let page: Page<Row> = try CloudClient.rows(key, from: &fields, unreadable: rule)
            return page.rows.map(id)
        }
    }

    static let all: [Recorded] = [
        .pages("acs/credentials/list", "acs_credentials", "acs_credential_id", .leaveOutSome) {
            (row: CloudCredential) in row.id
        },
        .pages("acs/entrances/list", "acs_entrances", "acs_entrance_id", .leaveOut) { (row: CloudEntrance) in row.id },
        .pages("acs/users/list", "acs_users", "acs_user_id", .leaveOutSome) { (row: CloudUser) in row.id },
        .whole("acs/systems/list", "acs_systems", "acs_system_id", .leaveOutSome) { (row: CloudSystem) in row.id },
        .whole("locks/list", "devices", "device_id", .leaveOutSome) { (row: CloudLock) in row.id },
        .pages("user_identities/list", "user_identities", "user_identity_id", .leaveOut) {
            (row: CloudUserIdentity) in row.id
        },
        .whole("events/list", "events", "event_id", .leaveOut) { (row: CloudEvent) in row.id },
    ]
}

/// A step on the way to a value in an answer: a member's name, or an element's index.
private enum Step: Hashable {
    case member(String)
    case element(Int)
}

extension JSON {
    /// The places of all values inside this value. The first place is that of the value itself.
    fileprivate var places: [[Step]] {
        let inner: [[Step]] =
            switch self {
            case .object(let object):
                object.members.flatMap { member in member.value.places.map { [.member(member.key)] + $0 } }
            case .array(let values):
                values.enumerated().flatMap { index, value in value.places.map { [.element(index)] + $0 } }
            case .null, .bool, .integer, .number, .string: []
            }
        return [[]] + inner
    }

    /// The text of this value in which `raw` replaces the value at `place`.
    fileprivate func text(_ raw: String, at place: ArraySlice<Step>) -> String {
        guard let step = place.first else { return raw }
        switch self {
        case .object(let object):
            let members = object.members.map { member in
                let isHere = step == .member(member.key)
                return JSON.string(member.key).text + ":"
                    + (isHere ? member.value.text(raw, at: place.dropFirst()) : member.value.text)
            }
            return "{" + members.joined(separator: ",") + "}"
        case .array(let values):
            let elements = values.enumerated().map { index, value in
                step == .element(index) ? value.text(raw, at: place.dropFirst()) : value.text
            }
            return "[" + elements.joined(separator: ",") + "]"
        case .null, .bool, .integer, .number, .string: return text
        }
    }
}

/// The tests of answers with one odd value never wait. Only one of the tests runs at a time, so that other tests get
/// processor time.
@Suite("Answers with one odd value", .serialized, .timeLimit(.minutes(5)))
struct OddAnswersTests {
    /// Valid and invalid values of every kind, as they might appear in an answer.
    static let values: [String] = {
        var values = [
            "null", "NaN", "Infinity", "undefined", "True", "true", "false", "0", "-1", "1.5", "1e5", "1e999", "-0",
            "9007199254740991", "9007199254740992",
            "9223372036854775807", "18446744073709551616", "00", "1.", "0x10", #""""#, #"" ""#, #""a""#, #""Ä""#,
            #""\ud83d""#, #""\ude00""#, #""x\ud83dy""#, #""\ud83d\ude00""#, #""\u0000""#, #""\u001b[31m""#,
            #""\u202e""#, #""\u200d""#, #""../../x""#, #""local:1""#, #""ws_elsewhere""#, #""person_ben""#,
            #""2026-06-01T12:00:00.000Z""#, #""2026-06-01T12:00:00Z""#, #""2026-02-30T12:00:00.000Z""#,
            #""9999-12-31T23:59:59.999Z""#, #""tomorrow""#, #""mobile_key""#, #""code""#, #""nuki_lock""#,
            "[]", "{}", "[null]", "[[]]", "[0]", #"["a"]"#, "[{}]", #"{"a":1,"a":2}"#, #"{"":""}"#,
            #"[{"error_code":"x","message":"y"}]"#, #"[{"error_code":1}]"#, #"[{"warning_code":"being_deleted"}]"#,
            #"[{"message":"no code"}]"#, #"{"has_next_page":true}"#, #"{"starts_at":"x"}"#,
            String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
            String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
            "\"" + String(repeating: "A", count: 129) + "\"", "\"" + String(repeating: "é", count: 40_000) + "\"",
            "{" + (0..<300).map { "\"k\($0)\":1" }.joined(separator: ",") + "}",
            "[" + (0..<300).map { "\($0)" }.joined(separator: ",") + "]",
        ]
        var state: UInt64 = 20_261_126
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        while values.count < 300 {
            let length = next(40)
            switch next(4) {
            case 0: values.append("\"" + (0..<length).map { _ in escape(next(0x1_0000)) }.joined() + "\"")
            case 1: values.append(String(repeating: "9", count: length + 1))
            case 2: values.append("[" + (0...length).map { _ in values[next(50)] }.joined(separator: ",") + "]")
            default:
                let members = (0...length).map { "\"m\($0 % (1 + next(30)))\":\(values[next(50)])" }
                values.append("{" + members.joined(separator: ",") + "}")
            }
        }
        return values
    }()

    /// A JSON escape of a UTF-16 code unit.
    private static func escape(_ unit: Int) -> String {
        "\\u" + Hex.encode([UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)])
    }

    /// Records an answer with three rows of a list. The answer is for the person who has the most rows.
    private static func recorded(_ route: Recorded, from cloud: CloudFixture) async throws -> JSON {
        if route.path == "events/list" {
            let event: (Int) -> JSON = { number in
                [
                    "event_id": .string("e\(number)"), "event_type": "acs_credential.issued", "workspace_id": "ws",
                    "created_at": "2026-06-01T12:00:00.000Z", "occurred_at": "2026-06-01T12:00:00.000Z",
                    "acs_credential_id": "c", "acs_system_id": "s", "connected_account_id": "a",
                ]
            }
            return ["events": [event(0), event(1), event(2)], "ok": true]
        }
        let answer = try await cloud.send("GET", route.path, bearer: try await cloud.tokenText()).json
        guard case .object(var object) = answer, let rows = object[route.key]?.arrayValue, let first = rows.first else {
            throw TestFailure("\(route.path): \(answer.text.prefix(200))")
        }
        // The demo has fewer than three locks, and its list of people has only the caller, so the rows are copied.
        let copies = (0..<3).map { number in
            guard case .object(var row) = first else { return first }
            row[route.idKey] = .string("copy_\(number)")
            return JSON.object(row)
        }
        object[route.key] = .array(rows.count > 2 ? Array(rows.prefix(3)) : copies)
        return .object(object)
    }

    @Test("of every route, whatever its value: all other rows are read", arguments: Recorded.all)
    fileprivate func rows(route: Recorded) async throws {
        try await withDevCloud { cloud in
            let answer = try await Self.recorded(route, from: cloud)
            let all = try route.ids(try LenientJSON.text(Array(answer.text.utf8)))
            #expect(all.count == 3)
            for place in answer.places.sampled where place.first != .member(route.key) || place.count > 1 {
                let row: Int? = if place.count > 1, case .element(let index) = place[1] { index } else { nil }
                // Only the middle row is changed, because the first and the last row give the same results.
                guard !place.isEmpty, row ?? 1 == 1 else { continue }
                let others = all.enumerated().filter { $0.offset != row }.map(\.element)
                await Task.yield()
                for raw in Self.values.sampled {
                    let text = answer.text(raw, at: place[...])
                    do {
                        let read = try route.ids(try LenientJSON.text(Array(text.utf8)))
                        #expect(Set(others).isSubset(of: read), "\(place) = \(raw.prefix(80))")
                    } catch {
                        Issue.record("\(place) = \(raw.prefix(80)): \(error)")
                    }
                }
            }
        }
    }

    @Test("odd answers: an answer about one object is read, or refused as a whole, whatever its value")
    func objects() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            for (path, key, needed) in [
                (
                    "client_sessions/get", "client_session",
                    [
                        "client_session_id", "workspace_id", "user_identity_id",
                        "expires_at",
                    ]
                ),
                ("workspaces/get", "workspace", ["workspace_id"]),
            ] {
                let answer = try await cloud.send("GET", path, bearer: token).json
                for place in answer.places.sampled where place.count == 2 && place[0] == .member(key) {
                    guard case .member(let name) = place[1] else { continue }
                    for raw in Self.values {
                        let isRead = try? Self.object(path, Array(answer.text(raw, at: place[...]).utf8))
                        #expect(isRead != nil || needed.contains(name), "\(path) \(name) = \(raw.prefix(80))")
                    }
                }
            }
        }
    }

    private static func object(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        var fields = try JSONFields(reading: JSONCursor(try LenientJSON.text(bytes)))
        if path == "workspaces/get" {
            let _: CloudWorkspace = try fields.value("workspace")
        } else {
            let _: CloudSession = try fields.value("client_session")
        }
        return true
    }

    @Test("odd answers: a row of another workspace or person is left out and named; a list of only those is refused")
    func strangers() async throws {
        try await ScriptedAPI.with { api, client, token in
            let lock: (String, String) -> JSON = { id, workspace in
                ["device_id": .string(id), "device_type": "nuki_lock", "workspace_id": .string(workspace)]
            }
            api.change { content in
                content.credentials = [
                    ScriptedAPI.credential("mine"), ScriptedAPI.credential("theirs", ["workspace_id": "ws_2"]),
                    ScriptedAPI.credential("his", ["user_identity_id": "ben"]),
                ]
                content.lists["locks/list"] = [lock("a", "ws"), lock("b", "ws_2")]
            }
            let read = try await client.reading(token: token).snapshot
            #expect(read.credentials.map(\.id) == ["mine"] && read.locks.map(\.id) == ["a"])
            #expect(
                Set(read.gaps) == [
                    .rowsLeftOut(endpoint: "acs/credentials/list", field: "/acs_credentials/1/workspace_id"),
                    .rowsLeftOut(endpoint: "locks/list", field: "/devices/1/workspace_id"),
                ])
            api.change { $0.credentials.removeFirst() }
            await expect(.invalidReply(field: "/acs_credentials/0/workspace_id")) {
                _ = try await client.reading(token: token)
            }
        }
    }

    @Test("odd answers: a user, a system or a person that cannot be read is named, and the lists count")
    func forbidding() async throws {
        try await ScriptedAPI.with { api, client, token in
            api.change { content in
                content.credentials = [ScriptedAPI.credential("k", ["acs_user_id": "u2"])]
                content.lists["acs/users/list"] = [
                    ["acs_user_id": "u1", "acs_system_id": "s"],
                    ["acs_user_id": "u2", "acs_system_id": "s", "is_suspended": "perhaps"],
                ]
                content.lists["acs/systems/list"] = [["acs_system_id": "s", "name": 5], ["acs_system_id": 7]]
                content.lists["user_identities/list"] = [["user_identity_id": "anna", "errors": "none"]]
            }
            let read = try await client.reading(token: token).snapshot
            #expect(read.credentials.count == 1 && read.users.keys.sorted() == ["u1"])
            #expect(read.systems["s"]?.name == "")
            #expect(["acs/users/list", "acs/systems/list", "user_identities/list"].allSatisfy(read.lacksRows))
        }
    }
}
