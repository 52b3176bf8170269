/// A terminal's input as events, taking timing into account. The owner passes bytes on when they arrive, and asks again
/// once ``due`` has come and there is nothing to read.
///
/// How long it waits for the rest of unfinished input:
///
/// - A sequence: 100 ms, wherever the terminal is; slow lines and container consoles tear an arrow's bytes apart. Then
///   a lone ESC is the Escape key. (vim waits just as long, tmux 10 to 500 ms, readline 500 ms, ncurses a second.) A
///   terminal with kitty's protocol sends Escape as a sequence, so there it waits 500 ms after a lone ESC.
/// - After such an Escape, until 500 ms after ESC: Enter, the space bar or a digit is a torn key with Alt, and is
///   dropped. Other characters are keys; `[`, `O`, `]`, `P`, `_` and `^` begin the rest of a sequence.
/// - The rest of a sequence: 5 s after its last byte, 10 s in all, and 64 bytes, or 64 KiB of an answer that is a
///   string. Until its end nothing in it is a key. ESC begins another sequence, and Ctrl-C counts as the key.
/// - A pasted text: 5 s after its last byte, and 30 s in all. Then it is wiped, and everything up to its end is
///   dropped, however late it comes: a paste torn by a slow link is never typed. A failed terminal may never send the
///   end. Then two things help, and neither opens a door: Ctrl-C, which counts as the key, and another paste, whose end
///   ends both.
/// - Typing keys: 50 ms; more of them within that time are a scan or an unmarked paste (``TypedBurst``).
package struct TimedInput: Sendable {
    /// How long to wait between the bytes of one key, after a key that counted, for the rest of a sequence, and for a
    /// paste.
    package static let patience = (
        key: Duration.milliseconds(100), afterKey: Duration.milliseconds(500), rest: Duration.seconds(5),
        wholeRest: Duration.seconds(10), paste: Duration.seconds(5), wholePaste: Duration.seconds(30)
    )

    /// Whether the terminal sends Escape in a way distinct from the beginning of a sequence.
    package var tellsEscape = false

    private var parser: InputParser
    private var burst = TypedBurst()
    private var lastByte: ContinuousClock.Instant
    /// Unfinished input that may take a while, and when it began.
    private var begun: (what: InputParser.Pending, at: ContinuousClock.Instant)?

    /// Nothing has come yet.
    package init(charset: Charset = .utf8, at now: ContinuousClock.Instant) {
        (parser, lastByte) = (InputParser(charset: charset), now)
    }

    /// When the current input is complete even if nothing more comes; nil if nothing is waiting.
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

    /// Returns the events that these bytes complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
        lastByte = now
        defer { look(at: now) }
        return parser.feed(bytes).flatMap { burst.take($0, at: now) }
    }

    /// Returns the events that are complete because nothing more came until then: there was nothing to read at that
    /// time or later.
    package mutating func advance(to now: ContinuousClock.Instant) -> [InputEvent] {
        var events: [InputEvent] = []
        if let due = sequenceDue, now >= due {
            events = parser.timeOut().flatMap { burst.take($0, at: now) }
            look(at: now)
        }
        return events + burst.advance(to: now)
    }

    /// To be called when another program had the terminal in between: unfinished input is dropped, and so is the rest
    /// of a paste.
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
