import SeamModel
import Testing
import Wire

@testable import SeamSDK

/// The SDK reports exactly one final event for every sequence of items from the daemon.
@Suite struct UnlockNarrationTests {
    private static func item(_ event: UnlockEvent) -> UnlockItem {
        UnlockItem(attemptID: "a", credentialID: "c", content: .event(event))
    }

    @Test("unlock narration: the daemon's events are told as they come") func theDaemonsEventsAreToldAsTheyCome() {
        var narration = UnlockNarration()
        let phase = UnlockItem(
            attemptID: "a", credentialID: "c", content: .phase(.queued, proximity: nil, detail: nil))
        #expect(narration.received(Self.item(.launched)) == .launched)
        #expect(narration.received(phase) == nil)
        #expect(narration.received(Self.item(.launched)) == nil, "launched once")
        #expect(narration.received(Self.item(.grantedAccess)) == .grantedAccess)
        #expect(narration.received(Self.item(.timedOut)) == nil, "nothing follows")
        #expect(narration.ended(.connectionLost()) == nil)
    }

    @Test(
        "unlock narration: a result says what the events left out",
        arguments: [
            (UnlockResult.Outcome.granted, SeamAccessUnlockEvent.grantedAccess), (.timedOut, .timedOut),
            (.connectionFailed, .connectionFailed(debugDescription: "lock.refused: no")),
        ])
    func aResultSaysWhatTheEventsLeftOut(outcome: UnlockResult.Outcome, event: SeamAccessUnlockEvent) {
        var narration = UnlockNarration()
        let result = UnlockResult(
            attemptID: "a", outcome: outcome, effect: .none, proximity: .nearby, reason: "lock.refused",
            debugDescription: "no")
        #expect(narration.ended(result) == event)
        #expect(narration.ended(result) == nil, "once")
    }

    @Test(
        "unlock narration: an error ends it and says what the door did",
        arguments: [
            (WireError.Effect.none, "was not opened"), (.unknown, "may have opened"), (.applied, "was opened"),
        ])
    func anErrorEndsItAndSaysWhatTheDoorDid(effect: WireError.Effect, words: String) {
        var narration = UnlockNarration()
        _ = narration.received(Self.item(.launched))
        let event = narration.ended(WireError(.cancelled, "unlock.cancelled", "signed out", effect: effect))
        guard case .connectionFailed(let text)? = event else {
            Issue.record("\(String(describing: event))")
            return
        }
        #expect(text.hasPrefix("unlock.cancelled: signed out") && text.hasSuffix(words))
    }

    /// A value that equals the previous value is not sent, so the last words would not arrive.
    @Test("narration: a result that only adds its words is news")
    func resultsAreNews() {
        let before = SeamUnlockProgress(phase: .authenticating)
        var after = before
        after.ended(
            UnlockResult(
                attemptID: "a", outcome: .connectionFailed, effect: .none, proximity: .nearby,
                reason: "nuki_not_authorized"))
        #expect(after != before)
    }
}
