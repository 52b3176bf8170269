public import Foundation

nonisolated public enum TimelineScheduleMode: Hashable, Sendable {
    /// Moments come as often as the schedule defines.
    case normal
    /// Moments come less often, because no content may move.
    case lowFrequency
}

nonisolated public protocol TimelineSchedule {
    /// The type of the sequence of moments.
    associatedtype Entries: Sequence where Entries.Element == Date
    /// The mode, which determines how often moments come.
    typealias Mode = TimelineScheduleMode

    /// Returns the moments from a date on, in order.
    func entries(from startDate: Date, mode: Mode) -> Entries
}

nonisolated public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    private let start: Date
    private let interval: TimeInterval

    /// Creates moments from a date on that are `interval` seconds apart, but at least a frame apart.
    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = interval.isFinite ? min(max(interval, 0.016), 1e9) : 1e9
    }

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let passed = max(0, (startDate.timeIntervalSince(start) / interval).rounded(.down))
        let first = start.addingTimeInterval(passed.isFinite ? passed * interval : 0)
        return sequence(first: first) { $0.addingTimeInterval(interval) }
    }
}

nonisolated public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public init() {}

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
        return sequence(first: Date(timeIntervalSinceReferenceDate: minute)) { $0.addingTimeInterval(60) }
    }
}

/// Frequent moments, as for an animation: twenty in a second, or one in a second if no content may move.
nonisolated public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    private let interval: TimeInterval
    private let isPaused: Bool

    /// Creates moments that are at least `minimumInterval` seconds apart. If `paused` is true, only the first moment
    /// comes.
    public init(minimumInterval: Double? = nil, paused: Bool = false) {
        let interval = minimumInterval ?? 0
        self.interval = interval.isFinite ? min(max(interval, 0.05), 1e9) : 0.05
        isPaused = paused
    }

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let step = mode == .lowFrequency ? max(1, interval) : interval
        return sequence(first: startDate) { isPaused ? nil : $0.addingTimeInterval(step) }
    }
}

nonisolated public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule
where Entries.Element == Date {
    private let dates: Entries

    public init(_ dates: Entries) {
        self.dates = dates
    }

    public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

nonisolated extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// Returns moments at equal intervals, in seconds.
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

nonisolated extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    public static var everyMinute: Self { EveryMinuteTimelineSchedule() }
}

nonisolated extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: Self { AnimationTimelineSchedule() }

    /// Returns frequent moments that are at least `minimumInterval` seconds apart.
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self {
        AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
    }
}

nonisolated extension TimelineSchedule {
    public static func explicit<S: Sequence>(_ dates: S) -> Self where Self == ExplicitTimelineSchedule<S> {
        ExplicitTimelineSchedule(dates)
    }
}

/// The moment and the pace of a timeline's view.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

/// A view that is created again as time passes while it is on the screen. If no content may move, this happens at most
/// once a second.
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    /// The precision with which the time should be shown.
    nonisolated public enum Cadence: Comparable, Hashable, Sendable {
        case live
        case seconds
        case minutes
    }

    nonisolated public struct Context: Sendable {
        public let date: Date
        /// The precision for showing the time.
        public let cadence: Cadence
    }

    /// The current position in the sequence of moments.
    private final class Progress {
        let start: (date: Date, instant: ContinuousClock.Instant)
        var entries: any IteratorProtocol<Date>
        var current: Date
        var next: Date?

        init(_ instant: ContinuousClock.Instant, _ entries: (Date) -> any IteratorProtocol<Date>) {
            start = (.now, instant)
            self.entries = entries(start.date)
            current = start.date
            next = self.entries.next()
        }

        /// The date at an instant. If the machine's clock was set since the view appeared, its new time counts.
        func date(at now: ContinuousClock.Instant) -> Date {
            let expected = start.date.addingTimeInterval((now - start.instant) / .seconds(1))
            let shown = Date.now.addingTimeInterval((now - .now) / .seconds(1))
            return abs(shown.timeIntervalSince(expected)) < 0.5 ? expected : shown
        }

        /// Advances to the last moment that has passed, over at most 10,000 moments at a time.
        func advance(to date: Date) {
            for _ in 0..<10_000 {
                guard let moment = next, moment <= date else { return }
                current = moment
                next = entries.next()
            }
        }
    }

    private let schedule: Schedule?
    private let interval: Duration
    private let content: (Date, Cadence, ContinuousClock.Instant) -> Content
}

extension TimelineView: View, NodeBehaviour, PrimitiveView where Content: View {
    public init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {
        (self.schedule, interval) = (schedule, .zero)
        self.content = { date, cadence, _ in
            content(TimelineViewDefaultContext(date: date, cadence: cadence == .live ? .live : .seconds))
        }
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) {
        let (now, isStill) = (node.graph.now, node.environment.reduceMotion)
        guard let schedule else {
            node.setChild(node.observing { content(.now, .live, now) })
            return node.graph.wake(node, at: now + interval)
        }
        let progress =
            node.memo as? Progress
            ?? Progress(now) { schedule.entries(from: $0, mode: isStill ? .lowFrequency : .normal).makeIterator() }
        node.memo = progress
        let date = progress.date(at: now)
        progress.advance(to: date)
        node.setChild(node.observing { content(progress.current, isStill ? .seconds : .live, now) })
        guard let next = progress.next else { return node.graph.wake(node, at: nil) }
        let wait = min(max(next.timeIntervalSince(date), isStill ? 1 : 0.016), 1e9)
        node.graph.wake(node, at: now + .seconds(wait))
    }

    package func disappear(_ node: ViewNode) { node.graph.wake(node, at: nil) }
}

extension TimelineView where Content: View, Schedule == EveryMinuteTimelineSchedule {
    /// Creates a view whose content is created again after each `interval`, which is at least a frame.
    package init(every interval: Duration, @ViewBuilder content: @escaping (ContinuousClock.Instant) -> Content) {
        schedule = nil
        self.interval = max(interval, .milliseconds(16))
        self.content = { content($2) }
    }
}

nonisolated extension EnvironmentValues {
    /// Whether motion is switched off. If it is, words replace a spinner.
    @Entry public var reduceMotion = false
}
