import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests what the person's sessions show to somebody beside the person while responders answer a concealed call.
@Suite(.timeLimit(.minutes(2))) struct ConcealedTests {
    private static func withPINs() async throws -> SignalBench {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(PINSet.self, .init(new: "246810", forced: "135791"))
        _ = try client.call(CheckInSet.self, .init(interval: .seconds(600), reminder: .seconds(60)))
        _ = try client.call(CheckInRecord.self, .init())
        return bench
    }

    /// Everything that Ada's session shows, unchanged.
    private static func shown(_ bench: SignalBench) throws -> [String] {
        let methods = [
            "user.get", "alert.get", "alert.list", "checkin.list", "notification.list", "contact.list",
            "contact.who_sees_me", "ping.list", "drill.get",
        ]
        let client = try bench.client()
        return try methods.map { try client.call(OutgoingCall(unary: $0)).json.text }
    }

    private static func answer(_ bench: SignalBench) throws {
        let alert = try #require(try ContactTests.contacts(bench, "ben").first?.alert)
        #expect(alert.isConcealed)
        _ = try bench.client().call(AlertAck.self, .init(session: "ben", alert: alert.id))
    }

    /// Tests an open call that appears to have ended.
    @Test("concealed: an answer shows nowhere") func anAnswerShowsNowhere() async throws {
        let bench = try await Self.withPINs()
        _ = try bench.client().call(AlertActivate.self, .init())
        try bench.advance(.seconds(5))
        _ = try bench.client().call(AlertDeactivate.self, .init(pin: "135791"))
        let before = try Self.shown(bench)
        try bench.advance(.seconds(5))
        try Self.answer(bench)
        #expect(try Self.shown(bench) == before)
    }

    /// Tests a visible missed check-in together with an invisible call.
    @Test("concealed: nor beside a missed check in") func norBesideAMissedCheckIn() async throws {
        let bench = try await Self.withPINs()
        _ = try bench.client().call(CheckInRecord.self, .init(pin: "135791"))
        try bench.advance(.seconds(900))
        #expect(try bench.client().call(AlertGet.self, .init()).alert?.kind == "overdue")
        let before = try Self.shown(bench)
        try Self.answer(bench)
        #expect(try Self.shown(bench) == before)
    }

    /// A concealed call also reaches a responder who has muted calls.
    @Test("concealed: who has muted calls hears it") func whoHasMutedCallsHearsIt() async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        try bench.signIn("+33612345678", session: "cleo")
        _ = try ContactTests.add(bench, "cleo", by: nil, isResponder: true)
        let asked = try #require(try ContactTests.contacts(bench, "cleo").first)
        _ = try client.call(ContactAccept.self, .init(session: "cleo", contact: asked.id))
        for _ in 0..<3 {
            _ = try client.call(AlertActivate.self, .init())
            _ = try client.call(AlertDeactivate.self, .init(pin: "246810"))
        }
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        _ = try client.call(AlertMute.self, .init(session: "ben", contact: ada.id))
        _ = try client.call(CheckInRecord.self, .init(pin: "135791"))
        let told = try #require(try ContactTests.inbox(bench, "ben").first)
        #expect(told.kind == "alert" && told.message.contains("in secret"))
    }
}
