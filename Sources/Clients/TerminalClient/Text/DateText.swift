import Foundation

/// Times as the person at this machine reads them: near ones by day and hour, others by date.
struct DateText {
    let now: Date
    var calendar = Calendar.current

    /// For this moment, in the zone that the machine has now; Foundation remembers the one that it had first.
    static func here() -> DateText {
        NSTimeZone.resetSystemTimeZone()
        var calendar = Calendar.current
        calendar.timeZone = TimeZone.current
        return DateText(now: Date(), calendar: calendar)
    }

    /// `18:00`, `tomorrow 18:00`, `yesterday`, `Fri 18:00`, `1 Dec`, `1 Dec 2027`.
    func text(_ date: Date) -> String {
        switch days(to: date) {
        case 0: return clock(date)
        case 1: return "tomorrow \(clock(date))"
        case 2...6: return "\(weekday(date)) \(clock(date))"
        case -1: return "yesterday"
        default: return day(date)
        }
    }

    /// Always with the hour: `today 14:02`, `yesterday 18:44`, `Tue 09:10`, `3 Nov 09:10`.
    func moment(_ date: Date) -> String {
        switch days(to: date) {
        case 0: "today \(clock(date))"
        case 1: "tomorrow \(clock(date))"
        case -1: "yesterday \(clock(date))"
        case -6 ... -2: "\(weekday(date)) \(clock(date))"
        default: "\(day(date)) \(clock(date))"
        }
    }

    /// The whole date and the hour: `Fri 27 Nov 18:00`.
    func exact(_ date: Date) -> String { "\(weekday(date)) \(day(date)) \(clock(date))" }

    /// How long it is: `2 days left`, `3 hours left`, `5 min left`, or nothing.
    func left(until date: Date) -> String {
        guard date >= now else { return "" }
        let minutes = Int(date.timeIntervalSince(now) / 60)
        switch minutes {
        case ..<60: return "\(minutes) min left"
        case ..<120: return "1 hour left"
        case ..<2880: return "\(minutes / 60) hours left"
        default: return "\(minutes / 1440) days left"
        }
    }

    /// How long words such as "tomorrow" stay true: until the next day begins here, and not longer than ``patience``,
    /// because somebody may set the machine's clock or its zone.
    var untilTomorrow: Duration {
        let tomorrow = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: now)) ?? now
        return min(Self.patience, .seconds(max(1, tomorrow.timeIntervalSince(now))))
    }

    private static let patience = Duration.seconds(60)

    /// The hour and minute: `18:00`.
    func clock(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return "\(padded(parts.hour ?? 0)):\(padded(parts.minute ?? 0))"
    }

    private func days(to date: Date) -> Int {
        calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: date)
        ).day ?? 0
    }

    private func weekday(_ date: Date) -> String {
        Self.days[(calendar.component(.weekday, from: date) - 1) % 7]
    }

    private func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let day = "\(parts.day ?? 1) \(Self.months[((parts.month ?? 1) - 1) % 12])"
        return parts.year == calendar.component(.year, from: now) ? day : "\(day) \(parts.year ?? 0)"
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
