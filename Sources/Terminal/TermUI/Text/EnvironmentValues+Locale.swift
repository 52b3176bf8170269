public import Foundation

nonisolated extension EnvironmentValues {
    /// The language and the customs of the person who reads: English unless it is set. A program reads the machine's
    /// settings itself: a screen looks the same on each.
    @Entry public var locale = Locale(identifier: "en")

    /// The calendar of the person who reads: Gregorian unless it is set, for the same reason. A ``DatePicker`` shows
    /// its parts by the Gregorian calendar whatever it is.
    @Entry public var calendar = Calendar(identifier: .gregorian)

    /// The zone of the times in a ``DatePicker``: the machine's unless it is set.
    @Entry public var timeZone = TimeZone.current
}
