import Glibc
import TestSupport
import Wire

/// A machine whose operator has a desk for visitors' codes. The development cloud acts as the desk.
struct Kiosk {
    let system: TestSystem

    /// Starts the machine. The user who runs the test may exchange codes.
    init(users: [UInt32] = [], configuration: JSON = [:]) async throws {
        system = try await TestSystem(users: users, configuration: configuration, kioskUsers: [geteuid()])
    }

    /// Connects a new visitor.
    func connect() throws -> TextClient { try TextClient(system.sessionSocket) }

    /// Shows a code on a visitor's connection, and returns the whole reply.
    func show(_ code: String, on client: TextClient, idem: String? = nil, more: [(String, JSON)] = []) throws -> JSON {
        var params = JSONObject([JSONMember(key: "code", value: .string(code))])
        for (key, value) in more { params[key] = value }
        return try client.answer(to: try client.send("session.exchange", .object(params), idem: idem)).reply
    }

    /// Shows a code on a new connection, and returns the error with which it is refused.
    func refusal(of code: String) throws -> JSON {
        let reply = try show(code, on: try connect())
        guard let error = reply["error"] else { throw TestFailure("it was accepted: \(reply.text)") }
        return error
    }

    /// Adds a code to those that the desk knows.
    func add(_ code: String, _ more: (String, JSON)...) throws {
        var row = JSONObject([JSONMember(key: "code", value: .string(code))])
        for (key, value) in more { row[key] = value }
        let answer = try system.cloud.post("/_dev/rows/put", ["table": "kiosk_codes", "row": .object(row)])
        guard answer.status == 200 else { throw TestFailure("the cloud answers \(answer)") }
    }

    /// Gives the desk a fault, which lasts until ``mend()``.
    func fault(_ kind: String, _ more: (String, JSON)...) throws {
        var plan = JSONObject([JSONMember(key: "route", value: "kiosk/code")])
        plan["kind"] = .string(kind)
        for (key, value) in more { plan[key] = value }
        let answer = try system.cloud.post("/_dev/faults", .object(plan))
        guard answer.status == 200 else { throw TestFailure("the cloud answers \(answer)") }
    }

    /// Makes the desk work again.
    func mend() throws { try system.cloud.post("/_dev/clear") }

    /// The part of the daemon's health report that concerns the desk.
    func health() throws -> JSON? {
        let client = try connect()
        let reply = try client.answer(to: try client.send("rpc.health")).reply
        return reply["result"]?["components"]?.arrayValue?.first { $0["name"] == "token_source" }
    }

    /// The number of exchanges that ended in each way.
    func counts() throws -> [String: Int64] {
        let client = try TextClient(system.adminSocket)
        let reply = try client.answer(to: try client.send("rpc.metrics")).reply
        let family = reply["result"]?["families"]?.arrayValue?.first { $0["name"] == "seam_kiosk_exchanges_total" }
        var counts: [String: Int64] = [:]
        for sample in family?["series"]?.arrayValue ?? [] {
            guard let outcome = sample["labels"]?["outcome"]?.stringValue else { continue }
            let value = Double(sample["value"]?.text ?? "") ?? 0
            if value > 0 { counts[outcome] = Int64(value) }
        }
        return counts
    }
}
