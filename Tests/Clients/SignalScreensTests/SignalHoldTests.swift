import Testing

@testable import SignalScreens

/// Tests when help is called.
@Suite struct SignalHoldTests {
    @Test("signal hold: one press calls nobody") func onePress() {
        var hold = SignalHold()
        let first = hold.press()
        #expect(!first && hold.isPressed)
        hold.wasQuiet()
        hold.forget()
        #expect(!hold.isPressed)
        let second = hold.press()
        #expect(!second, "a first press that was forgotten does not count")
    }

    @Test("signal hold: a second press calls") func secondPress() {
        var hold = SignalHold()
        _ = hold.press()
        hold.wasQuiet()
        let isCalled = hold.press()
        #expect(isCalled && !hold.isPressed)
    }

    @Test("signal hold: a held key calls after its time, and not before") func held() {
        var hold = SignalHold()
        let called = (0..<60).filter { _ in hold.press() }
        #expect(called.isEmpty)
        #expect(hold.beginnings == 1 && hold.presses == 60)
        let isCalled = hold.lasted()
        #expect(isCalled && !hold.isPressed)
        let isRepeated = hold.press()
        #expect(!isRepeated && !hold.isPressed, "the key is still held")
        let isCalledAgain = hold.lasted()
        #expect(!isCalledAgain, "once is enough")
    }

    @Test("signal hold: a key that was let go calls nobody when the time ends") func letGo() {
        var hold = SignalHold()
        _ = hold.press()
        hold.wasQuiet()
        let isCalled = hold.lasted()
        #expect(!isCalled && hold.isPressed)
    }
}
