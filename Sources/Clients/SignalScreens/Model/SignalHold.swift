/// Recognises a call for help: a key that is held for three seconds, or that is pressed a second time. A single press
/// calls nobody, because it may be a mistake. A terminal reports a held key only as presses that follow each other
/// quickly.
package nonisolated struct SignalHold: Equatable, Sendable {
    /// The time for which a key must be held.
    static let length = Duration.seconds(3)
    /// The longest time between the presses that a held key repeats.
    static let repetition = Duration.milliseconds(700)
    /// The time after which a first press no longer counts.
    static let patience = Duration.seconds(30)

    private enum Phase: Equatable, Sendable { case idle, held, released }

    private var phase = Phase.idle
    /// The number of presses so far. A timer of ``repetition`` and of ``patience`` begins with each press.
    private(set) var presses = 0
    /// The number of first presses so far. A timer of ``length`` begins with each of them.
    private(set) var beginnings = 0

    /// Whether a first press waits for the second.
    package var isPressed: Bool { phase != .idle }

    /// Takes a press, and returns whether help is called.
    mutating func press() -> Bool {
        presses += 1
        switch phase {
        case .idle:
            (phase, beginnings) = (.held, beginnings + 1)
            return false
        case .held: return false
        case .released:
            phase = .idle
            return true
        }
    }

    /// Takes the end of ``repetition`` without a press: the key is no longer held.
    mutating func wasQuiet() { if phase == .held { phase = .released } }

    /// Takes the end of ``length``, and returns whether help is called because the key is still held.
    mutating func lasted() -> Bool {
        guard phase == .held else { return false }
        phase = .idle
        return true
    }

    /// Takes the end of ``patience``, or a change of mind.
    package mutating func forget() { phase = .idle }
}
