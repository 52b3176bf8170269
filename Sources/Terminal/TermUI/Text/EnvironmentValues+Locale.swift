public import Foundation

nonisolated extension EnvironmentValues {
    /// The reader's language and conventions, which are English unless they are set. The machine's settings are used
    /// only if a program reads them, so that a screen looks the same on every machine.
    @Entry public var locale = Locale(identifier: "en")

    /// The reader's calendar. It is Gregorian if no other calendar is set, so that a screen looks the same on every
    /// machine. A ``DatePicker`` always shows its parts in the Gregorian calendar.
    @Entry public var calendar = Calendar(identifier: .gregorian)

    /// The time zone of the times in a ``DatePicker``. It is the machine's zone unless another zone is set.
    @Entry public var timeZone = TimeZone.current
}
