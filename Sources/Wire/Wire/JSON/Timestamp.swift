/// A time in UTC, in milliseconds. It is written as `YYYY-MM-DDTHH:MM:SS.mmmZ` (RFC 3339), always with three decimals.
package struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The milliseconds since 1970-01-01T00:00:00Z. The time is within the years 0001 to 9999.
    package let millisecondsSince1970: Int64

    private static let first: Int64 = -62_135_596_800_000
    private static let last: Int64 = 253_402_300_799_999

    /// Creates a time. If a time is outside the years 1 to 9999, the nearest time inside replaces it.
    package init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = min(max(millisecondsSince1970, Self.first), Self.last)
    }

    /// Reads a time in RFC 3339 in the forms that clouds write. It may have up to 9 decimals, which are rounded down to
    /// milliseconds, and any zone offset.
    package init?(_ text: some StringProtocol) {
        var parser = TimestampParser(text: Array(text.utf8))
        guard let milliseconds = parser.parse(), (Self.first...Self.last).contains(milliseconds) else { return nil }
        millisecondsSince1970 = milliseconds
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// The time that is `duration` later, or the nearest time that can be represented.
    package func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return Timestamp(millisecondsSince1970: seconds < 0 ? .min : .max) }
        let (sum, carry) = millisecondsSince1970.addingReportingOverflow(product + attoseconds / 1_000_000_000_000_000)
        return Timestamp(millisecondsSince1970: carry ? (seconds < 0 ? .min : .max) : sum)
    }

    /// The duration from this time to `other`.
    package func duration(to other: Timestamp) -> Duration {
        .milliseconds(other.millisecondsSince1970 - millisecondsSince1970)
    }

    package var description: String {
        let days = (millisecondsSince1970 - Self.floorMod(millisecondsSince1970, 86_400_000)) / 86_400_000
        let time = Self.floorMod(millisecondsSince1970, 86_400_000)
        let (year, month, day) = Self.civil(days: days)
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { Self.padded($0, 2) }
        return "\(date)T\(clock.joined(separator: ":")).\(Self.padded(time % 1000, 3))Z"
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorMod(_ value: Int64, _ divisor: Int64) -> Int64 {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    /// The number of days from 1970-01-01 to a date of the proleptic Gregorian calendar. Years are counted from March,
    /// in eras of 400 years.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted - floorMod(shifted, 400)) / 400
        let yearOfEra = floorMod(shifted, 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let dayOfEra = floorMod(shifted, 146_097)
        let era = (shifted - dayOfEra) / 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

/// Reads the digits of an RFC 3339 time one after another.
private struct TimestampParser {
    let text: [UInt8]
    var index = 0

    mutating func parse() -> Int64? {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
            take("T") || take("t") || take(" "), let hour = number(2), take(":"), let minute = number(2), take(":"),
            let second = number(2), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year),
            year >= 1,
            hour < 24, minute < 60, second < 60, let milliseconds = fraction(), let offset = zone(), index == text.count
        else { return nil }
        let days = Timestamp.days(year: year, month: month, day: day)
        return ((days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + milliseconds
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        default: 31
        }
    }

    private mutating func number(_ width: Int) -> Int64? {
        guard index + width <= text.count else { return nil }
        var value: Int64 = 0
        for byte in text[index..<index + width] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        index += width
        return value
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, UInt32(text[index]) == character.value else { return false }
        index += 1
        return true
    }

    private mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        var value: Int64 = 0
        var count = 0
        while let digit = number(1) {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        guard (1...9).contains(count) else { return nil }
        for _ in min(count, 3)..<3 { value *= 10 }
        return value
    }

    /// Reads the zone offset, in minutes east of UTC.
    private mutating func zone() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
