import Testing

@testable import TerminalClient

@Suite @MainActor struct HoldTests {
    private let start = ContinuousClock.now

    private static func holds(_ hold: inout Hold, _ now: ContinuousClock.Instant) -> Bool { hold.holds(at: now) }

    @Test("hold: a press within a second comes too early, a later one does not")
    func second() {
        var hold = Hold(from: start)
        #expect(Self.holds(&hold, start + .milliseconds(999)))
        #expect(!Self.holds(&hold, start + .milliseconds(1000)))
    }

    @Test("hold: a key that is held down never opens a door, however long; one press a second later does")
    func repeats() {
        var hold = Hold(from: start, words: "wait")
        for number in 0..<100 {
            #expect(Self.holds(&hold, start + .milliseconds(200 * number)))
        }
        #expect(!Self.holds(&hold, start + .milliseconds(200 * 99 + 1000)))
        #expect(hold.words == "wait")
    }

    @Test("hold: single presses do not prolong it")
    func presses() {
        var hold = Hold(from: start)
        #expect(Self.holds(&hold, start + .milliseconds(300)))
        #expect(Self.holds(&hold, start + .milliseconds(700)))
        #expect(!Self.holds(&hold, start + .milliseconds(1000)))
    }
}
