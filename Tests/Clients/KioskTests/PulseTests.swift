import TermCore
import Testing

/// Tests the check that a child process is still alive.
@Suite struct PulseTests {
    @Test("pulse: silence is noticed and not early") func silenceIsNoticedAndNotEarly() {
        let start = ContinuousClock.now
        var pulse = Pulse(at: start)
        let first = start + TerminalKeeper.patience.first
        #expect(!pulse.isOver(at: first - .nanoseconds(1)) && pulse.isOver(at: first))
        pulse.beat(at: start + .seconds(1))
        let next = start + .seconds(1) + TerminalKeeper.patience.beat
        #expect(!pulse.isOver(at: next - .nanoseconds(1)) && pulse.isOver(at: next))
        // After a child was asked to end, its signs of life no longer give it more time.
        pulse.leaves(at: start + .seconds(2))
        pulse.beat(at: start + .seconds(3))
        #expect(pulse.isOver(at: start + .seconds(4)))
    }
}
