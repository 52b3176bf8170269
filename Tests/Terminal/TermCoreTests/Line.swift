import TermCore

/// A terminal at the end of a slow line, in virtual time.
struct Line {
    var input: TimedInput
    private(set) var now: ContinuousClock.Instant
    private(set) var events: [InputEvent] = []

    init(tellsEscape: Bool = false) {
        now = .now
        input = TimedInput(at: now)
        input.tellsEscape = tellsEscape
    }

    mutating func send(_ text: String) { send(Array(text.utf8)) }

    mutating func send(_ bytes: some Sequence<UInt8>) { events += input.feed(bytes, at: now) }

    /// Sends a key in the way in which a person presses it, and then waits.
    mutating func press(_ text: String) {
        send(text)
        wait(.milliseconds(600))
    }

    /// Lets time pass as a host does. A host checks for input whenever something is due.
    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let due = input.due, due <= end {
            now = max(now, due)
            events += input.advance(to: now)
        }
        now = end
    }

    /// Lets time pass while the program is not scheduled.
    mutating func stop(_ duration: Duration) { now += duration }

    var keys: [KeyEvent] { events.compactMap { if case .key(let key) = $0 { key } else { nil } } }
    var texts: [String] { events.compactMap { if case .paste(let text) = $0 { text } else { nil } } }
    var bursts: [String] { events.compactMap { if case .burst(let text) = $0 { text } else { nil } } }
    var names: String { keys.map(\.description).joined(separator: " ") }
}
