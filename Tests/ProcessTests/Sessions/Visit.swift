import TestSupport
import Wire

/// A person at a kiosk, with a connection that has its own session.
final class Visit {
    let client: TextClient
    /// The server's name for the session.
    let name: String

    /// Connects, signs the person in, and activates the session.
    init(_ system: TestSystem, _ person: String = TestCloud.ada, idle: Int? = nil) throws {
        client = try TextClient(system.sessionSocket)
        name = try Self.signIn(client, token: try system.cloud.token(for: person), idle: idle)
    }

    /// Begins and activates a session for the client's connection, and returns the name of this session.
    static func signIn(_ client: TextClient, token: String, idle: Int? = nil) throws -> String {
        let params = JSON.members(
            ("token", .string(token)), ("ephemeral", true), ("idle_timeout_ms", idle.map { .integer(Int64($0)) }))
        let begun = try client.answer(to: try client.send("session.initialize", params)).reply
        guard let name = begun["result"]?["name"]?.stringValue else { throw TestFailure("initialize: \(begun.text)") }
        let active = try client.answer(to: try client.send("session.activate")).reply
        guard active["result"]?["is_active"] == true else { throw TestFailure("activate: \(active.text)") }
        return name
    }

    /// Makes a call, and returns its reply.
    func call(_ method: String, _ params: JSON = [:], idem: String? = nil) throws -> JSON {
        try client.answer(to: try client.send(method, params, idem: idem)).reply
    }

    func result(_ method: String, _ params: JSON = [:], idem: String? = nil) throws -> JSON {
        let reply = try call(method, params, idem: idem)
        guard let result = reply["result"] else { throw TestFailure("\(method): \(reply.text)") }
        return result
    }

    func reason(_ method: String, _ params: JSON = [:], idem: String? = nil) throws -> String {
        let reply = try call(method, params, idem: idem)
        guard let reason = reply["error"]?["reason"]?.stringValue else { throw TestFailure("\(method): \(reply.text)") }
        return reason
    }
}

extension TestSystem {
    /// Waits until the daemon has ended the session that belongs to a connection, and has given this reason.
    func awaitEnd(of name: String, why: String) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !hasEnded(name, why: why) {
            guard ContinuousClock.now < deadline else { throw TestFailure("\(name) does not end: \(why)\n\(logs)") }
            try await sessiond.awaitErrors("why=\(why)")
            await Task.yield()
        }
    }

    private func hasEnded(_ name: String, why: String) -> Bool {
        sessiond.errors.split(separator: "\n").contains { line in
            line.contains("session ended") && line.contains("/~\(name)") && line.contains("why=\(why)")
        }
    }

    /// The attempts of all users, with the newest first.
    func everybodysAttempts() async throws -> [JSON] {
        let answer = try await seam(["rpc", "--admin", "audit.list"])
        guard answer.status == 0 else { throw TestFailure("audit.list: \(answer)") }
        return try JSON(parsing: answer.output.utf8)["attempts"]?.arrayValue ?? []
    }

    /// Starts a client that watches all users' attempts, and returns the client when the watch has certainly begun.
    func watcher() throws -> TextClient {
        let client = try TextClient(adminSocket)
        try client.send("unlock.watch")
        // Calls are handled in order, so the watch has begun when this call is answered.
        _ = try client.answer(to: try client.send("rpc.whoami"))
        return client
    }
}
