import Foundation
import TestSupport
import Wire

/// A session of one user. It has a person in the cloud who belongs to no other session. All the person's data contains
/// the mark.
struct MarkedSession: Sendable {
    let name: String
    let mark: String
    let tokens: [String]
    /// The last four characters of tokens and card numbers. Masks show these characters.
    let tails: [String]

    static let doors = [TestCloud.frontDoor, TestCloud.backDoor]
    /// The number of the person's keys that open one of the doors.
    static let keys = 5

    /// If no `name` is given, the mark is used to make the name.
    init(name: String? = nil, using random: inout SplitMix) {
        let mark = random.mark()
        let tails = (0..<3).map { _ in String(random.mark().suffix(4)) }
        self.name = name ?? "own-\(mark)"
        self.mark = mark
        self.tails = tails
        tokens = (0..<2).map { "seam_cst1\(mark)_\($0)\(tails[$0])" }
    }

    var credentials: [String] { (0..<Self.keys).map { "credential_\(mark)_\($0)" } }
    var code: String { "credential_\(mark)_code" }
    var card: String { "credential_\(mark)_card" }

    /// Puts the person, their keys and their tokens into the cloud.
    func settle(in cloud: TestCloud) throws {
        let (person, user) = ("person_\(mark)", "user_\(mark)")
        try put(
            "user_identities",
            .members(
                ("user_identity_id", .string(person)), ("full_name", .string("Name \(mark)")),
                ("display_name", .string("Name \(mark)")), ("email_address", .string("\(mark)@example.org")),
                ("user_identity_key", .string(mark)), ("acs_user_ids", .strings([user]))), in: cloud)
        try put(
            "acs_users",
            .members(
                ("acs_user_id", .string(user)), ("acs_system_id", "system_harbour"),
                ("user_identity_id", .string(person)), ("display_name", .string("Name \(mark)")),
                ("full_name", .string("Name \(mark)")), ("is_suspended", false)), in: cloud)
        for (index, id) in credentials.enumerated() {
            try putKey(id, "mobile_key", entrance: Self.doors[index % Self.doors.count], in: cloud)
        }
        try putKey(code, "code", entrance: "entrance_letter_room", secret: ("code", "4\(mark)"), in: cloud)
        try putKey(
            card, "card", entrance: "entrance_garage", secret: ("card_number", "7\(mark)\(tails[2])"), in: cloud)
        for (index, token) in tokens.enumerated() {
            try put(
                "client_sessions",
                .members(
                    ("client_session_id", .string("cs_\(mark)_\(index)")), ("expires_at", "+30d"),
                    ("token", .string(token)), ("user_identity_id", .string(person)), ("device_count", 0),
                    ("connected_account_ids", []), ("connect_webview_ids", [])), in: cloud)
        }
    }

    /// Gives a key another name.
    func rename(_ index: Int, in cloud: TestCloud) throws {
        let set: JSON = ["display_name": .string("Renamed \(mark) \(index)")]
        try Self.expect(
            cloud.post(
                "/_dev/rows/change",
                ["table": "acs_credentials", "id": .string(credentials[index % Self.keys]), "set": set]))
    }

    private func putKey(
        _ id: String, _ method: String, entrance: String, secret: (String, String)? = nil, in cloud: TestCloud
    ) throws {
        var key =
            JSON.members(
                ("acs_credential_id", .string(id)), ("display_name", .string("Key \(id)")),
                ("access_method", .string(method)), ("acs_system_id", "system_harbour"),
                ("acs_user_id", .string("user_\(mark)")), ("user_identity_id", .string("person_\(mark)")),
                ("connected_account_id", "account_harbour"), ("is_managed", true), ("is_issued", true),
                ("is_multi_phone_sync_credential", false), ("external_type", "nuki_credential"),
                ("allowed_acs_entrance_ids", .strings([entrance]))
            ).objectValue ?? JSONObject()
        if let secret { key[secret.0] = .string(secret.1) }
        try put("acs_credentials", .object(key), in: cloud)
    }

