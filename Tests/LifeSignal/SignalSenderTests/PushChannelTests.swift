import SignalAPI
import SignalCore
import SignalTestSupport
import TestSupport
import Testing
import Wire

@testable import SignalSender

/// Tests the channel with a push service and a browser that have cryptography of their own.
@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: PushService.isPresent || PushService.isRequired, PushService.howToGet))
struct PushChannelTests {
    @Test("push channel: a browser can read it, and each answer has its result") func answers() async throws {
        let (directory, service) = (try TestDirectory(), try await PushService())
        let key = directory.file("key")
        try PushSigner.create(key)
        let settings = PushSettings(
            services: try [#require(PushSettings.Service(service.origin))], key: .file(key),
            contact: "mailto:ops@example.org")
        let channel = PushChannel(settings, limit: .seconds(20))
        let delivery = SignalDelivery(
            id: 7, fence: 1, channel: "c", address: service.address, kind: "alert", text: "Ada calls for help.",
            word: "ABCDEF", link: "https://alarm.example.org/a/AAAA", isRepeat: true)
        let message = try #require(OutgoingMessage(delivery, by: .push))
        #expect(await channel.send(message) == DeliveryResult(.accepted, "status 201"))
        let request = try await service.request()
        #expect(request["fault"] == nil && request["key"]?.stringValue == channel.publicKey)
        #expect(request["contact"] == "mailto:ops@example.org" && request["path"] == "/push-canary")
        #expect(request["ttl"] == "86400" && request["urgency"] == "high" && request["topic"] != nil)
        #expect(request["size"]?.integerValue == 614)
        let seen = request["message"]
        #expect(seen?["title"] == "LifeSignal: alarm ABCDEF" && seen?["text"] == "Ada calls for help. (repeat)")
        #expect(seen?["link"] == "https://alarm.example.org/a/AAAA" && seen?["tag"] == request["topic"])
        #expect(seen?["language"] == "en" && seen?["urgent"] == true && seen?["kind"] == "alert")
        for (answer, outcome, wait) in [
            ("200", DeliveryOutcome.accepted, nil), ("404", .permanent, nil), ("410", .permanent, nil),
            ("413", .permanent, nil), ("429 retry-after 40", .temporary, 40), ("500", .temporary, nil),
            ("403", .permanent, nil), ("307 location \(service.origin)/other", .permanent, nil),
        ] as [(String, DeliveryOutcome, Int?)] {
            try await service.answer(answer)
            let result = await channel.send(message)
            #expect(result.outcome == outcome && result.retryAfter == wait.map { .seconds($0) }, "\(answer)")
            #expect(try await service.request()["path"] == "/push-canary", "a redirect is not followed")
        }
    }

    @Test("push channel: nothing is posted to a service that is not in the configuration, or without a key")
    func refused() async throws {
        let (directory, service) = (try TestDirectory(), try await PushService())
        let key = try directory.write("canary-key\n", to: "key", mode: 0o600)
        func send(_ origin: String) async throws -> DeliveryResult {
            let settings = PushSettings(
                services: try [#require(PushSettings.Service(origin))], key: .file(key), contact: "https://a.org")
            let channel = PushChannel(settings, limit: .seconds(20))
            #expect(channel.publicKey == nil)
            let delivery = SignalDelivery(
                id: 7, fence: 1, channel: "c", address: service.address, kind: "code", text: "x", isRepeat: false)
            return await channel.send(try #require(OutgoingMessage(delivery, by: .push)))
        }
        #expect(try await send("http://127.0.0.1:1").outcome == .permanent)
        let keyless = try await send(service.origin)
        #expect(keyless.outcome == .temporary && !keyless.why.contains("canary"))
    }
}
