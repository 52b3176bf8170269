import Glibc
import TermCore
import Wire

/// Times as people at this machine read them.
enum LocalTime {
    /// `2026-11-21 08:15` in the local time zone (`TZ`, `/etc/localtime`).
    static func text(_ time: Timestamp) -> TerminalSafe {
        guard let parts = Parts(time) else { return "\(time.description)" }
        return TerminalSafe("\(parts.year)-\(padded(parts.month))-\(padded(parts.day)) \(hourAndMinute(parts))")
    }

    /// `08:15:30` in the local time zone.
    static func clock(_ time: Timestamp) -> TerminalSafe {
        guard let parts = Parts(time) else { return "\(time.description)" }
        return TerminalSafe("\(hourAndMinute(parts)):\(padded(parts.second))")
    }

    private struct Parts {
        let year, month, day, hour, minute, second: Int

        /// Nil if the C library cannot say.
        init?(_ time: Timestamp) {
            var seconds = time_t(time.millisecondsSince1970 / 1000)
            var parts = unsafe tm()
            // `seam watch` runs for days, and the C library looks at the machine's zone again only when it is told to.
            tzset()
            guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
            year = unsafe Int(parts.tm_year) + 1900
            month = unsafe Int(parts.tm_mon) + 1
            day = unsafe Int(parts.tm_mday)
            hour = unsafe Int(parts.tm_hour)
            minute = unsafe Int(parts.tm_min)
            second = unsafe Int(parts.tm_sec)
        }
    }

    private static func hourAndMinute(_ parts: Parts) -> String { "\(padded(parts.hour)):\(padded(parts.minute))" }

    private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
