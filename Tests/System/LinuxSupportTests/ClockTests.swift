import LinuxSupport
import Testing

@Suite struct ClockTests {
    @Test("clock: clocks run forwards") func clocksRunForwards() {
        let first = (SystemClock.monotonic(), SystemClock.sinceBoot())
        let second = (SystemClock.monotonic(), SystemClock.sinceBoot())
        #expect(second.0 >= first.0 && second.1 >= first.1)
        #expect(first.1 >= first.0 - .seconds(1))
        #expect(SystemClock.wallMilliseconds() > 1_700_000_000_000)
    }

    @Test("clock: the boot ID is stable") func theBootIDIsStable() throws {
        #expect(try SystemClock.bootID() == SystemClock.bootID())
        #expect(try SystemClock.bootID().utf8.count == 36)
    }

    @Test("clock: deadlines never end early") func deadlinesNeverEndEarly() {
        #expect(Deadline.after(.milliseconds(-5)).hasPassed)
        #expect(Deadline.after(.milliseconds(-5)).remainingMilliseconds == 0)
        #expect(Deadline(at: SystemClock.monotonic() + .seconds(100)).remainingMilliseconds > 99_000)
        #expect(Deadline.after(.seconds(1 << 60)).remainingMilliseconds > 0)
        let short = Deadline.after(.milliseconds(20))
        #expect(short.remainingMilliseconds <= 20)
    }

    @Test("clock: random bytes differ") func randomBytesDiffer() throws {
        #expect(try SystemRandom.bytes(0).isEmpty)
        #expect(try SystemRandom.bytes(1_000).count == 1_000)
        #expect(try SystemRandom.bytes(32) != SystemRandom.bytes(32))
    }
}
