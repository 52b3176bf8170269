import SeamModel
import TestSupport
import Wire

/// The parsed output of `seam --json`.
struct SeamAnswer: CustomStringConvertible {
    let status: Int32
    let lines: [JSON]
    let errors: String

    init(_ ended: (status: Int32, output: String, errors: String)) throws {
        status = ended.status
        lines = try ended.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
        errors = ended.errors
    }

    /// The data of the stream's items, in order.
    var items: [JSON] { lines.compactMap { $0["data"] } }

    /// The names of the events in the stream, without the phases.
    var events: [String] { items.compactMap { $0["event"]?.stringValue } }

    var phases: [String] { items.compactMap { $0["phase"]?.stringValue } }

    var sequence: [Int64] { lines.compactMap { $0["seq"]?.integerValue } }

    /// The result of a stream.
    var result: JSON? { lines.last?["result"] }

    /// The error of a failed call.
    var error: JSON? { lines.last?["error"] }

    /// The reason of an error, or of an attempt that did not open its door.
    var reason: String? { (error ?? result)?["reason"]?.stringValue }

    var effect: String? { (error ?? result)?["effect"]?.stringValue }

    var description: String { "exit \(status)\n\(lines.map(\.text).joined(separator: "\n"))\n\(errors)" }
}

extension TestSystem {
    /// Runs `seam --json`, waits until it has ended, and returns the answer.
    func answer(
        _ arguments: String..., input: String = "", uid: UInt32? = nil, limit: Duration = .seconds(60)
    ) async throws -> SeamAnswer {
        try SeamAnswer(await seam(arguments + ["--json"], input: input, uid: uid, limit: limit))
    }

    /// Runs `seam rpc`, waits until it has ended, and returns the answer.
    func call(
        _ method: String, _ params: JSON = [:], idem: String? = nil, isAdmin: Bool = false, uid: UInt32? = nil
    ) async throws -> SeamAnswer {
        let options = (isAdmin ? ["--admin"] : []) + (idem.map { ["--idem", $0] } ?? [])
        return try SeamAnswer(await seam(["rpc"] + options + [method, "-"], input: params.text, uid: uid))
    }

    /// The keys of a session, by name.
    func keys(uid: UInt32? = nil) async throws -> [String: Credential] {
        let answer = try await call("credentials.list", uid: uid)
        let keys = try (answer.lines.first?["credentials"]?.arrayValue ?? []).map { try Credential(json: $0) }
        return Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
    }
}

/// The ids of some keys in the development cloud's seed.
enum Keys {
    static let front = "credential_ada_front_door"
    static let back = "credential_ada_back_door"
    static let bensWorkshop = "credential_ben_workshop"
}
