/// While something is held, no door is opened: a press of a key now was meant for what was shown before.
struct Hold: Equatable {
    private var until: ContinuousClock.Instant
    /// What whoever presses a key too early is told.
    let words: String?
    /// When somebody last wanted to open a door.
    private var last: ContinuousClock.Instant?

    private static let length = Duration.seconds(1)
    /// The longest time between two repeats of a key that is held down.
    private static let repeating = Duration.milliseconds(250)

    init(from now: ContinuousClock.Instant, words: String? = nil) {
        (until, self.words) = (now + Self.length, words)
    }

    /// Whether a press at `now` comes too early. A key that is held down repeats, which is not another press.
    mutating func holds(at now: ContinuousClock.Instant) -> Bool {
        guard now < until else { return false }
        if let last, now - last < Self.repeating { until = now + Self.length }
        last = now
        return true
    }
}
