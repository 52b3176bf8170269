// swift-format-ignore-file: AlwaysUseLowerCamelCase
// LumiKit's own names.

public import Foundation
import LinuxSupport

/// Days in the person's calendar and time zone.
public enum LMKDateHelper {
    private static let shared = Locked(current())

    private static func current() -> Calendar {
        var calendar = Calendar.current
        calendar.timeZone = .current
        return calendar
    }

    /// The calendar used throughout: the one from `initialize()`, or from the first use.
    public static var calendar: Calendar { shared.withLock { $0 } }

    /// Reads the calendar and the time zone again. Linux tells a program nothing when the zone changes, so a program
    /// that outlives a journey calls this again.
    public static func initialize() {
        NSTimeZone.resetSystemTimeZone()
        let now = current()
        shared.withLock { $0 = now }
    }

    /// When today began.
    public static var today: Date { startOfDay(for: Date()) }

    /// When the day of `date` began.
    public static func startOfDay(for date: Date) -> Date { calendar.startOfDay(for: date) }

    /// Whether `date` is today.
    public static func isToday(_ date: Date) -> Bool { calendar.isDateInToday(date) }

    /// Whether both are on the same day.
    public static func isSameDay(_ date1: Date, _ date2: Date) -> Bool { calendar.isDate(date1, inSameDayAs: date2) }

    /// Whether `date` is at most that many years in the past or the future.
    public static func isValidDateRange(_ date: Date, yearsInPast: Int = 100, yearsInFuture: Int = 10) -> Bool {
        let (calendar, now) = (calendar, Date())
        let years = -10_000...10_000
        guard years.contains(yearsInPast), years.contains(yearsInFuture),
            let first = calendar.date(byAdding: .year, value: -yearsInPast, to: now),
            let last = calendar.date(byAdding: .year, value: yearsInFuture, to: now)
        else { return false }
        return date >= first && date <= last
    }
}

extension Date {
    /// The start of its day (`LMKDateHelper`).
    public var lmk_startOfDay: Date { LMKDateHelper.startOfDay(for: self) }

    /// Whether it is today.
    public var lmk_isToday: Bool { LMKDateHelper.isToday(self) }

    /// Whether it and `date` are on the same day.
    public func lmk_isSameDay(as date: Date) -> Bool { LMKDateHelper.isSameDay(self, date) }
}
