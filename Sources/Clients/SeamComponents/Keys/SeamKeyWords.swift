import SeamSDK
import SeamSwiftUI
import SeamWords

/// A key as lists and cards say it: words, and no dates that a view would have to compare with a clock.
nonisolated struct SeamKeyRow: Identifiable, Hashable, Sendable {
    let key: SeamAccessCredential
    /// Its state in a word: `ready`, `needs you`, `expired`.
    let state: String
    /// A few words more: until when, or what is the matter.
    let note: String
    /// The first error; nil if the key opens.
    let error: SeamCredentialError?

    var id: String { key.id }

    /// `other`: the note of a key that opens, in place of its expiry.
    init(_ key: SeamAccessCredential, _ dates: SeamDateText, note other: String? = nil) {
        self.key = key
        error = key.errors.first
        let words = key.words(showing: "v").first ?? .ready
        state = words.title
        let until = other ?? key.expiry.map { dates.text($0) } ?? ""
        note = key.errors.isEmpty ? (until.isEmpty ? "" : "until \(until)") : words.note.isEmpty ? until : words.note
    }

    /// Where the door is, if that says more than the name.
    var place: String { key.location == key.name ? "" : key.location }

    /// Whether the key cannot be used, and nobody here can do anything about it.
    var isDim: Bool { error == .expired || error == .unknown }

    func color(_ theme: SeamTheme, _ style: SeamAccessCredentialErrorStyle = .default) -> Color {
        error.map { style.iconColor($0, theme: theme) } ?? theme.colors.success
    }

    /// All that it says, for people who do not see the screen.
    var spoken: String {
        let kind = key.isManaged ? "" : "discovered"
        let more = key.errors.count > 1 ? "\(key.errors.count - 1) more" : ""
        return [key.name, place, state, note, more, kind].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// Times as the person at this machine reads them: near ones by day and hour, others by date.
nonisolated package struct SeamDateText: Sendable {
    let now: Date
    let calendar: Calendar

    /// As they are read at that moment.
    package init(now: Date, calendar: Calendar = .current) { (self.now, self.calendar) = (now, calendar) }

    /// `18:00`, `tomorrow 18:00`, `yesterday`, `Fri 18:00`, `1 Dec`, `1 Dec 2027`; nothing for what is no date.
    package func text(_ date: Date) -> String {
        guard isDate(date) else { return "" }
        switch days(to: date) {
        case 0: return clock(date)
        case 1: return "tomorrow \(clock(date))"
        case -1: return "yesterday"
        case 2...6: return "\(weekday(date)) \(clock(date))"
        default: return day(date)
        }
    }

    /// Whether a calendar can say it.
    func isDate(_ date: Date) -> Bool { abs(date.timeIntervalSinceReferenceDate) < 1e11 }

    func days(to date: Date) -> Int {
        calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: date)
        ).day ?? 0
    }

    func weekday(_ date: Date) -> String {
        Self.weekdays[(calendar.component(.weekday, from: date) + 6) % 7]
    }

    func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let day = "\(parts.day ?? 1) \(Self.months[((parts.month ?? 1) + 11) % 12])"
        return parts.year == calendar.component(.year, from: now) ? day : "\(day) \(parts.year ?? 0)"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

private nonisolated struct SeamDatesKey: EnvironmentKey {
    static let defaultValue: @Sendable () -> SeamDateText = { .here() }
}

nonisolated extension EnvironmentValues {
    /// How times are written below: for now, unless a test has set another moment.
    package var seamDates: SeamDateText {
        get { self[SeamDatesKey.self]() }
        set { self[SeamDatesKey.self] = { newValue } }
    }

    /// Tells how times are written, whenever they are.
    package var seamDatesSource: @Sendable () -> SeamDateText {
        get { self[SeamDatesKey.self] }
        set { self[SeamDatesKey.self] = newValue }
    }
}
