import TermCore

/// Filters the terminal's input before any view sees it. The filter is a value, and the caller supplies the time.
///
/// A scanner's input arrives as a burst (``TermCore/TypedBurst``), and the filter does not treat a burst as keys. Input
/// that is neither a scan nor a key for this screen is dropped, so that no signal, clipboard or terminal key has an
/// effect.
nonisolated struct KioskInput: Sendable {
    /// The result of an input.
    enum Passed: Equatable, Sendable {
        /// A key or the mouse.
        case event(InputEvent)
        /// Characters that a scanner typed or somebody pasted, without the final Enter.
        case scan([UInt8])
        /// Characters that a scanner typed without an Enter. Only the visitor submits the characters.
        case unfinished([UInt8])
        /// The Enter of such characters came late, or a visitor pressed it immediately.
        case finished
        /// Input that only shows that somebody is at the screen.
        case touch
        /// The staff key was held for ``chord``.
        case staff
        /// A paste did not end, so later input cannot be interpreted.
        case lost
    }

    /// The shortest and the longest scan, in bytes.
    static let scan = 4...1024
    /// The time for which staff hold F10 down, and the longest time between a keyboard's repeats.
    static let (chord, repetition) = (Duration.seconds(3), Duration.milliseconds(700))

    private var chordSince: ContinuousClock.Instant?
    private var chordLast: ContinuousClock.Instant?

    /// Takes an event. Returns the input that must be passed on, if any.
    mutating func take(_ event: InputEvent, at now: ContinuousClock.Instant) -> Passed? {
        switch event {
        case .key(let key): take(key, at: now)
        case .mouse, .reply: .event(event)
        case .paste(let text): Self.code(text).map { .scan($0) } ?? .touch
        case .burst("\n"), .burst("\n\n"): .finished
        case .burst(let text): Self.code(text).map { text.last == "\n" ? .scan($0) : .unfinished($0) } ?? .touch
        case .pasteLost(let isLost): isLost ? .lost : nil
        case .focus: nil
        }
    }

    private mutating func take(_ key: KeyEvent, at now: ContinuousClock.Instant) -> Passed {
        if key == KeyEvent(.function(10)) { return hold(at: now) }
        (chordSince, chordLast) = (nil, nil)
        guard key.modifiers.isSubset(of: .shift) else { return .touch }
        return switch key.key {
        case .character(let scalar): scalar.isASCII ? .event(.key(KeyEvent(key.key))) : .touch
        case .function, .insert: .touch
        case .enter, .escape, .tab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown:
            .event(.key(key))
        }
    }

    /// A text that may be a code: one line of printable ASCII.
    private static func code(_ text: String) -> [UInt8]? {
        var line = Array(text.utf8)
        // Some scanners end with a carriage return and a line feed.
        while line.last == UInt8(ascii: "\n") { line.removeLast() }
        return scan.contains(line.count) && line.allSatisfy { (0x21...0x7E).contains($0) } ? line : nil
    }

    private mutating func hold(at now: ContinuousClock.Instant) -> Passed {
        if let chordLast, now - chordLast > Self.repetition { chordSince = nil }
        chordLast = now
        let since = chordSince ?? now
        chordSince = since
        guard now - since >= Self.chord else { return .touch }
        (chordSince, chordLast) = (nil, nil)
        return .staff
    }
}
