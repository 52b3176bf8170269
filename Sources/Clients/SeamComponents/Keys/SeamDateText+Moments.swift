import LinuxSupport
import SeamSwiftUI
import SeamWords

nonisolated extension SeamDateText {
    /// Returns the dates relative to this moment, in the machine's current time zone. The result is reused for up to a
    /// second, because every row calls this method.
    static func here() -> SeamDateText {
        let now = ContinuousClock.now
        if let last = lastRead.withLock({ $0 }), now - last.at < .seconds(1) {
            return SeamDateText(now: Date(), calendar: last.calendar)
        }
        // Foundation caches the first time zone that it reads.
        NSTimeZone.resetSystemTimeZone()
        var calendar = Calendar.current
        calendar.timeZone = TimeZone.current
        lastRead.withLock { [calendar] in $0 = (calendar, now) }
        return SeamDateText(now: Date(), calendar: calendar)
    }

    private static let lastRead = Locked<(calendar: Calendar, at: ContinuousClock.Instant)?>(nil)

    /// Returns the hour and minute, such as `18:00`. If the time occurs twice because clocks go back, the offset is
    /// added, as in `02:30+02:00`.
    package func clock(_ date: Date) -> String { hourAndMinute(date) + offsetOfTwin(date) }

    /// Returns the offset of a time that occurs twice. The result is empty for any other time.
    private func offsetOfTwin(_ date: Date) -> String {
        let zone = calendar.timeZone
        let own = zone.secondsFromGMT(for: date)
        let others = [-86_400.0, 86_400].map { zone.secondsFromGMT(for: date + $0) }.filter { $0 != own }
        guard others.contains(where: { zone.secondsFromGMT(for: date + Double(own - $0)) == $0 }) else { return "" }
        let hours = [abs(own) / 3600, abs(own) / 60 % 60].map { "\($0 + 100)".dropFirst() }
        return (own < 0 ? "-" : "+") + hours.joined(separator: ":")
    }

    private func hourAndMinute(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return [parts.hour, parts.minute].map { (part: Int?) in "\((part ?? 0) + 100)".dropFirst() }
            .joined(separator: ":")
    }

    /// The time of day, such as `14:02`.
    package var time: String { hourAndMinute(now) }

    /// The time of day and the date, such as `14:02 Thu 26 Nov`.
    package var timeAndDay: String {
        let parts = calendar.dateComponents([.month, .day, .weekday], from: now)
        let day = language.date(
            day: parts.day ?? 1, month: parts.month ?? 1, year: nil, weekday: parts.weekday)
        return "\(time)  \(day)"
    }

    /// The number of minutes since midnight.
    package var minuteOfDay: Int {
        let parts = calendar.dateComponents([.hour, .minute], from: now)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }

    /// Returns a moment, always with the time, such as `today 14:02`, `yesterday 18:44`, `Tue 09:10` or `3 Nov 09:10`.
    package func moment(_ date: Date) -> String {
        guard isDate(date) else { return "" }
        switch days(to: date) {
        case 0: return language("today %@", clock(date))
        case 1: return language("tomorrow %@", clock(date))
        case -1: return language("yesterday %@", clock(date))
        case -6 ... -2: return "\(weekday(date)) \(clock(date))"
        default: return "\(day(date)) \(clock(date))"
        }
    }

    /// Returns the full date and the time, such as `Fri 27 Nov 18:00`.
    package func exact(_ date: Date) -> String {
        guard isDate(date) else { return "" }
        let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
        let isThisYear = parts.year == calendar.component(.year, from: now)
        let day = language.date(
            day: parts.day ?? 1, month: parts.month ?? 1, year: isThisYear ? nil : parts.year ?? 0,
            weekday: parts.weekday)
        return "\(day) \(clock(date))"
    }

    /// Returns the remaining time, such as `2 days left`, `3 hours left` or `5 min left`. The result is empty once no
    /// time is left.
    package func left(until date: Date) -> String {
        guard isDate(date), date >= now else { return "" }
        let minutes = Int(date.timeIntervalSince(now) / 60)
        switch minutes {
        case ..<60: return language("%@ min left", "\(minutes)")
        case ..<120: return language("1 hour left")
        case ..<2880: return language("%@ hours left", "\(minutes / 60)")
        default: return language("%@ days left", "\(minutes / 1440)")
        }
    }

    /// The time for which words such as "tomorrow" stay true. This is the time until the next day begins at this
    /// machine, but at most ten minutes, because the machine's clock or time zone may change.
    package var untilTomorrow: Duration {
        let tomorrow = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: now)) ?? now
        return min(.seconds(600), .seconds(max(1, tomorrow.timeIntervalSince(now))))
    }
}
