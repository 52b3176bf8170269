import Glibc
import TestSupport
import Testing
import Wire

/// Tests desks that do not work, and visitors who try to guess codes.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ExchangeFaultTests {
    /// Expects the error that a client gets, which is the same for every fault of the desk.
    private static func expectUnavailable(_ error: JSON, _ what: String) {
        #expect(error["reason"] == "kiosk.token_source_unavailable", "\(what): \(error.text)")
        #expect(error["code"] == "unavailable" && error["retry"]?["safe"] == true, "\(what): \(error.text)")
        #expect(error["message"] == "the operator's desk does not answer", "\(what): \(error.text)")
    }

    @Test("exchange fault: a desk that does not answer as agreed") func aDeskThatDoesNotAnswerAsAgreed() async throws {
        let kiosk = try await Kiosk()
        let answers: [(body: String, type: String, says: String)] = [
            ("<p>welcome</p>", "text/html", "not JSON"),
            (#"{"client_session_token":"seam_cst1aaaaaaaaaaaa"}"#, "text/plain", "not JSON"),
            ("", "application/json", "not JSON"), ("[]", "application/json", "not JSON"),
            (#"{"client_session_token":"seam_cst1aaaaaaaaaaaa""#, "application/json", "not JSON"),
            (
                #"{"client_session_token":"a","client_session_token":"b"}"#, "application/json",
                "no client_session_token"
            ),
            (#"{"token":"seam_cst1aaaaaaaaaaaa"}"#, "application/json", "no client_session_token"),
            (#"{"client_session_token":7}"#, "application/json", "no client_session_token"),
            (#"{"client_session_token":"bearer x"}"#, "application/json", "does not look like"),
            (#"{"client_session_token":"seam_cst1a\r\nx-y: 1"}"#, "application/json", "does not look like"),
        ]
        for answer in answers {
            try kiosk.fault(
                "outage", ("status", 200), ("content_type", .string(answer.type)), ("body", .string(answer.body)))
            Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), answer.body)
            let health = try kiosk.health()
            #expect(health?["status"] == "not_serving", "\(answer)")
            #expect(health?["reason"]?.stringValue?.contains(answer.says) == true, "\(answer): \(health?.text ?? "")")
        }
        for status in [201, 204, 400, 402, 500, 503] {
            try kiosk.fault("outage", ("status", .int(status)), ("body", #"{"reason":"code_unknown"}"#))
            Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), "\(status)")
        }
        for kind in ["truncate", "close", "portal"] {
            try kiosk.fault(kind)
            Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), kind)
        }
        try kiosk.fault("flood", ("bytes", 1_048_576))
        Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), "flood")
        #expect(try kiosk.health()?["reason"]?.stringValue?.contains("too large") == true)
        // No failed exchange counts as a guess.
        try kiosk.mend()
        #expect(try kiosk.show("ADA-2207", on: try kiosk.connect())["result"] != nil)
        #expect(try kiosk.health()?["status"] == "serving" && kiosk.health()?["reason"] == nil)
        #expect(try kiosk.counts()["refused"] == nil)
    }

    @Test("exchange fault: a redirect is not followed") func aRedirectIsNotFollowed() async throws {
        let kiosk = try await Kiosk()
        for status in [301, 302, 307, 308] {
            try kiosk.fault(
                "redirect", ("status", .int(status)), ("location", .string("\(kiosk.system.cloud.url)/kiosk/code")),
                ("count", 1))
            Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), "\(status)")
        }
        #expect(try kiosk.health()?["reason"]?.stringValue?.contains("redirect") == true)
    }

    @Test("exchange fault: a desk that is silent is waited for ten seconds")
    func aDeskThatIsSilentIsWaitedForTenSeconds() async throws {
        let kiosk = try await Kiosk()
        try kiosk.fault("stall", ("count", 1))
        let begun = ContinuousClock.now
        Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), "stall")
        let took = ContinuousClock.now - begun
        #expect(took >= .seconds(9.5) && took < .seconds(20), "\(took)")
        #expect(try kiosk.health()?["reason"]?.stringValue?.contains("in time") == true)
    }

    @Test("exchange fault: a desk that is down") func aDeskThatIsDown() async throws {
        let kiosk = try await Kiosk()
        kiosk.system.cloud.process.signal(SIGKILL)
        _ = try await kiosk.system.cloud.process.awaitExit()
        Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), "down")
        #expect(try kiosk.health()?["reason"]?.stringValue?.contains("cannot be reached") == true)
        #expect(try kiosk.counts() == ["unavailable": 1])
    }

    @Test("exchange fault: a wrong secret shows in the health") func aWrongSecretShowsInTheHealth() async throws {
        let kiosk = try await Kiosk()
        try kiosk.fault("outage", ("status", 401), ("count", 1))
        Self.expectUnavailable(try kiosk.refusal(of: "ADA-2207"), "401")
        let health = try kiosk.health()
        #expect(health?["status"] == "not_serving", "\(health?.text ?? "")")
        #expect(health?["reason"] == "the operator's desk does not know this kiosk's secret")
        #expect(try kiosk.counts() == ["secret_refused": 1])
    }

    @Test("exchange fault: a desk that asks to slow down is left alone")
    func aDeskThatAsksToSlowDownIsLeftAlone() async throws {
        let kiosk = try await Kiosk()
        try kiosk.fault("outage", ("status", 429), ("retry_after_s", 1_200), ("count", 1))
        let busy = try kiosk.refusal(of: "ADA-2207")
        Self.expectUnavailable(busy, "429")
        #expect(busy["retry"]?["after_ms"] == 1_200_000, "\(busy.text)")
        #expect(try kiosk.health()?["status"] == "degraded")
        let next = try kiosk.refusal(of: "ADA-2207")
        #expect(next["reason"] == "rpc.quota_exceeded", "\(next.text)")
        #expect((next["retry"]?["after_ms"]?.integerValue ?? 0) > 1_100_000, "\(next.text)")
        #expect(try kiosk.counts() == ["busy": 1, "limited": 1])
    }

    @Test("exchange fault: guesses are limited for the whole machine")
    func guessesAreLimitedForTheWholeMachine() async throws {
        let kiosk = try await Kiosk()
        for guess in 0..<6 {
            #expect(try kiosk.refusal(of: "GUESS-\(guess)")["reason"] == "kiosk.code_refused")
        }
        // A valid code does not count as a guess. At this moment, however, every code is refused, because it comes too
        // soon after the last one.
        for code in ["GUESS-6", "ADA-2207"] {
            let error = try kiosk.refusal(of: code)
            #expect(error["reason"] == "rpc.quota_exceeded" && error["code"] == "resource_exhausted", "\(error.text)")
            #expect(error["details"]?["quota"] == "refused_codes", "\(error.text)")
            let wait = error["retry"]?["after_ms"]?.integerValue ?? 0
            #expect(error["retry"]?["safe"] == true && (1...10_000).contains(wait), "\(error.text)")
        }
        #expect(try kiosk.counts() == ["refused": 6, "limited": 2])
    }

    @Test("exchange fault: four at a time") func fourAtATime() async throws {
        let kiosk = try await Kiosk()
        try kiosk.fault("latency", ("ms", 1_500))
        let clients = try (0..<5).map { _ in try kiosk.connect() }
        let ids = try clients.map { try $0.send("session.exchange", ["code": "ADA-2207"]) }
        let replies = try zip(clients, ids).map { try $0.answer(to: $1).reply }
        let refused = replies.compactMap { $0["error"] }
        #expect(refused.count == 1 && refused.first?["details"]?["quota"] == "exchanges", "\(replies)")
        #expect(refused.first?["details"]?["scope"] == "server", "\(replies)")
    }

    /// A code counts as a guess even if the visitor does not wait for the answer.
    @Test("exchange fault: a guess cannot be taken back") func aGuessCannotBeTakenBack() async throws {
        let kiosk = try await Kiosk()
        try kiosk.fault("latency", ("ms", 300))
        for guess in 0..<4 {
            let client = try kiosk.connect()
            let id = try client.send("session.exchange", ["code": .string("GUESS-\(guess)")])
            try client.cancel(id)
            #expect(try client.answer(to: id).reply["error"]?["reason"] == "rpc.cancelled")
        }
        try kiosk.mend()
        let deadline = ContinuousClock.now + .seconds(20)
        while try kiosk.counts() != ["refused": 4] {
            guard ContinuousClock.now < deadline else { throw TestFailure("\(try kiosk.counts())") }
        }
        for guess in 4..<6 {
            #expect(try kiosk.refusal(of: "GUESS-\(guess)")["reason"] == "kiosk.code_refused")
        }
        let error = try kiosk.refusal(of: "GUESS-6")
        #expect(error["reason"] == "rpc.quota_exceeded", "\(error.text)")
    }
}
