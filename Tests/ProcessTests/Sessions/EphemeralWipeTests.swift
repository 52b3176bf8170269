import Foundation
import TestSupport
import Testing
import Wire

/// Tests that nothing of a connection's own session remains after the connection, and that nothing of this session is
/// ever written to the disk.
@Suite(.serialized) struct EphemeralWipeTests {
    /// If a file contains one of these texts, it contains traces of Ada.
    private static func traces(_ token: String, _ name: String) -> [SecretForms] {
        [SecretForms("token", Array(token.utf8))]
            + [name, TestCloud.ada, Keys.front, "Front Door"].map { SecretForms($0, Array($0.utf8)) }
    }

    /// Searches the store and its log on the disk.
    private static func found(_ traces: [SecretForms], in system: TestSystem) throws -> [String] {
        let files = try SecretPlace.files(below: system.directory.file("session"))
        try #require(files.contains { $0.path == system.storeFile })
        return files.flatMap { file in
            traces.flatMap { $0.found(in: file.content) }.map { "\($0) in \(file.path)" }
        }
    }

    @Test("ephemeral wipe: the store never has it") func theStoreNeverHasIt() async throws {
        let system = try await TestSystem()
        let token = try system.cloud.token()
        let client = try TextClient(system.sessionSocket)
        let name = try Visit.signIn(client, token: token)
        let traces = Self.traces(token, name)
        #expect(try Self.found(traces, in: system) == [], "while it lives")
        // Kills the daemon while somebody is signed in.
        try await system.killSessiond()
        #expect(try Self.found(traces, in: system) == [], "after a kill")
        try await system.startSessiond()
        let after = try TextClient(system.sessionSocket)
        let sessions = try after.answer(to: try after.send("session.list")).reply
        #expect(sessions["result"]?["sessions"] == [], "\(sessions.text)")
        #expect(try Self.found(traces, in: system) == [], "after the next start")
        let second = try Visit.signIn(after, token: token)
        _ = try after.answer(to: try after.send("session.deactivate"))
        try await system.awaitEnd(of: second, why: "deactivated")
        #expect(try Self.found(Self.traces(token, second), in: system) == [])
        // As a control, checks that the search finds the traces of a session that has a name.
        try await system.signIn()
        #expect(try Self.found(traces, in: system).contains { $0.hasPrefix(TestCloud.ada) })
    }

    @Test("ephemeral wipe: the end of the connection ends it") func theEndOfTheConnectionEndsIt() async throws {
        let system = try await TestSystem()
        var ada: Visit? = try Visit(system)
        let ben = try Visit(system, TestCloud.ben)
        let name = try #require(ada?.name)
        ada = nil
        try await system.awaitEnd(of: name, why: "disconnected")
        #expect(try ben.result("session.get")["is_active"] == true, "another's end ends nobody else's")
    }

    /// Ten seconds is the shortest idle time. A watch does not count as a use of the session. When the session ends,
    /// the watch ends and gives the reason.
    @Test("ephemeral wipe: idle time ends it") func idleTimeEndsIt() async throws {
        let system = try await TestSystem()
        // Ben is permanently signed in under the same uid.
        try await system.signIn(TestCloud.ben)
        let ada = try Visit(system, idle: 10_000)
        let watch = try ada.client.send("session.watch")
        try ada.client.send("credentials.watch")
        let messages = try ada.client.messages { $0["type"] == "reply" && $0["id"] == .integer(watch) }
        let ended = messages.last { $0["type"] == "item" && $0["id"] == .integer(watch) }
        #expect(ended?["kind"] == "ended", "\(messages)")
        #expect(ended?["data"]?["why"] == "idle", "\(messages)")
        let status = try ada.result("session.get")
        #expect(status["is_initialized"] == false, "\(status.text)")
        #expect(status["sync"]?["reason"] == "idle", "\(status.text)")
        #expect(status["user_identity_id"] == nil, "\(status.text)")
        // The connection must not fall back to Ben's session.
        #expect(try ada.reason("credentials.list") == "seam.initialization_required")
        let key: JSON = ["credential_id": .string(Keys.bensWorkshop)]
        #expect(try ada.reason("unlock.start", key, idem: "too-late-for-this-one") == "seam.initialization_required")
        #expect(try ada.result("session.get", ["session": "default"])["is_active"] == true)
        // The next person begins another session.
        let next = try Visit.signIn(ada.client, token: try system.cloud.token())
        #expect(next != ada.name)
    }
}
