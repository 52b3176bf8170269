public import Foundation

nonisolated private enum LocaleKey: EnvironmentKey { static let defaultValue = Locale(identifier: "en") }
nonisolated private enum CalendarKey: EnvironmentKey { static let defaultValue = Calendar(identifier: .gregorian) }
nonisolated private enum TimeZoneKey: EnvironmentKey { static let defaultValue = TimeZone.current }

nonisolated extension EnvironmentValues {
    /// The language and the customs of the person who reads: English unless it is set. What the machine is set to is
    /// the program's to read: a screen looks the same on each.
    public var locale: Locale {
        get { self[LocaleKey.self] }
        set { self[LocaleKey.self] = newValue }
    }

    /// The calendar of the person who reads: Gregorian unless it is set, for the same reason. A ``DatePicker`` shows
    /// its parts by the Gregorian calendar whatever it is.
    public var calendar: Calendar {
        get { self[CalendarKey.self] }
        set { self[CalendarKey.self] = newValue }
    }

    /// The zone of the times in a ``DatePicker``: the machine's unless it is set.
    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }
}
