import Glibc
import TermCore
import Testing
import Wire

@testable import CommandLineTool

@Suite("Local times")
struct LocalTimeTests {
    @Test("local time: follow the machine's zone while the program runs")
    func zoneThatChanges() async {
        await #expect(processExitsWith: .exitCode(42)) {
            let time = Timestamp(millisecondsSince1970: 1_795_615_200_000)
            setenv("TZ", "Europe/Berlin", 1)
            let before = LocalTime.clock(time).description
            setenv("TZ", "Asia/Tokyo", 1)
            let after = LocalTime.clock(time).description
            exit(before == "15:00:00" && after == "23:00:00" ? 42 : 1)
        }
    }

    /// Summer time ends in Berlin in October 2026, so 02:30 local time occurs twice, at 00:30 UTC and at 01:30 UTC.
    @Test("local time: two moments with the same local time are told apart, and each is read back as itself")
    func clocksGoBack() async throws {
        await #expect(processExitsWith: .exitCode(42)) {
            setenv("TZ", "Europe/Berlin", 1)
            let texts = [
                "2026-10-24T23:59:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z",
            ]
            let times = texts.compactMap { Timestamp($0) }
            let shown = times.map { LocalTime.text($0).description }
            let wanted = [
                "2026-10-25 01:59", "2026-10-25 02:30+02:00", "2026-10-25 02:30+01:00", "2026-10-25 03:30",
            ]
            let read = shown.map { TextMoment.read($0, .past, now: times[3]) }
            exit(shown == wanted && read == times ? 42 : 1)
        }
    }

    @Test("local time: a time is read as people write it, by the clocks here")
    func moments() async throws {
        await #expect(processExitsWith: .exitCode(42)) {
            setenv("TZ", "Europe/Berlin", 1)
            guard let now = Timestamp("2026-11-28T13:30:00Z") else { exit(2) }
            let cases: [(String, TextMoment.Direction, String?)] = [
                ("90m", .past, "2026-11-28T12:00:00Z"), ("1h30m", .coming, "2026-11-28T15:00:00Z"),
                ("today", .past, "2026-11-27T23:00:00Z"), ("Yesterday", .past, "2026-11-26T23:00:00Z"),
                ("tomorrow", .coming, "2026-11-28T23:00:00Z"), ("tomorrow 8:00", .coming, "2026-11-29T07:00:00Z"),
                ("14:30", .past, "2026-11-28T13:30:00Z"), ("14:31", .past, "2026-11-27T13:31:00Z"),
                ("14:30", .coming, "2026-11-29T13:30:00Z"), ("14:31", .coming, "2026-11-28T13:31:00Z"),
                ("2026-07-01", .past, "2026-06-30T22:00:00Z"), ("2026-07-01 08:15", .past, "2026-07-01T06:15:00Z"),
                ("2026-07-01T08:15:30", .past, "2026-07-01T06:15:30Z"),
                ("2026-07-01T08:15:30Z", .past, "2026-07-01T08:15:30Z"),
                ("2026-07-01 08:15+02:00", .past, "2026-07-01T06:15:00Z"),
                // The next texts give a local time that occurs twice, and local times that never occur.
                ("2026-10-25 02:30", .past, "2026-10-25T00:30:00Z"),
                ("2026-03-29 02:30", .past, "2026-03-29T01:30:00Z"),
                ("2026-02-29", .past, nil), ("2026-13-01", .past, nil), ("2026-11-28 24:00", .past, nil),
                ("25:00", .past, nil), ("yesterday today", .past, nil), ("last week", .past, nil), ("", .past, nil),
                ("8", .past, nil), ("2026", .past, nil), ("18", .coming, nil), ("8s", .past, "2026-11-28T13:29:52Z"),
                ("-1h", .past, nil),
                ("2026-11-28T", .past, "2026-11-27T23:00:00Z"),
            ]
            for (text, direction, wanted) in cases {
                let read = TextMoment.read(text, direction, now: now)
                guard read == wanted.flatMap({ Timestamp($0) }) else {
                    print("\(text): \(read.map { "\($0)" } ?? "nil")")
                    exit(1)
                }
            }
            exit(42)
        }
    }
}
