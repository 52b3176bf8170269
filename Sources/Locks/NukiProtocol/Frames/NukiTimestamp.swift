import LockProtocol

/// A point in time as sent by locks, in UTC. The fields are kept as received, whether or not they form a valid date.
package struct NukiTimestamp: Equatable, Sendable {
    /// The year, or 0 if the lock does not know the time.
    package var year: UInt16
    /// The month, 1 to 12.
    package var month: UInt8
    /// The day of the month, 1 to 31.
    package var day: UInt8
    /// The hour, 0 to 23.
    package var hour: UInt8
    /// The minute, 0 to 59.
    package var minute: UInt8
    /// The second, 0 to 59.
    package var second: UInt8

    /// Creates a value from its fields, without checking the fields.
    package init(year: UInt16, month: UInt8, day: UInt8, hour: UInt8, minute: UInt8, second: UInt8) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Creates a timestamp from seconds since 1970-01-01, clamped to the years 1970 to 9999.
    package init(unixSeconds: Int64) {
        let seconds = min(max(unixSeconds, 0), 253_402_300_799)
        // Days are counted from 0000-03-01, which makes the leap day the last day of its year.
        let shifted = seconds / 86_400 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: UInt16(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)),
            month: UInt8(month),
            day: UInt8(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1),
            hour: UInt8(seconds % 86_400 / 3_600),
            minute: UInt8(seconds % 3_600 / 60),
            second: UInt8(seconds % 60)
        )
    }

    init(from reader: inout ByteReader) throws(NukiError) {
        self.init(
            year: try reader.uint16(),
            month: try reader.uint8(),
            day: try reader.uint8(),
            hour: try reader.uint8(),
            minute: try reader.uint8(),
            second: try reader.uint8()
        )
    }

    /// The seven encoded bytes.
    var encoded: [UInt8] {
        [UInt8(truncatingIfNeeded: year), UInt8(year >> 8), month, day, hour, minute, second]
    }
}
