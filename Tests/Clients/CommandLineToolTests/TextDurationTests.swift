import CommandLineTool
import TermCore
import Testing

@Suite("Durations in words")
struct TextDurationTests {
    @Test(
        "text duration: people write durations with a unit",
        arguments: [
            ("10s", .seconds(10)), ("10", .seconds(10)), ("1500ms", .milliseconds(1500)), ("1.5s", .milliseconds(1500)),
            ("2m", .seconds(120)), ("2min", .seconds(120)), ("0s", .zero), ("", nil), ("s", nil), ("-1s", nil),
            ("1h", .seconds(3600)), ("1d", .seconds(86_400)), ("25h", nil), ("1w", nil),
            ("1e3s", nil), ("inf", nil), (".5s", nil), ("5.s", nil), ("1..5s", nil), ("99999999999s", nil),
            ("10 s", nil), ("1h30m", .seconds(5400)), ("1h 30m", .seconds(5400)), ("2m1.5s", .milliseconds(121_500)),
            ("23h59m60s", .seconds(86_400)), ("1h30", nil), ("30m1h", nil), ("1h1h", nil), ("1h ", nil), (" 1h", nil),
            ("1h  1m", nil), ("1h-1m", nil), ("24h1ms", nil),
            ("１０s", nil),
        ] as [(String, Duration?)])
    func parse(text: String, duration: Duration?) {
        #expect(TextDuration.parse(text) == duration)
    }

    @Test(
        "text duration: what somebody has set is said in whole",
        arguments: [
            (.seconds(5_400), "1 h 30 min"), (.seconds(90), "1 min 30 s"), (.seconds(129_600), "1 d 12 h"),
            (.seconds(7 * 86_400), "7 d"), (.seconds(300), "5 min"), (.milliseconds(420), "420 ms"),
        ] as [(Duration, String)])
    func whole(duration: Duration, text: String) {
        #expect(TextDuration.whole(duration).description == text)
    }

    @Test(
        "text duration: people read durations as far as they matter",
        arguments: [
            (.milliseconds(420), "420 ms"), (.milliseconds(2345), "2.3 s"), (.seconds(300), "5 min"),
            (.seconds(3 * 3600), "3 h"), (.seconds(3 * 86_400), "3 d"), (.zero, "0 ms"),
        ] as [(Duration, String)])
    func text(duration: Duration, text: String) {
        #expect(TextDuration.text(duration).description == text)
    }
}
