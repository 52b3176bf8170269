import Foundation
import SeamWords

nonisolated extension SeamDateText {
    /// Returns a coming moment as people say it, such as `tonight, 8 o'clock` or `Friday morning, 8:30`. More than six
    /// days ahead, or in the past, it is a date or day with the time.
    package func spoken(_ date: Date) -> String {
        guard isDate(date), (0...6).contains(days(to: date)), date >= now else { return moment(date) }
        let parts = calendar.dateComponents([.hour, .minute, .weekday], from: date)
        return language.spoken(
            days: days(to: date), weekday: parts.weekday ?? 1, hour: parts.hour ?? 0, minute: parts.minute ?? 0)
    }

    /// Returns how long ago a moment was, such as `just now`, `5 minutes ago` or `2 days ago`.
    package func ago(_ date: Date) -> String {
        guard isDate(date) else { return "" }
        let minutes = max(0, Int(now.timeIntervalSince(date) / 60))
        switch minutes {
        case 0: return language("just now")
        case ..<60: return language.count(minutes, one: "1 minute ago", other: "%@ minutes ago")
        case ..<2880: return language.count(minutes / 60, one: "1 hour ago", other: "%@ hours ago")
        default: return language("%@ days ago", "\(minutes / 1440)")
        }
    }

    /// Returns how far a moment is from now in whole minutes, rounded up. A past moment has a negative number.
    package func minutes(until date: Date) -> Int {
        guard isDate(date) else { return 0 }
        return Int((date.timeIntervalSince(now) / 60).rounded(.up))
    }
}
