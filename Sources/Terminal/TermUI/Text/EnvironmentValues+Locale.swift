public import Foundation

nonisolated private enum LocaleKey: EnvironmentKey { static let defaultValue = Locale(identifier: "en") }

nonisolated extension EnvironmentValues {
    /// The language and the customs of the person who reads: English unless it is set. What the machine is set to is
    /// the program's to read: a screen looks the same on each.
    public var locale: Locale {
        get { self[LocaleKey.self] }
        set { self[LocaleKey.self] = newValue }
    }
}
