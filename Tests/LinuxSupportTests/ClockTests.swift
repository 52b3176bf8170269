import LinuxSupport
import Testing

@Suite struct ClockTests {
    @Test func clocksRunForwards() {
        let first = (SystemClock.monotonic(), SystemClock.sinceBoot())
        let second = (SystemClock.monotonic(), SystemClock.sinceBoot())
        #expect(second.0 >= first.0 && second.1 >= first.1)
        #expect(first.1 >= first.0 - .seconds(1))
        #expect(SystemClock.wallMilliseconds() > 1_700_000_000_000)
    }

    @Test func theBootIDIsStable() throws {
        #expect(try SystemClock.bootID() == SystemClock.bootID())
        #expect(try SystemClock.bootID().utf8.count == 36)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (1_709_251_199_007, "2024-02-29T23:59:59.007Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (Int64.min, "0000-01-01T00:00:00.000Z"),
            (Int64.max, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func wallTimeText(milliseconds: Int64, text: String) {
        #expect(WallTime.text(milliseconds: milliseconds) == text)
    }

    @Test func deadlinesNeverEndEarly() {
        #expect(Deadline.after(.milliseconds(-5)).hasPassed)
        #expect(Deadline.after(.milliseconds(-5)).remainingMilliseconds == 0)
        #expect(Deadline(at: SystemClock.monotonic() + .seconds(100)).remainingMilliseconds > 99_000)
        #expect(Deadline.after(.seconds(1 << 60)).remainingMilliseconds > 0)
        let short = Deadline.after(.milliseconds(20))
        #expect(short.remainingMilliseconds <= 20)
    }

    @Test func randomBytesDiffer() throws {
        #expect(try SystemRandom.bytes(0).isEmpty)
        #expect(try SystemRandom.bytes(1_000).count == 1_000)
        #expect(try SystemRandom.bytes(32) != SystemRandom.bytes(32))
    }
}
