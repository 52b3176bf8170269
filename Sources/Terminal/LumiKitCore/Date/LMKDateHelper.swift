// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

public import Foundation
import LinuxSupport

/// Calculates days in the person's calendar and time zone.
public enum LMKDateHelper {
    private static let shared = Locked(current())

    private static func current() -> Calendar {
        var calendar = Calendar.current
        calendar.timeZone = .current
        return calendar
    }

    /// The calendar that all methods use. It was read by `initialize()`, or at the first use.
    public static var calendar: Calendar { shared.withLock { $0 } }

    /// Reads the calendar and the time zone again. Linux does not inform a program when the time zone changes, so a
    /// program that keeps running during a journey should call this method again.
    public static func initialize() {
        NSTimeZone.resetSystemTimeZone()
        let now = current()
        shared.withLock { $0 = now }
    }

    /// The time at which today began.
    public static var today: Date { startOfDay(for: Date()) }

    /// Returns the time at which the day of `date` began.
    public static func startOfDay(for date: Date) -> Date { calendar.startOfDay(for: date) }

    /// Whether `date` is today.
    public static func isToday(_ date: Date) -> Bool { calendar.isDateInToday(date) }

    /// Whether both dates are on the same day.
    public static func isSameDay(_ date1: Date, _ date2: Date) -> Bool { calendar.isDate(date1, inSameDayAs: date2) }

    /// Whether `date` is not further away than the given number of years, in the past or in the future.
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
    /// The start of the date's day (`LMKDateHelper`).
    public var lmk_startOfDay: Date { LMKDateHelper.startOfDay(for: self) }

    /// Whether the date is today.
    public var lmk_isToday: Bool { LMKDateHelper.isToday(self) }

    /// Whether this date and `date` are on the same day.
    public func lmk_isSameDay(as date: Date) -> Bool { LMKDateHelper.isSameDay(self, date) }
}
