import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a provider that continues only after the person has authorized it on a page.
@Suite(.serialized) struct AuthorizationTests {
    private static let page = "https://otp.example/authorize?code=canary-otp-4711"

    /// While the provider waits, the page is among the key's errors, and is reported to the callers of the attempt.
    /// Nobody else learns of the page.
    @Test(
        "authorization: the key shows the page while it is waited for",
        arguments: [
            "while hear().get(\"kind\") != \"cancel\": pass",
            "call(\"operation.finish\", {\"outcome\": \"failed\", \"reason\": \"not_authorized\"})",
        ])
    func theKeyShowsThePageWhileItIsWaitedFor(ending: String) async throws {
        let system = try await TestSystem.withFrontKey()
        let isWaiting = ending.hasPrefix("while")
        try system.replaceProvider(withOneThatAsksFor: Self.page, then: ending)

        let watcher = try TextClient(system.sessionSocket)
        let watch = try watcher.send("credentials.watch")
        _ = try watcher.messages { $0["kind"] == "synced" && $0["id"] == .integer(watch) }
        let client = try TextClient(system.sessionSocket)
        let params: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 20_000]
        let unlock = try client.send("unlock.start", params, idem: "authorization-0001")

        let attempts = try TextClient(system.sessionSocket)
        let attemptWatch = try attempts.send("unlock.watch")

        let shown = try watcher.messages { Self.pages(of: $0) == [Self.page] }
        #expect(shown.last?["kind"] == "changed", "\(shown.map(\.text))")
        // The caller also gets the page, but gets it only after the key shows it. The test waits until the caller has
        // the page, because a call reports nothing more after it was cancelled.
        let first = try client.messages {
            $0["data"]?["detail"] == "waiting for the person to authorize it"
        }
        if isWaiting {
            // Other callers also get the page. They get it before their own attempts begin.
            let other = try TextClient(system.sessionSocket)
            let second = try other.send("unlock.start", params, idem: "authorization-0002")
            let (_, refused) = try other.answer(to: second)
            #expect(refused["error"]?["reason"] == "seam.credential_errors", "\(refused.text)")
            #expect(refused.text.contains("complete_otp_authorization"), "\(refused.text)")
            try client.cancel(unlock)
        }
        let (last, reply) = try client.answer(to: unlock)
        let items = first + last
        #expect(reply["error"]?["effect"] ?? reply["result"]?["effect"] == "none", "\(reply.text)")
        let prompts = items.filter { $0["kind"] == "prompt" }.compactMap { $0["data"] }
        #expect(prompts.compactMap { $0["otp_url"]?.stringValue } == [Self.page])
        #expect(prompts.first?["text"] == "Authorize this machine." && prompts.first?["kind"] == "complete_otp")
        let rest = items.filter { $0["kind"] != "prompt" } + [reply]
        #expect(!rest.contains { $0.text.contains("canary-otp") })
        let watched = try attempts.messages { $0["kind"] == "result" }
        #expect(watched.contains { $0["kind"] == "phase" } && watched.first?["id"] == .integer(attemptWatch))
        #expect(!watched.contains { $0["kind"] == "prompt" || $0.text.contains("canary-otp") })

        if !isWaiting {
            // A caller that has received the end of its attempt may try again immediately.
            let again = try client.send("unlock.start", params, idem: "authorization-0003")
            let (_, reply) = try client.answer(to: again)
            #expect(reply["result"]?["reason"] == "not_authorized", "\(reply.text)")
        }
        _ = try watcher.messages { $0["kind"] == "changed" && Self.pages(of: $0).isEmpty }
        #expect(!system.logs.contains("canary-otp"))
        #expect(try system.openings(TestSystem.frontLock) == 0)
    }

    /// While the provider waits for the person, the attempt's clock is paused. Afterwards, the attempt has the same
    /// amount of time left as before.
    @Test("authorization: the time stands still meanwhile") func theTimeStandsStillMeanwhile() async throws {
        let system = try await TestSystem.withFrontKey()
        try system.replaceProvider(
            withOneThatAsksFor: Self.page,
            then: """
                import time; time.sleep(2)
                call("operation.phase", {"phase": "authenticating"})
                while hear().get("kind") != "cancel": pass
                """)
        let client = try TextClient(system.sessionSocket)
        let params: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 2_000]
        let begun = ContinuousClock.now
        let unlock = try client.send("unlock.start", params, idem: "authorization-0004")
        let (items, reply) = try client.answer(to: unlock)
        let took = ContinuousClock.now - begun
        #expect(reply["result"]?["outcome"] == "timed_out" && reply["result"]?["effect"] == "none", "\(reply.text)")
        let phases = items.compactMap { $0["data"]?["phase"]?.stringValue }
        #expect(phases.count { $0 == "authenticating" } == 3, "begun, asked, goes on: \(phases)")
        #expect(took >= .seconds(4) && took < .seconds(4 + 2 + 2), "\(took)")
        #expect(try system.openings(TestSystem.frontLock) == 0)
    }

    /// The pages that the key asks the person to open, according to the key in an item of a watch.
    private static func pages(of item: JSON) -> [String] {
        let data = item["data"]
        let errors = (data?["credential"] ?? data)?["errors"]?.arrayValue ?? []
        return errors.compactMap { $0["action"]?["otp_url"]?.stringValue }
    }
}
