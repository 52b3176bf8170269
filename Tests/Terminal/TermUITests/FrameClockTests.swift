import TermUI
import Testing

@Suite struct FrameClockTests {
    @Test("frame clock: a frame waits for the one before") func aFrameWaitsForTheOneBefore() {
        let start = ContinuousClock.now
        var clock = FrameClock(isRemote: false)
        #expect(clock.due(at: start) == start)
        clock.shown(at: start)
        #expect(clock.due(at: start + .milliseconds(5)) == start + .milliseconds(16))
        #expect(clock.due(at: start + .milliseconds(40)) == start + .milliseconds(40))
        var remote = FrameClock(isRemote: true)
        remote.shown(at: start)
        #expect(remote.due(at: start) == start + .milliseconds(50))
    }
}
