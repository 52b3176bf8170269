/// Turns a terminal's input into events, taking timing into account. The owner passes bytes on when they arrive. It
/// asks again when the time ``due`` has come and there is nothing to read.
///
/// If input is incomplete, the parser waits for the rest as follows:
///
/// - A sequence: 100 ms, wherever the terminal is, because slow lines and container consoles separate the bytes of an
///   arrow key. After this time, a lone ESC is the Escape key. (vim waits for the same time, tmux for 10 to 500 ms,
///   readline for 500 ms, ncurses for a second.) A terminal with kitty's protocol sends Escape as a sequence, so for
///   such a terminal, the wait after a lone ESC is 500 ms.
/// - After such an Escape, until 500 ms after ESC: Enter, the space bar or a digit counts as part of a split key with
///   Alt, and is dropped. Other characters are keys, except `[`, `O`, `]`, `P`, `_` and `^`, which begin the rest of a
///   sequence.
/// - The rest of a sequence: 5 s after its last byte, 10 s in all, and 64 bytes, or 64 KiB of an answer that is a
///   string. Until the sequence ends, its bytes are not keys. ESC begins another sequence, and Ctrl-C counts as the
///   key.
/// - A pasted text: 5 s after its last byte, and 30 s in all. After this time, the text is wiped, and all input up to
///   the paste's end is dropped, however late that end comes. A paste that a slow link has torn is therefore never
///   typed. A failed terminal may never send the end. In this case, two kinds of input help, and neither of them opens
///   a door. Ctrl-C still counts as the key. Another paste also helps, because its end ends both pastes.
/// - A key that types: 50 ms. More such keys within this time are a scan or an unmarked paste (``TypedBurst``).
package struct TimedInput: Sendable {
    /// The times to wait in four cases: between the bytes of one key, after a key that was passed on, for the rest of a
    /// sequence, and for a paste.
    package static let patience = (
        key: Duration.milliseconds(100), afterKey: Duration.milliseconds(500), rest: Duration.seconds(5),
        wholeRest: Duration.seconds(10), paste: Duration.seconds(5), wholePaste: Duration.seconds(30)
    )

    /// Whether the terminal sends Escape in a form that differs from the beginning of a sequence.
    package var tellsEscape = false

    private var parser: InputParser
    private var burst = TypedBurst()
    private var lastByte: ContinuousClock.Instant
    /// The unfinished input that may take a while, and the time at which it began.
    private var begun: (what: InputParser.Pending, at: ContinuousClock.Instant)?

    /// Creates an input that has received no bytes yet.
    package init(charset: Charset = .utf8, at now: ContinuousClock.Instant) {
        (parser, lastByte) = (InputParser(charset: charset), now)
    }

    /// The time at which the current input is complete, even if no more bytes come. If no input is waiting, this is
    /// nil.
    package var due: ContinuousClock.Instant? { [sequenceDue, burst.due].compactMap(\.self).min() }

    private var sequenceDue: ContinuousClock.Instant? {
        let since = begun?.at ?? lastByte
        return switch parser.pending {
        case nil: nil
        case .key: lastByte + Self.patience.key
        case .escape: lastByte + (tellsEscape ? Self.patience.afterKey : Self.patience.key)
        case .afterKey: lastByte + Self.patience.afterKey
        case .rest: min(lastByte + Self.patience.rest, since + Self.patience.wholeRest)
        case .paste: min(lastByte + Self.patience.paste, since + Self.patience.wholePaste)
        }
    }

    /// Reads bytes, and returns the events that they complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
        lastByte = now
        defer { look(at: now) }
        return parser.feed(bytes).flatMap { burst.take($0, at: now) }
    }

    /// Returns the events that are complete, because no more input has come by `now`. The caller must have found
    /// nothing to read at that time or later.
    package mutating func advance(to now: ContinuousClock.Instant) -> [InputEvent] {
        var events: [InputEvent] = []
        if let due = sequenceDue, now >= due {
            events = parser.timeOut().flatMap { burst.take($0, at: now) }
            look(at: now)
        }
        return events + burst.advance(to: now)
    }

    /// Drops unfinished input and the rest of a paste. The caller calls this method when another program has had the
    /// terminal in the meantime.
    package mutating func interrupt() -> [InputEvent] {
        (burst, begun) = (TypedBurst(), nil)
        return parser.interrupt()
    }

    private mutating func look(at now: ContinuousClock.Instant) {
        switch parser.pending {
        case let what? where what == .rest || what == .paste:
            if begun?.what != what { begun = (what, now) }
        case nil, .key, .escape, .afterKey, .rest, .paste: begun = nil
        }
    }
}
