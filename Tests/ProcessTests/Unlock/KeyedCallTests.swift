import Glibc
import RPC
import TestSupport
import Testing
import Wire

/// Tests the idempotency keys of calls over the wire. A crash of the daemon is among the cases.
@Suite(.serialized, .timeLimit(.minutes(5))) struct KeyedCallTests {
    @Test(
        "keyed call: a lock that is unbound under a key is unbound once, whoever was killed in between",
        .timeLimit(.minutes(2)))
    func unbind() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let id = try await Self.withClient(system.adminSocket) { client in
            let listed = try await client.call("locks.list", .emptyObject).json["bindings"]?.arrayValue
            return try #require(listed?.first?["binding_id"]?.stringValue)
        }
        let params = JSONText(["binding_id": .string(id)])
        let key = "unbind-once-and-for-all"
        let unbind: @Sendable (String) async throws -> String? = { idem in
            try await Self.withClient(system.adminSocket) { client in
                do throws(WireError) {
                    _ = try await client.call("locks.unbind", params, idem: idem)
                    return nil
                } catch {
                    return error.reason
                }
            }
        }
        #expect(try await unbind(key) == nil)
        #expect(try await unbind(key) == nil, "the reply again, not that there is no such binding")
        try await system.killSessiond()
        try await system.startSessiond()
        #expect(try await unbind(key) == nil)
        #expect(try await unbind("another-key-for-the-lock") == "bind.unknown_binding")
        let other = try await Self.withClient(system.adminSocket) { client in
            try await #require(throws: WireError.self) {
                _ = try await client.call("locks.unbind", JSONText(["binding_id": "binding_other"]), idem: key)
            }
        }
        #expect(other.reason == "idem.mismatch")
    }

    @Test(
        "keyed call: a session that began after a deactivation under a key is not ended by its repetition",
        .timeLimit(.minutes(3)))
    func deactivate() async throws {
        let system = try await TestSystem()
        var outcomes: [String: Int] = [:]
        // Kills the daemon before it has read the call, while the call is running, or after its reply. The exact moment
        // depends on the machine.
        for round in 0..<6 {
            try await system.signIn()
            let key = "deactivate-round-\(round)-of-six"
            let client = try await Self.client(system.sessionSocket)
            async let lost = client.call("session.deactivate", .emptyObject, idem: key)
            poll(nil, 0, Int32(round))
            try await system.killSessiond()
            _ = try? await lost
            await client.close()
            try await system.startSessiond()
            let again = try await Self.outcome(of: key, system)
            outcomes[again, default: 0] += 1
            #expect(["done", "idem.unknown"].contains(again))
            let new = try await system.seam(["init"], input: try system.cloud.token(for: TestCloud.ada) + "\n")
            // An interrupted call may have had no effect. In that case, the old session still exists.
            guard new.status == 0 else {
                #expect(again == "idem.unknown", "\(new)")
                #expect(try await Self.outcome(of: "clear-up-round-\(round)-of-six", system) == "done")
                continue
            }
            #expect(try await Self.outcome(of: key, system) == again, "the same answer every time")
            let status = try await system.seam(["status", "--json"])
            #expect(try JSON(parsing: status.output.utf8)["is_initialized"] == true, "\(status)")
            #expect(try await Self.outcome(of: "clear-up-round-\(round)-of-six", system) == "done")
        }
        print("deactivations whose daemon was killed: \(outcomes)")
    }

    private static func outcome(of key: String, _ system: TestSystem) async throws -> String {
        try await withClient(system.sessionSocket) { client in
            do throws(WireError) {
                _ = try await client.call("session.deactivate", .emptyObject, idem: key)
                return "done"
            } catch {
                return error.reason
            }
        }
    }

    private static func client(_ socket: String) async throws -> RPCClient {
        try await RPCClient.connect(
            to: socket, options: RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1")))
    }

    private static func withClient<Answer>(
        _ socket: String, _ body: (RPCClient) async throws -> Answer
    ) async throws -> Answer {
        let client = try await client(socket)
        do {
            let answer = try await body(client)
            await client.close()
            return answer
        } catch {
            await client.close()
            throw error
        }
    }
}
