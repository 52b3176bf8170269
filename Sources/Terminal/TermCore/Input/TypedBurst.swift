/// Distinguishes a scanner's typing, and pastes without marks, from a person's typing. It is a value, and is told the
/// time.
///
/// A scanner types like a person, but faster: less than ``gap`` lies between its keys. Therefore each key that types,
/// Enter and Tab wait for ``gap`` before they count; nobody notices. ``least`` of them or more are a burst, which
/// becomes one ``InputEvent/burst(_:)`` and no key. Keys that follow within ``rest`` belong to it, up to its Enter,
/// which a slow line may delay. After that Enter only another Enter or Space still belongs to it; any other key may be
/// a person's. A key that a person holds down repeats just as fast, but only after an initial pause, so its repetitions
/// are keys.
///
/// Only ``advance(to:)`` judges time. A program that was not scheduled reads early input late, but this does not turn a
/// burst into keys.
struct TypedBurst: Sendable {
    /// Keys closer together than this were not pressed one by one: a scanner's are under 30 ms apart, and a busy
    /// machine may see them later.
    static let gap = Duration.milliseconds(50)
    /// This many keys are a burst; a person may press two or three almost simultaneously.
    static let least = 4
    /// How long after a burst a key still belongs to it.
    static let rest = Duration.milliseconds(500)
    /// The longest delay before a held key starts to repeat.
    static let repetition = Duration.seconds(1)

    /// The waiting events, in order: keys that type, and others that came among them.
    private var held: [InputEvent] = []
    /// How many keys came since the last pause, including those that did not wait.
    private var count = 0
    /// What was passed on less than ``rest`` ago.
    private var recent = Recent.keys
    private var restEnds: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?
    /// The last key, if a pause followed it: it may be held down.
    private var alone: (key: KeyEvent, at: ContinuousClock.Instant)?
    /// Whether everything since the last pause is a repetition of that key, which counts as one key.
    private var isRepeating = false

    /// When the waiting keys are decided even if nothing more comes; nil if time makes no difference.
    var due: ContinuousClock.Instant? {
        if count > 0 { return last.map { $0 + Self.gap } }
        return restEnds
    }

    /// Takes an event; returns the events to pass on now.
    mutating func take(_ event: InputEvent, at now: ContinuousClock.Instant) -> [InputEvent] {
        switch event {
        case .key(let key): take(key, at: now)
        case .mouse, .paste, .burst, .pasteLost: pass(event)
        case .focus, .reply: [event]
        }
    }

    /// The events that are complete because nothing more came until then.
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

    /// Passes on an event that does not type immediately, but not ahead of waiting keys: only time shows what those
    /// are.
    private mutating func pass(_ event: InputEvent) -> [InputEvent] {
        guard !held.isEmpty else { return [event] }
        guard held.count < PastedText.longest else { return flush() + [event] }
        held.append(event)
        return []
    }

    private mutating func flush() -> [InputEvent] {
        guard let last, !held.isEmpty else { return [] }
        defer {
            // The keys may be a code.
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
        // This may be the next line of a scan. It must not become a key that presses something.
        restEnds = last + Self.rest
        return held.filter { Self.scalar($0).map { !Self.presses($0) } ?? true }
    }

    /// One text from all the keys that type, followed by the events that no scanner sends.
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

    /// The text that an event types.
    private static func scalar(_ event: InputEvent) -> Unicode.Scalar? {
        guard case .key(let key) = event, case .types(let scalar) = effect(of: key) else { return nil }
        return scalar
    }

    private static func presses(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == " " }

    private enum Recent {
        case keys
        /// A burst that did not end with Enter.
        case burst
        /// A burst that did.
        case line
    }

    private enum Effect: Equatable {
        case types(Unicode.Scalar)
        /// A control character: it may be in a burst, and types nothing.
        case commands
        /// A key that is not a character.
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
