/// What a terminal sends, as events, with the time that it takes: the owner hands on bytes when they come, and asks
/// again when ``due`` has come.
///
/// How long is waited for the rest of what has begun:
///
/// - A sequence: 25 ms on a local line, 100 ms over a network. Then a lone ESC is the Escape key.
/// - A pasted text: 5 s after its last byte, and 30 s in all. Then it is wiped, and everything up to its end is
///   dropped, however late it comes: a paste that a slow link tears is never typed. A terminal that has failed may
///   never send the end. Then two things help, and neither opens a door: Ctrl-C, which counts as the key, and another
///   paste, whose end is an end of both.
package struct TimedInput: Sendable {
    /// How long the bytes of one sequence may be apart, and those of a pasted text, and how long that may take in all.
    package static let patience = (
        local: Duration.milliseconds(25), remote: Duration.milliseconds(100), paste: Duration.seconds(5),
        wholePaste: Duration.seconds(30)
    )

    private var parser = InputParser()
    private let patience: Duration
    private var lastByte: ContinuousClock.Instant
    /// When the paste began that has not ended.
    private var pasteSince: ContinuousClock.Instant?

    /// `isRemote`: there is a network between the terminal and this machine.
    package init(isRemote: Bool, at now: ContinuousClock.Instant) {
        patience = isRemote ? Self.patience.remote : Self.patience.local
        lastByte = now
    }

    /// When what has come is complete, even if nothing more comes; nil if nothing waits.
    package var due: ContinuousClock.Instant? {
        if let pasteSince { return min(lastByte + Self.patience.paste, pasteSince + Self.patience.wholePaste) }
        return parser.isWaiting ? lastByte + patience : nil
    }

    /// Returns the events that these bytes complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
        lastByte = now
        defer { look(at: now) }
        return parser.feed(bytes)
    }

    /// Returns the events that are complete because nothing more came until then.
    package mutating func advance(to now: ContinuousClock.Instant) -> [InputEvent] {
        guard let due, now >= due else { return [] }
        defer { look(at: now) }
        return parser.timeOut()
    }

    /// Another program had the terminal in between: what had begun is dropped, and the rest of a paste is, too.
    package mutating func interrupt() -> [InputEvent] {
        defer { pasteSince = nil }
        return parser.interrupt()
    }

    private mutating func look(at now: ContinuousClock.Instant) {
        pasteSince = parser.isPasting ? pasteSince ?? now : nil
    }
}
