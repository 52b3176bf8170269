import ArgumentParser
import Glibc
import LinuxSupport
import TermCore
import Wire

/// Reads a time in the form that people write on a command line, by the local clock.
struct TextMoment: Equatable {
    /// Whether a length of time, or a time of day without a date, means the past or the future.
    enum Direction {
        /// `24h` means 24 hours ago, and `18:00` means the last time that clocks showed 18:00.
        case past
        /// `24h` means 24 hours from now, and `18:00` means the next time that clocks show 18:00.
        case coming
    }

    /// The accepted forms, for messages and help texts.
    static let forms: TerminalSafe =
        "24h, 1h30m, 18:00, today, yesterday, tomorrow, 2026-01-31, '2026-01-31 18:00' or 2026-01-31T18:00:00Z"

    private let text: String
    private let direction: Direction

    /// Reads a time. If the text is not valid, throws an error that names the forms.
    init(_ text: String, _ direction: Direction) throws(ValidationError) {
        (self.text, self.direction) = (text, direction)
        guard Self.read(text, direction, now: .wall) != nil else {
            throw ValidationError("write a time as \(Self.forms.description)")
        }
    }

    /// The moment that the text means if the current time is `now`.
    func time(at now: Timestamp) -> Timestamp { Self.read(text, direction, now: now) ?? now }

    /// Reads a length of time, a date, a time of day, a date with a time of day, or a time in the form of RFC 3339 with
    /// its zone. A date alone means the beginning of the day. Returns nil for anything else.
    static func read(_ text: String, _ direction: Direction, now: Timestamp) -> Timestamp? {
        if let time = Timestamp(text) ?? Timestamp(withSeconds(text)) { return time }
        // A lone number is not a length of time here, because it has no unit.
        if !text.allSatisfy(\.isNumber), let length = TextDuration.parse(text, atMost: .seconds(36_525 * 86_400)) {
            return now.advanced(by: direction == .past ? .zero - length : length)
        }
        let isDate = text.first?.isNumber == true
        var words = text.split(whereSeparator: { $0 == " " || isDate && $0 == "T" }).map(String.init)
        guard let first = words.first, words.count <= 2 else { return nil }
        let named = day(first.lowercased(), now: now)
        if named != nil { words.removeFirst() }
        guard let clock = words.first else { return named.flatMap { LocalTime.moment($0) } }
        guard words.count == 1, let parts = numbers(clock, separator: ":", counts: 2...3) else { return nil }
        func moment(_ day: LocalTime.Day?) -> Timestamp? {
            day.flatMap {
                LocalTime.moment($0, hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0)
            }
        }
        guard named == nil else { return moment(named) }
        guard let today = moment(LocalTime.day(of: now)) else { return nil }
        switch direction {
        case .past: return today <= now ? today : moment(LocalTime.day(of: now, plus: -1))
        case .coming: return today > now ? today : moment(LocalTime.day(of: now, plus: 1))
        }
    }

    /// A time such as `2026-10-25 02:30+02:00`, as ``LocalTime`` writes it, with the seconds added that RFC 3339
    /// requires.
    private static func withSeconds(_ text: String) -> String {
        guard let zone = text.dropFirst(16).first, text.count > 16, "+-Zz".contains(zone) else { return text }
        return text.prefix(16) + ":00" + text.dropFirst(16)
    }

    private static func day(_ word: String, now: Timestamp) -> LocalTime.Day? {
        switch word {
        case "today": return LocalTime.day(of: now)
        case "yesterday": return LocalTime.day(of: now, plus: -1)
        case "tomorrow": return LocalTime.day(of: now, plus: 1)
        default:
            guard let parts = numbers(word, separator: "-", counts: 3...3) else { return nil }
            return LocalTime.Day(year: parts[0], month: parts[1], day: parts[2])
        }
    }

    /// The numbers of one to four digits that a text consists of, divided by `separator`.
    private static func numbers(_ text: String, separator: Character, counts: ClosedRange<Int>) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard counts.contains(parts.count),
            parts.allSatisfy({ (1...4).contains($0.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return parts.compactMap { Int($0) }
    }
}

extension Timestamp {
    /// The current time, by the wall clock.
    static var wall: Timestamp { Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()) }
}
