import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// A provider that makes its person authorize on a page before it goes on.
@Suite(.serialized) struct AuthorizationTests {
    private static let page = "https://otp.example/authorize?code=canary-otp-4711"

    /// The page is among the key's errors for as long as the provider waits, and nowhere else.
    @Test(arguments: [
        "while hear().get(\"kind\") != \"cancel\": pass",
        "call(\"operation.finish\", {\"outcome\": \"failed\", \"reason\": \"not_authorized\"})",
    ]) func theKeyShowsThePageWhileItIsWaitedFor(ending: String) async throws {
        let system = try await TestSystem.withFrontKey()
        let isWaiting = ending.hasPrefix("while")
        try system.replaceProvider(withOneThatAsksFor: Self.page, then: ending)

        let watcher = try TextClient(system.sessionSocket)
        let watch = try watcher.send("credentials.watch")
        _ = try watcher.messages { $0["kind"] == "synced" && $0["id"] == .integer(watch) }
        let client = try TextClient(system.sessionSocket)
        let params: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 20_000]
        let unlock = try client.send("unlock.start", params, idem: "authorization-0001")

        let shown = try watcher.messages { Self.pages(of: $0) == [Self.page] }
        #expect(shown.last?["kind"] == "changed", "\(shown.map(\.text))")
        // The caller is told too, after the key shows it: a cancelled call reports nothing more.
        let first = try client.messages {
            $0["data"]?["detail"]?.stringValue?.hasSuffix("Authorize this machine.") == true
        }
        if isWaiting {
            // Others are told the same before an attempt of theirs begins.
            let other = try TextClient(system.sessionSocket)
            let second = try other.send("unlock.start", params, idem: "authorization-0002")
            let (_, refused) = try other.answer(to: second)
            #expect(refused["error"]?["reason"] == "seam.credential_errors", "\(refused.text)")
            #expect(refused.text.contains("complete_otp_authorization"), "\(refused.text)")
            try client.cancel(unlock)
        }
        let (rest, reply) = try client.answer(to: unlock)
        let items = first + rest
        #expect(reply["error"]?["effect"] ?? reply["result"]?["effect"] == "none", "\(reply.text)")
        #expect(!(items + [reply]).contains { $0.text.contains("canary-otp") })

        if !isWaiting {
            // A caller that was told the end may try again at once.
            let again = try client.send("unlock.start", params, idem: "authorization-0003")
            let (_, reply) = try client.answer(to: again)
            #expect(reply["result"]?["reason"] == "not_authorized", "\(reply.text)")
        }
        _ = try watcher.messages { $0["kind"] == "changed" && Self.pages(of: $0).isEmpty }
        #expect(!system.logs.contains("canary-otp"))
        #expect(try system.openings(TestSystem.frontLock) == 0)
    }

    /// The pages that a key in a watch's item asks its person to open.
    private static func pages(of item: JSON) -> [String] {
        let data = item["data"]
        let errors = (data?["credential"] ?? data)?["errors"]?.arrayValue ?? []
        return errors.compactMap { $0["action"]?["otp_url"]?.stringValue }
    }
}
