/// Times of the wall clock as the wire writes them.
package enum WallTime {
    /// The first and last millisecond that `YYYY-MM-DDTHH:MM:SS.mmmZ` can say: the years 0000 to 9999.
    package static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// `YYYY-MM-DDTHH:MM:SS.mmmZ` for milliseconds since 1970, UTC, proleptic Gregorian.
    ///
    /// A time outside `range` is written as the nearer end of it.
    package static func text(milliseconds: Int64) -> String {
        let time = min(max(milliseconds, range.lowerBound), range.upperBound)
        let day = time.floorDivided(by: 86_400_000)
        let within = time - day * 86_400_000
        let date = civil(daysSince1970: day)
        let clock = [within / 3_600_000, within / 60_000 % 60, within / 1_000 % 60].map { padded($0, to: 2) }
        let calendar = [padded(date.year, to: 4), padded(date.month, to: 2), padded(date.day, to: 2)]
        return calendar.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
            + padded(within % 1_000, to: 3) + "Z"
    }

    /// The current time of the wall clock as text.
    package static func now() -> String { text(milliseconds: SystemClock.wallMilliseconds()) }

    /// Howard Hinnant's days-to-civil: years start in March, so that the leap day is a year's last.
    private static func civil(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ value: Int64, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
