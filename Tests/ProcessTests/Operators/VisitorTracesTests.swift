import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// What a visitor who showed a code leaves behind: the journal's entry, and nothing else. Needs root to look into
/// memory.
@Suite(.serialized, .timeLimit(.minutes(3)), .enabled(if: canBeOtherUsers, "looks into memory: run it as root"))
struct VisitorTracesTests {
    /// A code and a token that do not occur by themselves, and the traces of them.
    private struct Canary {
        let mark = (0..<24).map { _ in String("abcdefghijkmnpqrstuvwxyz23456789".randomElement() ?? "x") }.joined()
        var code: String { "code-\(mark)-c" }
        var token: String { "seam_cst1\(mark)_t" }
        let number = UInt32.random(in: .min ... .max)

        /// The forms of what is in the middle of both that occur in a process's memory, so that a copy is found that
        /// lost its beginning or its end.
        func found(in process: ChildProcess) throws -> [String] {
            let forms = SecretForms("mark", Array(mark.utf8))
            return try SecretPlace.memory(of: process.pid).flatMap { forms.found(in: $0) }
        }
    }

    /// Visits that end with their connection, at `session.deactivate`, and before they have begun.
    @Test func leavesNothingInMemory() async throws {
        let kiosk = try await Kiosk()
        try await kiosk.system.bind()
        for round in 0..<4 {
            let (canary, stranger) = (Canary(), Canary())
            try Self.settle(canary, in: kiosk.system.cloud)
            if round == 1 { #expect(try kiosk.refusal(of: stranger.code)["reason"] == "kiosk.code_refused") }
            var visitor: TextClient? = try kiosk.connect()
            let name = try Self.begin(try #require(visitor), with: canary)
            try Self.open(try #require(visitor), idem: "a-canary-is-at-the-door-\(round)")
            #expect(try !canary.found(in: kiosk.system.sessiond).isEmpty, "a control: it is found while it is used")
            if round % 2 == 0 {
                _ = try visitor.map { try $0.answer(to: try $0.send("session.deactivate")) }
                try await kiosk.system.awaitEnd(of: name, why: "deactivated")
                try await Self.expectNothing(of: canary, in: kiosk.system.sessiond)
            }
            visitor = nil
            if round % 2 == 1 { try await kiosk.system.awaitEnd(of: name, why: "disconnected") }
            for gone in [canary, stranger] { try await Self.expectNothing(of: gone, in: kiosk.system.sessiond) }
        }
    }

    private static func open(_ client: TextClient, idem: String) throws {
        let key: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 30_000]
        let opened = try client.answer(to: try client.send("unlock.start", key, idem: idem)).reply
        #expect(opened["result"]?["outcome"] == "granted", "\(opened.text)")
    }

    /// The same through TLS, with all that encrypts and buffers.
    @Test func leavesNothingInMemoryBehindTLS() async throws {
        let cloud = try await BadCloud(kioskSecret: "kiosk-behind-tls")
        for _ in 0..<3 {
            let canary = Canary()
            try Self.settle(canary, in: cloud.cloud)
            var visitor: TextClient? = try TextClient(cloud.daemon.socket)
            let name = try Self.begin(try #require(visitor), with: canary)
            #expect(try !canary.found(in: cloud.daemon.process).isEmpty, "a control: it is found while it is used")
            visitor = nil
            try await cloud.daemon.process.awaitErrors("/~\(name)")
            try await Self.expectNothing(of: canary, in: cloud.daemon.process)
        }
        try await cloud.stop()
    }

    /// A connection to the cloud may end a little later than the session, and with it what it has sent.
    private static func expectNothing(of canary: Canary, in daemon: ChildProcess) async throws {
        let deadline = ContinuousClock.now + .seconds(5)
        while try !canary.found(in: daemon).isEmpty, ContinuousClock.now < deadline { await Task.yield() }
        #expect(try canary.found(in: daemon) == [])
    }

    /// Ada's token for the canary's code.
    private static func settle(_ canary: Canary, in cloud: TestCloud) throws {
        let session = JSON.members(
            ("client_session_id", .string("cs_\(canary.number)")), ("workspace_id", .string(TestCloud.workspace)),
            ("created_at", "now"), ("expires_at", "+1d"), ("token", .string(canary.token)),
            ("user_identity_id", .string(TestCloud.ada)), ("device_count", 0), ("connected_account_ids", []),
            ("connect_webview_ids", []))
        let code: JSON = ["code": .string(canary.code), "token": .string(canary.token)]
        for (table, row) in [("client_sessions", session), ("kiosk_codes", code)] {
            let answer = try cloud.post("/_dev/rows/put", ["table": .string(table), "row": row])
            guard answer.status == 200 else { throw TestFailure("the cloud answers \(answer)") }
        }
    }

    /// Shows the code and reads the keys; returns the session's name.
    private static func begin(_ client: TextClient, with canary: Canary) throws -> String {
        let id = try client.send("session.exchange", ["code": .string(canary.code)], idem: "the-visit-of-a-canary")
        let begun = try client.answer(to: id).reply
        guard let name = begun["result"]?["name"]?.stringValue else { throw TestFailure(begun.text) }
        for method in ["session.activate", "session.refresh", "credentials.list"] {
            let reply = try client.answer(to: try client.send(method)).reply
            guard reply["result"] != nil else { throw TestFailure("\(method): \(reply.text)") }
        }
        return name
    }
}
