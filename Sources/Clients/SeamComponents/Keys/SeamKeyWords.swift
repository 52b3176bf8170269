package import SeamSDK
import SeamSwiftUI
package import SeamWords

/// The words for a key in lists and cards. The words contain no dates that a view needs to compare with a clock.
package nonisolated struct SeamKeyRow: Identifiable, Hashable, Sendable {
    /// The key that the words describe.
    package let key: SeamAccessCredential
    /// The language of the words.
    let language: SeamLanguage
    /// The key's state in one or two words, such as `ready`, `needs you` or `expired`.
    package let state: String
    /// A few words about the key's expiry, or about its error.
    package let note: String
    /// The text of a card about the first error, in at most 18 characters.
    let badge: String
    /// The first error, or nil if the key opens.
    package let error: SeamCredentialError?
    /// The strength of the lock's signal, or nil if the lock is not in range.
    let signal: SeamSignal?

    /// The key's id.
    package var id: String { key.id }

    /// Creates the words for a key. If the key opens, the note `other` is shown in place of the expiry.
    package init(_ key: SeamAccessCredential, _ dates: SeamDateText, note other: String? = nil) {
        self.init(key, dates, signal: nil, note: other)
    }

    init(_ key: SeamAccessCredential, _ dates: SeamDateText, signal: SeamSignal?, note other: String? = nil) {
        (self.key, language, self.signal) = (key, dates.language, signal)
        error = key.errors.first
        let words = (key.words(showing: "", time: dates.text).first ?? .ready).said(in: language)
        state = words.title
        badge = words.note.isEmpty ? words.title : words.note
        let until = other ?? key.expiry.map { dates.text($0) } ?? ""
        note =
            key.errors.isEmpty
            ? (until.isEmpty ? "" : language("until %@", until)) : words.note.isEmpty ? until : words.note
    }

    /// The location of the door. The value is empty if the location equals the name.
    package var place: String { key.location == key.name ? "" : key.location }

    /// The texts below the name, for keys with several lines.
    var remarks: [String] { [place, note].filter { !$0.isEmpty } }

    /// Returns the number of lines of the key in a table.
    func lines(_ density: SeamDensity) -> Int { min(density.rowLines, 1 + remarks.count) }

    /// Whether the key cannot be used, and nobody at this machine has a remedy.
    package var isDim: Bool { error == .expired || error == .unknown }

    func color(_ theme: SeamTheme, _ style: SeamAccessCredentialErrorStyle = .default) -> Color {
        error.map { style.iconColor($0, theme: theme) } ?? theme.colors.success
    }

    /// The number of the key's further errors, in words. The value is nil for a key with at most one error.
    var more: String? {
        let count = key.errors.count - 1
        return count > 0 ? language.count(count, one: "1 more", other: "%@ more") : nil
    }

    /// The whole row in words, for people who do not see the screen.
    package var spoken: String {
        let kind = key.isManaged ? "" : language("discovered")
        let near = signal?.words(in: language) ?? ""
        return [key.name, place, state, near, note, more ?? "", kind].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension SeamAccessCredential {
    /// The warnings about which the person must be asked before the door is opened.
    package nonisolated var questions: [SeamCredentialWarning] {
        warnings.filter { $0.code == SeamCredentialWarning.privacyMode }
    }
}

extension SeamCredentialWarning {
    /// Returns the warning in a language of the screens. If that language has no words for it, returns it in the
    /// daemon's English.
    package nonisolated func words(in language: SeamLanguage) -> String {
        switch code {
        case Self.privacyMode:
            language(
                "%@ is in privacy mode: somebody inside does not want to be disturbed.",
                entranceName ?? language("The door"))
        case Self.lockBatteryLow:
            language(
                "%@: the lock's battery is low. Please tell the people who run this door.",
                entranceName ?? language("The door"))
        default: Words.sentence(message)
        }
    }
}

/// Formats times for the person at this machine. Near times are formatted by day and time, and all other times by date.
nonisolated package struct SeamDateText: Sendable {
    /// The moment to which the times are relative.
    package let now: Date
    let calendar: Calendar
    /// The language of the formatted times.
    package var language: SeamLanguage

    /// Creates a formatter for times relative to `now`, in a language.
    package init(now: Date, calendar: Calendar = .current, language: SeamLanguage = .english) {
        (self.now, self.calendar, self.language) = (now, calendar, language)
    }

    /// Returns a date as text, such as `18:00`, `tomorrow 18:00`, `yesterday`, `Fri 18:00`, `1 Dec` or `1 Dec 2027`.
    /// The result is empty for an impossible date.
    package func text(_ date: Date) -> String {
        guard isDate(date) else { return "" }
        switch days(to: date) {
        case 0: return clock(date)
        case 1: return language("tomorrow %@", clock(date))
        case -1: return language("yesterday")
        case 2...6: return "\(weekday(date)) \(clock(date))"
        default: return day(date)
        }
    }

    /// Whether a calendar can express the date.
    func isDate(_ date: Date) -> Bool { abs(date.timeIntervalSinceReferenceDate) < 1e11 }

    func days(to date: Date) -> Int {
        calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: date)
        ).day ?? 0
    }

    func weekday(_ date: Date) -> String { language.weekday(calendar.component(.weekday, from: date)) }

    func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let isThisYear = parts.year == calendar.component(.year, from: now)
        return language.date(day: parts.day ?? 1, month: parts.month ?? 1, year: isThisYear ? nil : parts.year ?? 0)
    }
}

private nonisolated struct SeamDatesKey: EnvironmentKey {
    static let defaultValue: @Sendable () -> SeamDateText = { .here() }
}

nonisolated extension EnvironmentValues {
    /// The formatter for times inside this view. The times are in the view's language. They are relative to now, or to
    /// the moment that a test has set.
    package var seamDates: SeamDateText {
        get {
            var dates = self[SeamDatesKey.self]()
            dates.language = seamLanguage
            return dates
        }
        set { self[SeamDatesKey.self] = { newValue } }
    }

    /// The source of ``seamDates``, which is called whenever times are formatted.
    package var seamDatesSource: @Sendable () -> SeamDateText {
        get { self[SeamDatesKey.self] }
        set { self[SeamDatesKey.self] = newValue }
    }
}
