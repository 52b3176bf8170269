import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

/// Commands that sign a person in for a single call.
@Suite(.serialized, .timeLimit(.minutes(1))) struct EphemeralOptionsTests {
    private static func serve(
        activation: WireError? = nil, _ body: @Sendable (ScriptedDaemon) async throws -> Void
    ) async throws {
        try await ScriptedDaemon.with(
            { handlers, calls in
                handlers.answer(SessionInitialize.self, calls) { _ in
                    SessionStatus(
                        name: "eph-1", isInitialized: true, isActive: false, isEphemeral: true, sync: SyncStatus(),
                        radio: .unknown)
                }
                handlers.answer(SessionExchange.self, calls) { _ in
                    SessionStatus(
                        name: "eph-1", isInitialized: true, isActive: false, isEphemeral: true, sync: SyncStatus(),
                        radio: .unknown)
                }
                handlers.answer(SessionActivate.self, calls) { (_) throws(WireError) -> SessionStatus in
                    if let activation { throw activation }
                    return SessionStatus(
                        name: "eph-1", isInitialized: true, isActive: true, isEphemeral: true, sync: SyncStatus(),
                        radio: .unknown)
                }
                handlers.answer(CredentialsList.self, calls) { _ in Page([]) }
            }, body)
    }

    @Test("ephemeral options: one connection signs in, activates and asks, and names no session")
    func order() async throws {
        try await Self.serve { daemon in
            let listed = try await daemon.run("keys", "--ephemeral", input: "seam_cst_secret\n")
            #expect(listed.status == 0, "\(listed)")
            #expect(daemon.calls.methods == ["session.initialize", "session.activate", "credentials.list"])
            #expect(daemon.calls.params(of: "session.initialize") == ["token": "seam_cst_secret", "ephemeral": true])
            #expect(daemon.calls.params(of: "session.activate") == [:])
            #expect(daemon.calls.params(of: "credentials.list")?["session"] == nil)
            #expect(!(listed.output + listed.errors).contains("seam_cst_secret"))
        }
    }

    @Test("ephemeral options: a visitor's code comes from standard input, and goes nowhere but to the daemon")
    func code() async throws {
        try await Self.serve { daemon in
            let listed = try await daemon.run("keys", "--ephemeral", "--code", input: " VISITOR-7\r\n")
            #expect(listed.status == 0, "\(listed)")
            #expect(daemon.calls.methods == ["session.exchange", "session.activate", "credentials.list"])
            #expect(daemon.calls.params(of: "session.exchange") == ["code": "VISITOR-7"])
            #expect(!(listed.output + listed.errors).contains("VISITOR-7"))
        }
        try await Self.serve { daemon in
            for input in ["", "\n", "a b\n", String(repeating: "x", count: 129) + "\n"] {
                let refused = try await daemon.run("keys", "--ephemeral", "--code", input: input)
                #expect(refused.status == 64 && !refused.errors.contains("a b"), "\(refused)")
            }
            #expect(daemon.calls.methods.isEmpty)
        }
    }

    @Test("ephemeral options: whatever stops the signing in, no door was asked to open")
    func failed() async throws {
        let lost = WireError(.internal, "rpc.internal", "as asked", effect: .unknown)
        try await Self.serve(activation: lost) { daemon in
            let unlock = try await daemon.run("unlock", "Front Door", "--ephemeral", input: "seam_cst_secret\n")
            #expect(unlock.status == 70, "\(unlock)")
            #expect(daemon.calls.methods == ["session.initialize", "session.activate"])
        }
    }

    @Test("ephemeral options: it takes no session, no watch and no token from elsewhere")
    func misused() async throws {
        try await Self.serve { daemon in
            let statuses = [
                try await daemon.run("unlock", "x", "--ephemeral", "--session", "y").status,
                try await daemon.run("unlock", "x", "--ephemeral").status,
                try await daemon.run("keys", "--ephemeral", "--watch").status,
                try await daemon.run("keys", "--token-file", "/nowhere").status,
                try await daemon.run("keys", "--ephemeral", "seam_cst_argument").status,
                try await daemon.run("keys", "--code").status,
                try await daemon.run("keys", "--ephemeral", "--code", "--token-file", "/nowhere").status,
            ]
            #expect(statuses == [64, 64, 64, 64, 64, 64, 64])
            #expect(daemon.calls.methods.isEmpty)
        }
    }
}
