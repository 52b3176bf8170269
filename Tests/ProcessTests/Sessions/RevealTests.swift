import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests that `credentials.reveal` shows a code only if the journal has an entry for it.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RevealTests {
    @Test("reveal: is journalled and limited") func isJournalledAndLimited() async throws {
        let system = try await TestSystem()
        try await system.signIn()
        let code = try await Self.code(in: system)
        let params = JSON.members(("credential_id", .string(code.id)))
        let client = try TextClient(system.sessionSocket)
        var shown = 0
        for _ in 0..<11 {
            let reply = try client.answer(to: try client.send("credentials.reveal", params)).reply
            if let code = reply["result"]?["code"]?.stringValue {
                #expect(!code.isEmpty && !code.contains("•"))
                shown += 1
            } else {
                #expect(reply["error"]?["reason"] == "reveal.rate_limited", "\(reply.text)")
                #expect(reply["result"] == nil)
            }
        }
        #expect(shown == 10)
        let journal = try await system.journal()
        #expect(journal.count == shown, "what was refused is not journalled")
        #expect(journal.allSatisfy { $0.kind == .reveal && $0.state == .revealed && $0.credentialID == code.id })
        #expect(journal.allSatisfy { $0.userIdentityID == TestCloud.ada })
        #expect(try await system.journalIsIntact())
    }

    @Test("reveal: a key without a code is not journalled") func aKeyWithoutACodeIsNotJournalled() async throws {
        let system = try await TestSystem()
        try await system.signIn()
        let key = try #require(try await system.keys().values.first { $0.code == nil && $0.cardNumber == nil })
        let reply = try await system.call("credentials.reveal", .members(("credential_id", .string(key.id))))
        #expect(reply.status == 0, "\(reply)")
        #expect(try await system.journal().isEmpty)
    }

    @Test("reveal: shows nothing that cannot be journalled", arguments: [ENOSPC, EIO].sampled)
    func showsNothingThatCannotBeJournalled(error: Int32) async throws {
        let (system, shim) = try await StoreFaultTests.system()
        let code = try await Self.code(in: system)
        let params = JSON.members(("credential_id", .string(code.id)))
        try shim.shut(error)
        let refused = try await system.call("credentials.reveal", params)
        #expect(refused.status == 75 && refused.reason == "store.unavailable", "\(refused)")
        #expect(refused.lines.allSatisfy { $0["result"] == nil && $0["code"] == nil }, "\(refused)")
        _ = try shim.disarm()
        try StoreFaultTests.awaitStore(of: system)
        #expect(try await system.journal().isEmpty)
        #expect(try await system.call("credentials.reveal", params).status == 0)
        #expect(try await system.journal().map(\.kind) == [.reveal])
    }

    /// A key whose code is masked in the list.
    private static func code(in system: TestSystem) async throws -> Credential {
        let key = try await system.keys().values.first { $0.code != nil }
        return try #require(key)
    }
}
