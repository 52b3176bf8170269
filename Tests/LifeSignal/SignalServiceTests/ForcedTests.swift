import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests PINs with the real daemon. The tests cover the actions that a PIN protects, and the PIN that secretly calls
/// for help.
@Suite(.timeLimit(.minutes(2))) struct ForcedTests {
    private static func withPINs() async throws -> SignalBench {
        let bench = try await ContactTests.agreed()
        _ = try bench.client().call(PINSet.self, .init(new: "246810", forced: "135791"))
        return bench
    }

    @Test("forced: what makes less watched takes the PIN") func whatMakesLessWatchedTakesThePIN() async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        #expect(try client.call(UserGet.self, .init()).hasPIN)
        _ = try client.call(AlertActivate.self, .init())
        let ben = try #require(try ContactTests.contacts(bench, nil).first)
        let wish = ContactWish(firstName: "", lastName: "", phone: "", isResponder: false, isDependent: true)
        let guarded: [(String?) throws -> Void] = [
            { _ = try client.call(AlertDeactivate.self, .init(pin: $0)) },
            { _ = try client.call(CheckInSet.self, .init(interval: .seconds(604_800), pin: $0)) },
            { _ = try client.call(CheckInPause.self, .init(length: .seconds(86_400), pin: $0)) },
            { _ = try client.call(PINSet.self, .init(new: "246810", forced: "135791", pin: $0)) },
            { _ = try client.call(ContactUpdate.self, .init(contact: ben.id, wish: wish, pin: $0)) },
        ]
        for call in guarded { #expect(reason { try call(nil) } == "signal.pin_required") }
        #expect(reason { _ = try client.call(ContactRemove.self, .init(contact: ben.id)) } == "signal.pin_required")
        #expect(reason { try guarded[0]("0000") } == "signal.pin_wrong")
        for call in guarded { #expect(reason { try call("246810") } == nil) }
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        // A change to closer watching needs no PIN.
        #expect(reason { _ = try client.call(CheckInSet.self, .init(interval: .seconds(3_600))) } == nil)
        #expect(reason { _ = try client.call(CheckInRecord.self, .init()) } == nil)
    }

    @Test("forced: wrong tries wait also behind a restart") func wrongTriesWaitAlsoBehindARestart() async throws {
        let bench = try await Self.withPINs()
        func remove(_ pin: String) -> String? {
            reason { _ = try bench.client().call(PINSet.self, .init(new: nil, pin: pin)) }
        }
        for _ in 0..<5 { #expect(remove("111111") == "signal.pin_wrong") }
        #expect(remove("246810") == "signal.limited")
        try await bench.restart()
        #expect(remove("246810") == "signal.limited")
        try bench.advance(.seconds(30))
        #expect(remove("246810") == nil)
        #expect(try !bench.client().call(UserGet.self, .init()).hasPIN)
    }

    /// The PIN for force gives the same answers, state, history and notifications as the real PIN, but Ben is told.
    @Test("forced: who stands beside sees no difference", arguments: ["246810", "135791"])
    func whoStandsBesideSeesNoDifference(_ pin: String) async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init())
        _ = try client.call(AlertActivate.self, .init())
        try bench.advance(.seconds(70))
        let answer = try client.call(AlertDeactivate.self, .init(pin: pin))
        let person = try client.call(UserGet.self, .init())
        let alerts = try client.call(AlertList.self, .init()).alerts
        let inbox = try ContactTests.inbox(bench, nil)
        #expect(answer.json == [:] && person.status == "active")
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        #expect(alerts.map(\.status) == ["resolved"] && alerts.map(\.resolution) == ["cancelled"])
        #expect(inbox.map(\.title) == ["The alarm is over", "Alarm", "A contact has agreed"])
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        let told = try ContactTests.inbox(bench, "ben").first
        guard pin == "135791" else {
            #expect(told?.title == "All is well" && ada.alert == nil)
            return
        }
        #expect(told?.message.contains("calls for help in secret") == true)
        #expect(ada.alert?.isConcealed == true && ada.status == "alertActive")
        // Ben's answer does not reach Ada's sessions. The end of the alarm appears only in the history.
        _ = try client.call(AlertAck.self, .init(session: "ben", alert: ada.alert?.id))
        #expect(try ContactTests.inbox(bench, nil) == inbox)
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        _ = try client.call(AlertDeactivate.self, .init(pin: "246810"))
        #expect(try ContactTests.contacts(bench, "ben").first?.alert != nil, "only a responder ends it")
        _ = try client.call(AlertResolve.self, .init(session: "ben", alert: ada.alert?.id))
        #expect(try ContactTests.inbox(bench, nil) == inbox)
        #expect(try client.call(AlertList.self, .init()).alerts.map(\.resolution) == ["byResponder"])
    }

    /// A check-in under force counts as a check-in, and also calls for help.
    @Test("forced: a check in under force is one") func aCheckInUnderForceIsOne() async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init(pin: "135791"))
        #expect(try client.call(CheckInList.self, .init()).checkIns.count == 1)
        #expect(try client.call(AlertList.self, .init()).alerts == [])
        #expect(try ContactTests.contacts(bench, "ben").first?.alert?.isConcealed == true)
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.count == 1)
        let log = bench.daemon.errors
        #expect(!log.contains("135791") && !log.contains("246810"))
    }

    /// A responder who is removed under force only appears to be removed. The responder is told of the alarm and can
    /// end it. Only after that is the responder really removed.
    @Test("forced: who is removed under force is still there") func whoIsRemovedUnderForceIsStillThere() async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        let ben = try #require(try ContactTests.contacts(bench, nil).first)
        _ = try client.call(ContactRemove.self, .init(contact: ben.id, pin: "135791"))
        #expect(try ContactTests.contacts(bench, nil) == [])
        #expect(reason { _ = try client.call(ContactGet.self, .init(contact: ben.id)) } == "signal.unknown_contact")
        #expect(try client.call(ContactWhoSeesMe.self, .init()).sights == [])
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        #expect(ada.consent == "active" && ada.alert?.isConcealed == true)
        try bench.advance(.seconds(600))
        let told = try ContactTests.inbox(bench, "ben").filter { $0.kind == "alert" }
        #expect(told.count >= 2 && told.allSatisfy { $0.message.contains("in secret") })
        _ = try client.call(AlertResolve.self, .init(session: "ben", alert: ada.alert?.id))
        #expect(try ContactTests.contacts(bench, "ben").map(\.consent) == ["ended"])
        #expect(try ContactTests.inbox(bench, "ben").contains { $0.kind == "all_clear" }, "they hear its end")
        #expect(try ContactTests.contacts(bench, nil) == [])
    }

    /// A responder was moved to a later tier, and then leaves. After either PIN, the person is told that nobody is
    /// left.
    @Test("forced: who leaves from a later tier is missed", arguments: ["246810", "135791"])
    func whoLeavesFromALaterTierIsMissed(_ pin: String) async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        let ben = try #require(try ContactTests.contacts(bench, nil).first)
        let later = ContactWish(firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false, tier: 2)
        _ = try client.call(ContactUpdate.self, .init(contact: ben.id, wish: later, pin: pin))
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        _ = try client.call(ContactRemove.self, .init(session: "ben", contact: ada.id))
        #expect(try ContactTests.inbox(bench, nil).contains { $0.title == "Nobody is left" })
    }

    /// Somebody beside the person adds contacts. The new contacts see nothing of the call for help, and cannot end it.
    @Test("forced: a newcomer sees nothing of it") func aNewcomerSeesNothingOfIt() async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init(pin: "135791"))
        try bench.advance(.seconds(1))
        try bench.signIn("+33612345678", session: "sock")
        _ = try ContactTests.add(bench, "sock", by: nil, isResponder: true)
        let asked = try #require(try ContactTests.contacts(bench, "sock").first)
        let seen = try client.call(ContactAccept.self, .init(session: "sock", contact: asked.id))
        #expect(seen.status == "active" && seen.alert == nil)
        #expect(try ContactTests.inbox(bench, "ben").contains { $0.title == "One more responder" })
        let alert = try #require(try ContactTests.contacts(bench, "ben").first?.alert)
        let end = AlertAnswerParams(session: "sock", alert: alert.id)
        #expect(reason { _ = try client.call(AlertResolve.self, end) } == "signal.unknown_alert")
        try bench.advance(.seconds(600))
        #expect(try !ContactTests.inbox(bench, "sock").contains { $0.type == "alert" })
        // When the person later calls openly, the visible alarm has its own time.
        try bench.advance(.seconds(60))
        let shown = try client.call(AlertActivate.self, .init())
        #expect(shown.at > alert.at)
    }

    /// While wrong PINs delay every use of a PIN, the PIN for force still has its effect, and a check-in still counts.
    @Test("forced: the other PIN is heard while all wait") func theOtherPINIsHeardWhileAllWait() async throws {
        let bench = try await Self.withPINs()
        let client = try bench.client()
        for _ in 0..<5 { _ = reason { _ = try client.call(AlertDeactivate.self, .init(pin: "000000")) } }
        #expect(reason { _ = try client.call(AlertDeactivate.self, .init(pin: "135791")) } == "signal.limited")
        #expect(try ContactTests.contacts(bench, "ben").first?.alert?.isConcealed == true)
        #expect(reason { _ = try client.call(CheckInRecord.self, .init(pin: "246810")) } == nil)
        #expect(try client.call(CheckInList.self, .init()).checkIns.count == 1)
    }
}
