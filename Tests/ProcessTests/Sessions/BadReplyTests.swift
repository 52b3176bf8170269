import Foundation
import RPC
import TestSupport
import Testing
import Wire

/// Tests a session daemon on a network that gives arbitrary answers.
@Suite("Bad replies", .serialized, .timeLimit(.minutes(10))) struct BadReplyTests {
    @Test(
        "bad reply: whatever answers, the keys stay as they were, the status says why, and the truth heals",
        .timeLimit(.minutes(3)))
    func cacheStays() async throws {
        let cloud = try await BadCloud()
        let session = "kiosk"
        let token = try await cloud.signIn(session)
        for reply in BadReply.sampled {
            try await cloud.heal(session)
            let before = try await cloud.cache(session)
            try cloud.say(reply.script, token: token)
            let begun = ContinuousClock.now
            let error = try await cloud.failure(of: "session.refresh", session)
            #expect(ContinuousClock.now - begun < .seconds(15), "\(reply)")
            let after = try await cloud.cache(session)
            let sync = try await cloud.sync(session)
            switch reply.effect {
            case .none: #expect(after.shown == before.shown, "\(reply)")
            case .frontKey:
                let shown = try Self.without("credential_ada_front_door", before.shown)
                #expect(after.shown == shown, "\(reply)")
            case .ofOthers: #expect(after.shown != before.shown, "\(reply)")
            }
            if reply.isTaken {
                #expect(error == nil, "\(reply)")
                #expect(reply.reasons == [sync["reason"]?.stringValue], "\(reply): \(sync.text)")
                #expect(sync["stale_since"] == nil, "\(reply): \(sync.text)")
            } else {
                #expect(error?.reason == "seam.internet_connection_required", "\(reply)")
                #expect(after.stored == before.stored, "\(reply)")
                #expect(reply.reasons.contains(sync["reason"]?.stringValue ?? "none"), "\(reply): \(sync.text)")
                #expect(sync["stale_since"] != nil && sync["next"] != nil, "\(reply)")
            }
        }
        #expect(BadReply.all.count >= 40)
        try await expectSilence(cloud, token)
        try await cloud.stop()
    }

    @Test(
        "bad reply: a cloud that asks to be left alone is, whoever asks", .timeLimit(.minutes(2)),
        arguments: [429, 503])
    func leftAlone(status: Int) async throws {
        let cloud = try await BadCloud()
        let date = "date: Fri, 06 Nov 2026 08:00:00 GMT\r\nretry-after: Fri, 06 Nov 2026 08:20:00 GMT\r\n"
        for (session, header, seconds) in [
            ("seconds", "retry-after: 1200\r\n", 1_200), ("date", date, 1_200),
            ("long", "retry-after: 999999999\r\n", 3_600),
        ] {
            let token = try await cloud.signIn(session)
            try await cloud.heal(session)
            let before = try await cloud.cache(session)
            let head = "HTTP/1.1 \(status) Later\r\ncontent-type: text/html\r\n\(header)content-length: 0\r\n\r\n"
            try cloud.say(["reply": [["text": .string(head)]]], token: token)
            #expect(try await cloud.failure(of: "session.refresh", session) != nil)
            try cloud.say([:])
            let error = try #require(try await cloud.failure(of: "session.refresh", session))
            let wait = try #require(error.retry.after)
            #expect(wait > .seconds(seconds - 60) && wait <= .seconds(seconds), "\(session)")
            let sync = try await cloud.sync(session)
            #expect(sync["reason"]?.stringValue == (status == 429 ? "rate_limited" : "server_failed"))
            #expect(try await cloud.cache(session) == before)
        }
        try await cloud.stop()
    }

    @Test(
        "bad reply: a token that the cloud refuses is asked for no more; its keys serve again with a good one",
        .timeLimit(.minutes(2)))
    func refusedToken() async throws {
        let cloud = try await BadCloud()
        for (type, status, reason) in [
            ("client_session_not_found", 401, "token_refused"), ("client_session_revoked", 401, "token_refused"),
            ("client_session_expired", 401, "token_expired"), ("workspace_not_found", 401, "token_refused"),
            ("unauthorized", 401, "token_refused"), ("invalid_client_session_token", 400, "token_refused"),
        ] {
            let session = type.replacingOccurrences(of: "_", with: "-").suffix(32)
            let token = try await cloud.signIn(String(session))
            try await cloud.heal(String(session))
            let before = try await cloud.cache(String(session))
            let body = #"{"error":{"type":"\#(type)","message":"canary"},"ok":false}"#
            let head =
                "HTTP/1.1 \(status) No\r\ncontent-type: application/json\r\ncontent-length: \(body.utf8.count)\r\n\r\n"
            try cloud.say(["reply": [["text": .string(head + body)]]], token: token)
            let error = try await cloud.failure(of: "session.refresh", String(session))
            #expect(error?.reason == "seam.invalid_client_session_token", "\(type)")
            let sync = try await cloud.sync(String(session))
            #expect(sync == ["reason": .string(reason)], "\(type): \(sync.text)")
            #expect(try await cloud.rows() == before.stored, "\(type)")
            try cloud.say([:])
            _ = try await cloud.signIn(String(session))
            #expect(try await cloud.cache(String(session)).shown == before.shown, "\(type)")
            try await expectSilence(cloud, token)
        }
        try await cloud.stop()
    }

    @Test("bad reply: people see the reason, and a cloud that comes back heals by itself", .timeLimit(.minutes(2)))
    func healsByItself() async throws {
        let cloud = try await BadCloud()
        let session = "kiosk"
        let token = try await cloud.signIn(session)
        let portal = try #require(BadReply.all.first { $0.name == "page with 200" })
        try cloud.say(portal.script, token: token)
        #expect(try await cloud.failure(of: "session.refresh", session) != nil)
        let status = try await cloud.status(session)
        #expect(status.contains("something other than the cloud answered"), "\(status)")
        let stream = try await cloud.client.stream(
            "session.watch", JSONText(["session": .string(session)]), terms: StreamTerms())
        try cloud.say([:])
        // After the first failure, the daemon tries again within two seconds, and after the second failure within four.
        while let item = try await stream.next() {
            if item.data.json["sync"]?["reason"] == nil, item.data.json["sync"] != nil { break }
        }
        #expect(try await cloud.sync(session)["stale_since"] == nil)
        try await cloud.stop()
    }

    @Test(
        "bad reply: a cloud whose answers are of the year 9999 for once ends no key and no session",
        .timeLimit(.minutes(1)))
    func aLieAboutTheTime() async throws {
        let cloud = try await BadCloud()
        let session = "kiosk"
        let token = try await cloud.signIn(session)
        try await cloud.heal(session)
        let before = try await cloud.cache(session).shown
        try cloud.say(["date": "Fri, 31 Dec 9999 23:59:59 GMT"], token: token)
        _ = try await cloud.failure(of: "session.refresh", session)
        #expect(try await cloud.cache(session).shown != before, "what may have ended opens nothing")
        let health = try await cloud.client.stream("rpc.health.watch")
        var clock: JSON?
        while clock?["status"] != "degraded", let item = try await health.next() {
            if item.data.json["name"] == "clock" { clock = item.data.json }
        }
        #expect(clock?["reason"]?.stringValue?.contains("--forget-time") == true, "\(String(describing: clock))")
        try await cloud.heal(session)
        #expect(try await cloud.cache(session).shown == before)
        while clock?["status"] != "serving", let item = try await health.next() {
            if item.data.json["name"] == "clock" { clock = item.data.json }
        }
        health.cancel()
        try await cloud.stop()
    }

    /// A list of keys without the key `id`.
    private static func without(_ id: String, _ list: String) throws -> String {
        let json = try JSON(parsing: list.utf8)
        let rows = (json["credentials"]?.arrayValue ?? []).filter { $0["id"] != .string(id) }
        return JSON.members(("credentials", .array(rows)), ("next_page_token", json["next_page_token"])).text
    }

    /// Expects that the daemon's log contains no secrets, and no text that came from a stranger.
    private func expectSilence(_ cloud: BadCloud, _ token: String) async throws {
        let log = cloud.daemon.process.errors
        #expect(!log.contains(token) && !log.contains(String(token.suffix(12))))
        #expect(!log.contains("canary"))
        #expect(log.contains(" ready"), "\(cloud.logs)")
    }
}
