import Glibc
import TermCore
import Wire

/// Formats times in the form that people at this machine read.
enum LocalTime {
    /// A time in the local time zone (`TZ`, `/etc/localtime`), such as `2026-11-21 08:15`. When clocks go back, an hour
    /// occurs twice. Times in such an hour are written with their offset, as in `2026-10-25 02:30+02:00`, and
    /// ``TextMoment`` reads them back.
    static func text(_ time: Timestamp) -> TerminalSafe { text(time, hasSeconds: false) }

    /// A time in the local time zone, also to the second.
    static func text(_ time: Timestamp, hasSeconds: Bool) -> TerminalSafe {
        guard let parts = Parts(time) else { return "\(time.description)" }
        let end = (hasSeconds ? ":\(padded(parts.second))" : "") + (twin(of: time) == nil ? "" : offset(parts))
        return TerminalSafe(
            "\(parts.year)-\(padded(parts.month))-\(padded(parts.day)) \(hourAndMinute(parts))\(end)")
    }

    /// The other moment at which local clocks show the same time. There is nearly always only one such moment, and then
    /// this is nil.
    static func twin(of time: Timestamp) -> Timestamp? {
        guard let own = Parts(time)?.offset else { return nil }
        for days in [-1, 1] {
            guard let other = Parts(time.advanced(by: .seconds(86_400 * days)))?.offset, other != own else { continue }
            let twin = time.advanced(by: .seconds(own - other))
            if Parts(twin)?.offset == other { return twin }
        }
        return nil
    }

    /// The moment at which local clocks show the given time. If the time occurs twice, the result is the first moment.
    /// If clocks skip the time, the result is later by the skipped time. Returns nil for a day or a time that does not
    /// exist.
    static func moment(_ day: Day, hour: Int = 0, minute: Int = 0, second: Int = 0) -> Timestamp? {
        var parts = unsafe tm()
        unsafe parts.tm_year = CInt(clamping: day.year - 1900)
        unsafe parts.tm_mon = CInt(clamping: day.month - 1)
        unsafe parts.tm_mday = CInt(clamping: day.day)
        unsafe parts.tm_hour = CInt(clamping: hour)
        unsafe parts.tm_min = CInt(clamping: minute)
        unsafe parts.tm_sec = CInt(clamping: second)
        unsafe parts.tm_isdst = -1
        let isDay = (1...9999).contains(day.year) && (1...12).contains(day.month) && (1...31).contains(day.day)
        guard isDay, (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
        let wanted = unsafe (parts.tm_mon, parts.tm_mday)
        tzset()
        let seconds = unsafe mktime(&parts)
        // The 31st of a shorter month becomes a day of the next month.
        guard unsafe (parts.tm_mon, parts.tm_mday) == wanted else { return nil }
        let time = Timestamp(millisecondsSince1970: Int64(seconds) * 1000)
        return twin(of: time).map { min($0, time) } ?? time
    }

    /// The date that local clocks show at `time`, plus `days` days.
    static func day(of time: Timestamp, plus days: Int = 0) -> Day? {
        guard let parts = Parts(time), days != 0 else {
            return Parts(time).map { Day(year: $0.year, month: $0.month, day: $0.day) }
        }
        // Noon is never skipped, and a day has at most 25 hours.
        let noon = moment(Day(year: parts.year, month: parts.month, day: parts.day), hour: 12)
        return noon.flatMap { day(of: $0.advanced(by: .seconds(86_400 * days))) }
    }

    /// A day of the calendar.
    struct Day: Equatable {
        var year, month, day: Int
    }

    /// The time of day in the local time zone, such as `08:15:30`.
    static func clock(_ time: Timestamp) -> TerminalSafe {
        guard let parts = Parts(time) else { return "\(time.description)" }
        return TerminalSafe("\(hourAndMinute(parts)):\(padded(parts.second))")
    }

    private struct Parts {
        let year, month, day, hour, minute, second: Int
        /// The offset from UTC in seconds, positive to the east.
        let offset: Int

        /// Returns nil if the C library cannot convert the time.
        init?(_ time: Timestamp) {
            var seconds = time_t(time.millisecondsSince1970 / 1000)
            var parts = unsafe tm()
            // `seam watch` runs for days, and the C library rereads the machine's zone only when asked to.
            tzset()
            guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
            year = unsafe Int(parts.tm_year) + 1900
            month = unsafe Int(parts.tm_mon) + 1
            day = unsafe Int(parts.tm_mday)
            hour = unsafe Int(parts.tm_hour)
            minute = unsafe Int(parts.tm_min)
            second = unsafe Int(parts.tm_sec)
            offset = unsafe Int(parts.tm_gmtoff)
        }
    }

    private static func hourAndMinute(_ parts: Parts) -> String { "\(padded(parts.hour)):\(padded(parts.minute))" }

    /// The offset from UTC, such as `+02:00`.
    private static func offset(_ parts: Parts) -> String {
        let minutes = abs(parts.offset) / 60
        return "\(parts.offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
