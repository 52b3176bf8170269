public import Foundation

nonisolated extension EnvironmentValues {
    /// The reader's language and conventions: English unless set. A program must read the machine's settings itself, so
    /// that a screen looks the same on every machine.
    @Entry public var locale = Locale(identifier: "en")

    /// The reader's calendar: Gregorian unless set, for the same reason. A ``DatePicker`` always shows its parts in the
    /// Gregorian calendar.
    @Entry public var calendar = Calendar(identifier: .gregorian)

    /// The zone of the times in a ``DatePicker``: the machine's unless set.
    @Entry public var timeZone = TimeZone.current
}
