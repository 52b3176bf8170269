import Glibc
import TestSupport
import Testing
import Wire

/// Tests the exchange of a visitor's code for an ephemeral session, through a working desk.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ExchangeTests {
    @Test("exchange: a code begins a visit") func aCodeBeginsAVisit() async throws {
        let kiosk = try await Kiosk()
        #expect(try kiosk.health()?["status"] == "serving")
        let ada = try kiosk.connect()
        let begun = try kiosk.show("ADA-2207", on: ada, more: [("idle_timeout_ms", 60_000)])
        let name = try #require(begun["result"]?["name"]?.stringValue, "\(begun.text)\n\(kiosk.system.logs)")
        #expect(begun["result"]?["ephemeral"] == true && begun["result"]?["is_initialized"] == true, "\(begun.text)")
        let active = try ada.answer(to: try ada.send("session.activate")).reply
        #expect(active["result"]?["user_identity_id"] == .string(TestCloud.ada), "\(active.text)")
        // Nobody else sees Ada's session, and Ben has his own session.
        let ben = try kiosk.connect()
        #expect(try kiosk.show("BEN-1841", on: ben)["result"]?["name"] != .string(name))
        let benActive = try ben.answer(to: try ben.send("session.activate")).reply
        #expect(benActive["result"]?["user_identity_id"] == .string(TestCloud.ben))
        // A connection has one visit at a time. During a visit, the daemon accepts no further code, even if it is the
        // same code.
        for code in ["BEN-1841", "ADA-2207"] {
            #expect(try kiosk.show(code, on: ada)["error"]?["reason"] == "seam.already_initialized")
        }
        _ = try ada.answer(to: try ada.send("session.deactivate"))
        try await kiosk.system.awaitEnd(of: name, why: "deactivated")
        #expect(try kiosk.show("BEN-1841", on: ada)["result"]?["is_initialized"] == true, "the next visitor")
        #expect(try kiosk.counts() == ["accepted": 3])
    }

    @Test("exchange: the desk's pass for LifeSignal is in the first answer alone") func thePassIsInTheFirstAnswer()
        async throws
    {
        let kiosk = try await Kiosk()
        let (client, idem) = (try kiosk.connect(), "a-visit-with-a-pass")
        let begun = try kiosk.show("ADA-2207", on: client, idem: idem)
        let pass = try #require(begun["result"]?["lifesignal_pass"]?.stringValue, "\(begun.text)")
        #expect(pass.hasPrefix("ls1.") && pass.utf8.count <= 512)
        for method in ["session.activate", "session.get"] {
            let reply = try client.answer(to: try client.send(method)).reply
            #expect(reply["result"]?["name"] == begun["result"]?["name"] && !reply.text.contains("ls1."), "\(method)")
        }
        #expect(try kiosk.show("ADA-2207", on: client, idem: idem)["result"]?["lifesignal_pass"] == nil)
        // Other people have no number at the desk.
        try kiosk.add("CLEO-1", ("user_identity_id", .string(TestCloud.ben)))
        let cleo = try kiosk.show("CLEO-1", on: try kiosk.connect())["result"]
        #expect(cleo?["is_initialized"] == true && cleo?["lifesignal_pass"] == nil)
        #expect(!kiosk.system.sessiond.errors.contains("ls1."))
    }

    @Test("exchange: the end of the connection ends the visit") func theEndOfTheConnectionEndsTheVisit() async throws {
        let kiosk = try await Kiosk()
        var ada: TextClient? = try kiosk.connect()
        let begun = try kiosk.show("ADA-2207", on: try #require(ada))
        let name = try #require(begun["result"]?["name"]?.stringValue, "\(begun.text)")
        ada = nil
        try await kiosk.system.awaitEnd(of: name, why: "disconnected")
    }

    @Test("exchange: the desk says why it refuses") func theDeskSaysWhyItRefuses() async throws {
        let kiosk = try await Kiosk()
        #expect(try kiosk.show("ADA-ONCE", on: try kiosk.connect())["result"] != nil)
        for (code, which) in [("NOBODYS", "unknown"), ("ADA-ONCE", "used"), ("ADA-PAST", "expired")] {
            let error = try kiosk.refusal(of: code)
            #expect(error["reason"] == "kiosk.code_refused" && error["code"] == "unauthenticated", "\(error.text)")
            #expect(error["details"] == ["which": .string(which)] && error["effect"] == "none", "\(error.text)")
            #expect(!error.text.contains(code), "\(error.text)")
        }
        // The HTTP status decides the outcome, whatever the rest of the answer says.
        for (status, body, which) in [
            (403, "<p>no</p>", nil), (410, #"{"reason":"sold out"}"#, nil), (422, #"{"reason":"code_used"}"#, "used"),
        ] as [(Int, String, JSON?)] {
            try kiosk.fault("outage", ("status", .int(status)), ("body", .string(body)))
            let error = try kiosk.refusal(of: "ADA-2207")
            #expect(error["reason"] == "kiosk.code_refused", "\(status): \(error.text)")
            #expect(error["details"]?["which"] == which, "\(status): \(error.text)")
        }
        #expect(try kiosk.health()?["status"] == "serving")
        #expect(try kiosk.counts() == ["accepted": 1, "refused": 6])
    }

    @Test("exchange: a key means the same visit") func aKeyMeansTheSameVisit() async throws {
        let kiosk = try await Kiosk()
        let (client, idem) = (try kiosk.connect(), "one-visit-of-ada-only")
        let begun = try kiosk.show("ADA-ONCE", on: client, idem: idem)
        let name = try #require(begun["result"]?["name"]?.stringValue, "\(begun.text)")
        #expect(try kiosk.show("ADA-ONCE", on: client, idem: idem)["result"]?["name"] == .string(name))
        #expect(try kiosk.show("BEN-1841", on: client, idem: idem)["error"]?["reason"] == "idem.mismatch")
        #expect(
            try kiosk.show("ADA-ONCE", on: client, idem: "another-key-of-adas")["error"]?["reason"]
                == "seam.already_initialized")
        #expect(try kiosk.counts() == ["accepted": 1], "the desk was asked once")
        // On another connection, the daemon asks the desk again. The desk recognizes the intent from the earlier
        // request, so the used code is not lost.
        let again = try kiosk.show("ADA-ONCE", on: try kiosk.connect(), idem: idem)
        #expect(again["result"]?["is_initialized"] == true, "\(again.text)")
        #expect(try kiosk.refusal(of: "ADA-ONCE")["details"]?["which"] == "used")
    }

    @Test("exchange: a call that is sent twice asks once") func aCallThatIsSentTwiceAsksOnce() async throws {
        let kiosk = try await Kiosk()
        try kiosk.fault("latency", ("ms", 400))
        let client = try kiosk.connect()
        let ids = try (0..<2).map { _ in
            try client.send("session.exchange", ["code": "ADA-ONCE"], idem: "one-visit-of-ada-only")
        }
        let replies = try client.replies(to: ids)
        let names = ids.compactMap { replies[$0]?["result"]?["name"]?.stringValue }
        #expect(names.count == 2 && Set(names).count == 1, "\(replies)")
        #expect(try kiosk.counts() == ["accepted": 1])
    }

    @Test(
        "exchange: only who is named may show codes",
        .enabled(if: canBeOtherUsers, "takes on other users: run it as root"))
    func onlyWhoIsNamedMayShowCodes() async throws {
        let guest: UInt32 = 63_071
        let kiosk = try await Kiosk(users: [guest])
        let refused = try await kiosk.system.call("session.exchange", ["code": "ADA-2207"], uid: guest)
        #expect(refused.status == 77 && refused.reason == "rpc.method_not_permitted", "\(refused)")
        #expect(try await kiosk.system.call("session.get", uid: guest).status == 0, "everything else is theirs")
        let can = try await kiosk.system.call("rpc.can", ["method": "session.exchange"], uid: guest)
        #expect(can.lines.first?["reason"] == "rpc.method_not_permitted", "\(can)")
        let own = try await kiosk.system.call("rpc.can", ["method": "session.exchange"])
        #expect(own.lines.first == ["allowed": true], "\(own)")
        #expect(try kiosk.counts() == [:], "the desk was never asked")
    }

    @Test("exchange: without a desk codes mean nothing") func withoutADeskCodesMeanNothing() async throws {
        let system = try await TestSystem()
        let client = try TextClient(system.sessionSocket)
        let reply = try client.answer(to: try client.send("session.exchange", ["code": "ADA-2207"])).reply
        #expect(reply["error"]?["reason"] == "kiosk.not_configured", "\(reply.text)")
        let can = try client.answer(to: try client.send("rpc.can", ["method": "session.exchange"])).reply
        #expect(can["result"]?["reason"] == "kiosk.not_configured", "\(can.text)")
    }

    @Test("exchange: what is no code is not asked about") func whatIsNoCodeIsNotAskedAbout() async throws {
        let kiosk = try await Kiosk()
        let client = try kiosk.connect()
        let longest = try kiosk.show(String(repeating: "x", count: 128), on: client)
        #expect(longest["error"]?["reason"] == "kiosk.code_refused", "\(longest.text)")
        for code in ["", String(repeating: "x", count: 129), "a b", "a\u{7f}", "ä", "a\n"] {
            let error = try kiosk.show(code, on: client)["error"]
            #expect(error?["reason"] == "rpc.invalid_params", "\(error?.text ?? "")")
            #expect(error?["field"] == "/params/code", "\(error?.text ?? "")")
        }
        for idle in [9_999, 3_600_001] as [Int64] {
            let error = try kiosk.show("ADA-2207", on: client, more: [("idle_timeout_ms", .integer(idle))])["error"]
            #expect(error?["field"] == "/params/idle_timeout_ms")
        }
        #expect(try kiosk.counts() == ["refused": 1])
    }
}