    private func put(_ table: String, _ row: JSON, in cloud: TestCloud) throws {
        var row = row.objectValue ?? JSONObject()
        // Adds the members that the cloud adds by itself, which it does only for rows of the seed.
        row["workspace_id"] = .string(TestCloud.workspace)
        row["created_at"] = "now"
        for list in ["errors", "warnings"] { row[list] = [] }
        try Self.expect(cloud.post("/_dev/rows/put", ["table": .string(table), "row": .object(row)]))
    }

    private static func expect(_ answer: (status: Int, body: JSON)) throws {
        guard answer.status == 200 else { throw TestFailure("the cloud answers \(answer)") }
    }

    var json: JSON {
        .members(
            ("mark", .string(mark)), ("tokens", .strings(tokens)), ("tails", .strings(tails)),
            ("credentials", .strings(credentials)), ("revealed", .strings([code, card])))
    }
}

/// A user who has several sessions, and the program that uses these sessions.
final class MarkedUser {
    let uid: UInt32
    let mark: String
    let sessions: [MarkedSession]
    let record: String
    private var process: ChildProcess?

    /// Creates sessions with these names. Also creates a session whose name contains the session's own mark.
    init(uid: UInt32, sessions names: [String], in directory: TestDirectory, using random: inout SplitMix) throws {
        self.uid = uid
        mark = random.mark()
        var sessions = names.map { MarkedSession(name: $0, using: &random) }
        sessions.append(MarkedSession(using: &random))
        self.sessions = sessions
        record = try directory.directory("record-\(uid)", owner: uid)
    }

    /// All texts that identify data as this user's data.
    var canaries: [SecretForms] {
        let tails = sessions.flatMap(\.tails).flatMap { ["seam_cst…\($0)", "•••• \($0)"] }
        return ([mark] + sessions.map(\.mark) + tails).map { SecretForms($0, Array($0.utf8)) }
    }

    /// Starts the program that performs the user's random operations.
    func start(_ system: TestSystem, script: String, seed: UInt64, operations: Int, among others: MarkedUser) throws {
        let foreign = JSON.members(
            ("credentials", .strings(others.sessions.flatMap { $0.credentials + [$0.code, $0.card] })),
            ("sessions", .strings(others.sessions.suffix(1).map(\.name))))
        let own = JSONObject(sessions.map { JSONMember(key: $0.name, value: $0.json) })
        let plan = JSON.members(
            ("socket", .string(system.sessionSocket)), ("record", .string(record)), ("seed", .string("\(seed)")),
            ("operations", .int(operations)), ("connections", 3), ("uid", .integer(Int64(uid))),
            ("mark", .string(mark)), ("sessions", .object(own)), ("foreign", foreign),
            ("intents", .int(MarkedSession.keys)))
        let process = try ChildProcess("/usr/bin/python3", [script], uid: uid, input: nil)
        self.process = process
        try process.write(plan.text + "\n")
    }

    /// Lets the next step begin.
    func begin(_ step: String) throws { try process?.write(step + "\n") }

    /// The program's findings at the end of a step.
    func report(_ step: String, limit: Duration = .seconds(60)) async throws -> JSON {
        guard let process else { throw TestFailure("nothing was started") }
        let end = "\"step\": \"\(step)\"}"
        try await process.awaitOutput(end + "\n", limit: limit)
        let line = process.output.split(separator: "\n").first { $0.hasSuffix(end) } ?? ""
        return try JSON(
            parsing: line.utf8, limits: JSONLimits(depth: 32, keys: 65_536, stringBytes: 1_048_576))
    }

    /// Ends the user's program. Afterwards, everything that the program received is on the disk.
    func end() async throws -> Int32 {
        try process?.closeInput()
        return try await process?.awaitExit() ?? -1
    }
}

extension SplitMix {
    /// A random text, so long that it does not occur anywhere by chance.
    mutating func mark() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return "zq" + String((0..<14).map { _ in letters[Int.random(in: 0..<letters.count, using: &self)] })
    }
}
