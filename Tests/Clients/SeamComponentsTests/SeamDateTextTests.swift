import Foundation
import Testing

@testable import SeamComponents

@Suite("Dates in words")
struct SeamDateTextTests {
    /// Summer time ends in Berlin in October 2026, and 02:30 local time occurs at 00:30 and again at 01:30 UTC.
    @Test("Seam date text: two moments with the same local time are told apart")
    func clocksGoBack() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let midnight = try #require(calendar.date(from: DateComponents(year: 2026, month: 10, day: 25)))
        let dates = SeamDateText(now: midnight + 2.5 * 3600, calendar: calendar)
        #expect(dates.time == "02:30", "what the clock on the wall shows")
        let hours = [1.5, 2.5, 3.5, 4.5]
        #expect(hours.map { dates.clock(midnight + $0 * 3600) } == ["01:30", "02:30+02:00", "02:30+01:00", "03:30"])
        #expect(dates.moment(midnight + 3.5 * 3600) == "today 02:30+01:00")
    }
}
