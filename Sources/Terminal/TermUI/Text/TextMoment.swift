public import Foundation

nonisolated extension Text {
    /// The way in which a date is shown.
    public struct DateStyle: Sendable, Equatable, Hashable, Codable {
        enum Kind: Codable { case time, date, relative, offset, timer }

        let kind: Kind

        /// `14:00`, in any language, as a date picker writes it.
        public static let time = DateStyle(kind: .time)
        /// `2026-11-25`, in any language, as a date picker writes it.
        public static let date = DateStyle(kind: .date)
        /// The distance from now, such as `2 min, 32 sec`. The text updates by itself.
        public static let relative = DateStyle(kind: .relative)
        /// The distance from now with its sign, such as `+2 hours`. The text updates by itself.
        public static let offset = DateStyle(kind: .offset)
        /// The time since or until the date, such as `36:59:01`. The text updates by itself.
        public static let timer = DateStyle(kind: .timer)
    }

    /// The part of a date that a text shows.
    struct Moment: Equatable, Sendable {
        let style: DateStyle.Kind
        let date: Date
        var end: Date?
        var countsDown = false

        /// The time after which the text changes, or nil if the text never changes.
        var interval: Duration? {
            switch style {
            case .time, .date: nil
            case .relative, .offset, .timer: .seconds(1)
            }
        }

        func text(at now: Date) -> String {
            switch style {
            case .time: return Self.time(date)
            case .date: return Self.day(date)
            case .timer:
                let now = end.map { min(max(now, date), $0) } ?? now
                let from = countsDown ? end ?? date : date
                return Self.clock(abs(from.timeIntervalSince(now)))
            case .relative: return Self.parts(of: abs(date.timeIntervalSince(now)), most: 2)
            case .offset:
                let distance = now.timeIntervalSince(date)
                return (distance < 0 ? "-" : "+") + Self.parts(of: abs(distance), most: 1)
            }
        }

        /// The date and the time, as a date picker writes them.
        static func written(_ date: Date) -> String { "\(day(date)) \(time(date))" }

        private static func day(_ date: Date) -> String {
            let format: Date.FormatString = "\(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits)"
            return date.formatted(Date.VerbatimFormatStyle(format: format, timeZone: .current, calendar: calendar))
        }

        private static func time(_ date: Date) -> String {
            let format: Date.FormatString =
                "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)"
            return date.formatted(Date.VerbatimFormatStyle(format: format, timeZone: .current, calendar: calendar))
        }

        private static let calendar = Calendar(identifier: .gregorian)

        /// Returns whole seconds, limited to a number that is longer than anybody waits.
        private static func seconds(_ interval: TimeInterval) -> Int { Int(min(interval, 1e12)) }

        private static func clock(_ interval: TimeInterval) -> String {
            let seconds = seconds(interval)
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
            return hours > 0
                ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
        }

        private static func parts(of interval: TimeInterval, most: Int) -> String {
            var rest = seconds(interval)
            let units = [
                ("yr", 31_536_000), ("mth", 2_592_000), ("day", 86_400), ("hr", 3600), ("min", 60), ("sec", 1),
            ]
            var parts: [String] = []
            for (name, length) in units where rest >= length || (length == 1 && parts.isEmpty) {
                let count = rest / length
                parts.append("\(count) \(name)\(count == 1 || length <= 60 ? "" : "s")")
                rest %= length
            }
            return parts.prefix(most).joined(separator: ", ")
        }
    }

    /// Creates a text from a date. A text that updates by itself is redrawn every second while it is on the screen.
    public init(_ date: Date, style: DateStyle) {
        var run = Run("", Style())
        run.moment = Moment(style: style.kind, date: date)
        self.init(runs: [run])
    }

    public init(
        timerInterval interval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true,
        showsHours: Bool = true
    ) {
        let moment = Moment(style: .timer, date: interval.lowerBound, end: interval.upperBound, countsDown: countsDown)
        var run = Run(pauseTime.map { moment.text(at: $0) } ?? "", Style())
        if pauseTime == nil { run.moment = moment }
        self.init(runs: [run])
    }

    public init(_ dates: ClosedRange<Date>) {
        self.init(verbatim: Moment.written(dates.lowerBound) + " – " + Moment.written(dates.upperBound))
    }

    public init(_ interval: DateInterval) {
        self.init(interval.start...interval.end)
    }
}

nonisolated extension Text.Run {
    /// The text that is shown now.
    var shown: String { moment?.text(at: .now) ?? text }
}
