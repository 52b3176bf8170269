import Foundation
import LumiKitCore
import Testing

@Suite struct LMKDateHelperTests {
    @Test("LMK date helper: a day begins at midnight") func aDayBeginsAtMidnight() {
        let now = Date()
        let parts = LMKDateHelper.calendar.dateComponents([.hour, .minute, .second], from: now.lmk_startOfDay)
        #expect(parts.hour == 0 && parts.minute == 0 && parts.second == 0)
        #expect(LMKDateHelper.startOfDay(for: now) == now.lmk_startOfDay)
        #expect(LMKDateHelper.today <= now)
    }

    @Test("LMK date helper: the next day is another") func theNextDayIsAnother() throws {
        let now = Date()
        let next = try #require(LMKDateHelper.calendar.date(byAdding: .day, value: 1, to: now))
        #expect(LMKDateHelper.isSameDay(now, now) && !LMKDateHelper.isSameDay(now, next))
        #expect(now.lmk_isSameDay(as: now) && !now.lmk_isSameDay(as: next) && !next.lmk_isToday)
        #expect(!LMKDateHelper.isToday(next))
    }

    @Test("LMK date helper: a date far away is not valid") func aDateFarAwayIsNotValid() throws {
        let (now, calendar) = (Date(), LMKDateHelper.calendar)
        #expect(LMKDateHelper.isValidDateRange(now))
        for years in [-101, 11] {
            let far = try #require(calendar.date(byAdding: .year, value: years, to: now))
            #expect(!LMKDateHelper.isValidDateRange(far))
            #expect(LMKDateHelper.isValidDateRange(far, yearsInPast: 102, yearsInFuture: 12))
        }
        #expect(!LMKDateHelper.isValidDateRange(now, yearsInPast: .min, yearsInFuture: .max))
        #expect(!LMKDateHelper.isValidDateRange(.distantFuture))
    }

    @Test("LMK date helper: the zone is read anew") func theZoneIsReadAnew() {
        LMKDateHelper.initialize()
        #expect(LMKDateHelper.calendar.timeZone.secondsFromGMT() == TimeZone.current.secondsFromGMT())
    }
}

@Suite(.serialized) struct LMKDateFormatterHelperTests {
    @Test("LMK date formatter helper: the program chooses the format") func theProgramChoosesTheFormat() {
        #expect(LMKDateFormatterHelper.dateFormatter().dateFormat == "MM/dd/yyyy")
        LMKDateFormatterHelper.configure { "yyyy-MM-dd" }
        defer { LMKDateFormatterHelper.configure { "MM/dd/yyyy" } }
        let date = LMKDateFormatterHelper.dateFormatter()
        #expect(date.dateFormat == "yyyy-MM-dd" && date === LMKDateFormatterHelper.dateFormatter())
        #expect(LMKDateFormatterHelper.dateFormatter(includeTime: true).dateFormat == "yyyy-MM-dd HH:mm")
        #expect(LMKDateFormatterHelper.formatDate(Date(timeIntervalSince1970: 86_400 * 1.5)) == "1970-01-02")
    }

    @Test("LMK date formatter helper: numbers have their text") func numbersHaveTheirText() {
        #expect(LMKDateFormatterHelper.formatNumber(NSNumber(value: 42)) == "42")
        #expect(LMKDateFormatterHelper.numberFormatter() === LMKDateFormatterHelper.numberFormatter())
    }
}
