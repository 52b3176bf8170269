/// Distinguishes three kinds of input: a scanner's typing, pastes without marks, and a person's typing. This type reads
/// no clock, so callers pass the time.
///
/// A scanner types like a person, but faster: its keys are less than ``gap`` apart. For this reason, Enter, Tab and the
/// keys that type a character wait for ``gap`` before they are passed on. Nobody notices this wait. If at least
/// ``least`` such keys come, they are a burst. The burst becomes one ``InputEvent/burst(_:)`` instead of keys. Keys
/// that come within ``rest`` after a burst also belong to it, until its Enter has come. A slow line may delay this
/// Enter. After this Enter, only another Enter or Space still belongs to the burst; any other key may be a person's
/// key. A key that a person holds down repeats just as fast, but only after a first pause, so its repetitions count as
/// keys.
///
/// Only ``advance(to:)`` measures time. If a program got no processor time, it may read earlier input late. This delay
/// does not turn a burst into keys.
struct TypedBurst: Sendable {
    /// If the time between keys is shorter than this, they were not pressed one by one. A scanner's keys are less than
    /// 30 ms apart, and a busy machine may see them later.
    static let gap = Duration.milliseconds(50)
    /// The smallest number of keys that are a burst. A person may press two or three keys almost simultaneously.
    static let least = 4
    /// The time after a burst during which a key still belongs to the burst.
    static let rest = Duration.milliseconds(500)
    /// The longest delay before a held key starts to repeat.
    static let repetition = Duration.seconds(1)

    /// The events that are waiting, in order. They are keys that type a character, and other events that came between
    /// them.
    private var held: [InputEvent] = []
    /// The number of keys since the last pause. Keys that did not wait are counted as well.
    private var count = 0
    /// The kind of input that was passed on less than ``rest`` ago.
    private var recent = Recent.keys
    private var restEnds: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?
    /// The last key, if a pause followed it. Such a key may be held down.
    private var alone: (key: KeyEvent, at: ContinuousClock.Instant)?
    /// Whether all keys since the last pause are repetitions of that last key. Such repetitions are treated as one key.
    private var isRepeating = false

    /// The time at which the kind of the waiting keys is decided, even if no more input comes. If the time makes no
    /// difference, this is nil.
    var due: ContinuousClock.Instant? {
        if count > 0 { return last.map { $0 + Self.gap } }
        return restEnds
    }

    /// Handles an event. Returns the events to pass on now.
    mutating func take(_ event: InputEvent, at now: ContinuousClock.Instant) -> [InputEvent] {
        switch event {
        case .key(let key): take(key, at: now)
        case .mouse, .paste, .burst, .pasteLost: pass(event)
        case .focus, .reply: [event]
        }
    }

    /// Returns the events that are complete, because no more input has come by `now`.
    mutating func advance(to now: ContinuousClock.Instant) -> [InputEvent] {
        guard let due, now >= due else { return [] }
        guard count > 0 else {
            (recent, restEnds) = (.keys, nil)
            return []
        }
        defer { (count, isRepeating) = (0, false) }
        return flush()
    }

    private mutating func take(_ key: KeyEvent, at now: ContinuousClock.Instant) -> [InputEvent] {
        let effect = Self.effect(of: key)
        guard effect != .moves else { return pass(.key(key)) }
        if let alone, alone.key == key, now - alone.at <= Self.repetition, count == 0 || isRepeating, recent == .keys {
            self.alone = (key, now)
            (count, isRepeating, last) = (1, true, now)
            return [.key(key)]
        }
        (alone, isRepeating) = (nil, false)
        count += 1
        last = now
        guard case .types = effect else { return pass(.key(key)) }
        if held.count < PastedText.longest { held.append(.key(key)) }
        return []
    }

    /// Passes on an event that does not type. The event is passed on immediately if no keys are waiting before it. If
    /// keys are waiting, only time shows whether they are a burst.
    private mutating func pass(_ event: InputEvent) -> [InputEvent] {
        guard !held.isEmpty else { return [event] }
        guard held.count < PastedText.longest else { return flush() + [event] }
        held.append(event)
        return []
    }

    private mutating func flush() -> [InputEvent] {
        guard let last, !held.isEmpty else { return [] }
        defer {
            // The keys may be a code, so they are overwritten.
            for index in held.indices { held[index] = .focus(false) }
            held = []
        }
        if count >= Self.least { recent = .burst }
        let text = held.compactMap(Self.scalar)
        if recent == .burst { return burst(of: text, at: last) }
        guard recent == .line else {
            if case .key(let key)? = held.last, Self.scalar(.key(key)) != nil { alone = (key, last) }
            return held
        }
        // The keys may be the next line of a scan. They must not become a key that presses a button.
        restEnds = last + Self.rest
        return held.filter { Self.scalar($0).map { !Self.presses($0) } ?? true }
    }

    /// Returns one text from all keys that type, followed by the events that no scanner sends.
    private mutating func burst(of text: [Unicode.Scalar], at last: ContinuousClock.Instant) -> [InputEvent] {
        (recent, restEnds) = (text.last == "\n" ? .line : .burst, last + Self.rest)
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text)
        let others = held.filter { event in
            guard case .key(let key) = event else { return true }
            return Self.effect(of: key) == .commands
        }
        return [.burst(String(scalars))] + others
    }

    /// Returns the text that an event types. If it types no text, returns nil.
    private static func scalar(_ event: InputEvent) -> Unicode.Scalar? {
        guard case .key(let key) = event, case .types(let scalar) = effect(of: key) else { return nil }
        return scalar
    }

    private static func presses(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == " " }

    private enum Recent {
        case keys
        /// The input was a burst that did not end with Enter.
        case burst
        /// The input was a burst that ended with Enter.
        case line
    }

    private enum Effect: Equatable {
        case types(Unicode.Scalar)
        /// The key is a control character, which may be part of a burst, but types no text.
        case commands
        /// The key is not a character.
        case moves
    }

    private static func effect(of key: KeyEvent) -> Effect {
        let isPlain = key.modifiers.isSubset(of: .shift)
        return switch key.key {
        case .character(let scalar): isPlain ? .types(scalar) : .commands
        case .enter: isPlain ? .types("\n") : .commands
        case .tab: isPlain ? .types(" ") : .commands
        case .backspace: .commands
        case .escape, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .function: .moves
        }
    }
}
