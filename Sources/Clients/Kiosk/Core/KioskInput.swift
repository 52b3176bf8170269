import TermCore

/// What comes from the terminal, before any view sees it: a value that is told the time.
///
/// A scanner types like a person, but faster: less than ``gap`` lies between its keys, and Enter follows. Therefore
/// each character waits for ``gap`` before it counts as a key; nobody notices. What is neither a scan nor a key that
/// this screen has goes no further: no signal, no clipboard, no key of the terminal's.
nonisolated struct KioskInput: Sendable {
    /// What goes further.
    enum Passed: Equatable, Sendable {
        /// A key or the mouse.
        case event(InputEvent)
        /// What a scanner typed, or somebody pasted, without the Enter at its end.
        case scan([UInt8])
        /// Something that means nothing here, but that somebody is there.
        case touch
        /// Staff's key was held for ``chord``.
        case staff
        /// A paste did not end: nothing that comes can be understood any more.
        case lost
    }

    /// A scanner's keys are closer together: under 30 ms apart, and a busy machine may see them later.
    static let gap = Duration.milliseconds(50)
    /// A scan is no shorter, nor longer; in bytes.
    static let scan = 4...1024
    /// How long staff hold F10 down, and how far apart a keyboard's repetitions may be.
    static let (chord, repetition) = (Duration.seconds(3), Duration.milliseconds(700))

    /// The characters that wait, as ASCII; others only count.
    private var held: [UInt8] = []
    /// How many characters wait, whatever they are.
    private var count = 0
    private var last: ContinuousClock.Instant?
    private var chordSince: ContinuousClock.Instant?
    private var chordLast: ContinuousClock.Instant?

    /// When characters that wait are what they are, even if nothing more comes.
    var due: ContinuousClock.Instant? { count > 0 ? last.map { $0 + Self.gap } : nil }

    /// Takes an event; returns what goes further now.
    mutating func take(_ event: InputEvent, at now: ContinuousClock.Instant) -> [Passed] {
        let settled = advance(to: now)
        switch event {
        case .key(let key): return settled + take(key, at: now)
        case .mouse: return settled + flush() + [.event(event)]
        case .paste(let text):
            let bytes = Array(text.utf8)
            let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            let isScan = Self.scan.contains(line.count) && line.allSatisfy(Self.isPrintable)
            return settled + flush() + [isScan ? .scan(Array(line)) : .touch]
        case .pasteLost(let isLost): return settled + (isLost ? [.lost] : [])
        case .focus: return settled
        case .reply: return settled + [.event(event)]
        }
    }

    /// What is complete because nothing more came until then.
    mutating func advance(to now: ContinuousClock.Instant) -> [Passed] {
        guard let due, now >= due else { return [] }
        return flush()
    }

    private mutating func take(_ key: KeyEvent, at now: ContinuousClock.Instant) -> [Passed] {
        if key == KeyEvent(.function(10)) { return flush() + hold(at: now) }
        (chordSince, chordLast) = (nil, nil)
        guard key.modifiers.isSubset(of: .shift) else { return flush() + [.touch] }
        switch key.key {
        case .character(let scalar):
            last = now
            count += 1
            if scalar.isASCII, count <= Self.scan.upperBound { held.append(UInt8(scalar.value)) }
            return []
        case .enter:
            guard Self.scan.contains(count), held.count == count, held.allSatisfy(Self.isPrintable) else { break }
            defer { drop() }
            return [.scan(held)]
        case .function, .insert: return flush() + [.touch]
        case .escape, .tab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown: break
        }
        // Enter after a burst belongs to it, whatever it was.
        let isNoise = count >= Self.scan.lowerBound
        return flush() + [isNoise ? .touch : .event(.key(key))]
    }

    /// Characters so fast that no person typed them one by one are no keys; a few of them are.
    private mutating func flush() -> [Passed] {
        defer { drop() }
        if count >= Self.scan.lowerBound { return [.touch] }
        return held.map { .event(.key(KeyEvent(.character(Unicode.Scalar($0))))) }
            + (held.count < count ? [.touch] : [])
    }

    private mutating func drop() {
        for index in held.indices { held[index] = 0 }
        (held, count) = ([], 0)
    }

    private mutating func hold(at now: ContinuousClock.Instant) -> [Passed] {
        if let chordLast, now - chordLast > Self.repetition { chordSince = nil }
        chordLast = now
        let since = chordSince ?? now
        chordSince = since
        guard now - since >= Self.chord else { return [.touch] }
        (chordSince, chordLast) = (nil, nil)
        return [.staff]
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
