import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// If a change delays alarms, even by a short time, it requires the person's PIN.
@Suite(.timeLimit(.minutes(2))) struct WeakeningTests {
    @Test("weakening: what lets others be told later takes the PIN")
    func whatLetsOthersBeToldLaterTakesThePIN() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init())
        _ = try client.call(PINSet.self, .init(new: "246810"))
        let ben = try #require(try ContactTests.contacts(bench, nil).first)
        let later = ContactWish(
            firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false, tier: 2)
        let calls: [(String?) throws -> Void] = [
            { _ = try client.call(CheckInSet.self, .init(grace: .seconds(301), pin: $0)) },
            { _ = try client.call(CheckInSet.self, .init(interval: .seconds(86_401), pin: $0)) },
            { _ = try client.call(ContactUpdate.self, .init(contact: ben.id, wish: later, pin: $0)) },
        ]
        for call in calls {
            #expect(reason { try call(nil) } == "signal.pin_required")
            #expect(reason { try call("246810") } == nil)
        }
    }
}
