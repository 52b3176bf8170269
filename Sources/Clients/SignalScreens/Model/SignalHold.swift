/// Recognises a call for help: a key that is held for three seconds, or that is pressed a second time. A single press
/// calls nobody, because it may be a mistake. A terminal reports a held key only as presses that follow each other
/// quickly.
package nonisolated struct SignalHold: Equatable, Sendable {
    /// The time for which a key must be held.
    static let length = Duration.seconds(3)
    /// The time after which a press is one of a hand's own, and no repeat of a held key.
    static let tap = Duration.milliseconds(150)
    /// The presses of a hand that call even if they follow each other quickly. A held key has one long gap at most,
    /// before its first repeat.
    private static let quickPresses = 3
    /// The longest time between the presses that a held key repeats.
    static let repetition = Duration.milliseconds(700)
    /// The time after which a first press no longer counts.
    static let patience = Duration.seconds(30)

    /// In `spent`, the key may still be held after a call, or from another screen. Its presses mean nothing.
    private enum Phase: Equatable, Sendable { case idle, held, released, spent }

    private var phase = Phase.idle
    /// How many of the present presses were a hand's own, and whether the next one is.
    private var (ownPresses, isOwn) = (0, true)
    /// The number of presses so far. A timer of ``repetition`` and of ``patience`` begins with each press.
    private(set) var presses = 0
    /// The number of first presses so far. A timer of ``length`` begins with each of them.
    private(set) var beginnings = 0

    /// Whether a first press waits for the second.
    package var isPressed: Bool { phase == .held || phase == .released }
    /// Whether the timers must run.
    package var isActive: Bool { phase != .idle }

    /// Takes a press, and returns whether help is called.
    mutating func press() -> Bool {
        presses += 1
        switch phase {
        case .idle:
            (phase, beginnings) = (.held, beginnings + 1)
            (ownPresses, isOwn) = (1, false)
            return false
        case .held:
            if isOwn { ownPresses += 1 }
            isOwn = false
            guard ownPresses >= Self.quickPresses else { return false }
            phase = .spent
            return true
        case .released:
            phase = .spent
            return true
        case .spent: return false
        }
    }

    /// Takes the end of ``tap`` without a press.
    mutating func wasTapped() { isOwn = true }

    /// Ignores the key until it was quiet, because it may be held from another screen.
    package mutating func swallow() {
        phase = .spent
        presses += 1
    }

    /// Takes the end of ``repetition`` without a press: the key is no longer held.
    mutating func wasQuiet() {
        switch phase {
        case .held: phase = .released
        case .spent: phase = .idle
        case .idle, .released: break
        }
    }

    /// Takes the end of ``length``, and returns whether help is called because the key is still held.
    mutating func lasted() -> Bool {
        guard phase == .held else { return false }
        phase = .spent
        return true
    }

    /// Takes the end of ``patience``, or a change of mind.
    package mutating func forget() { if isPressed { phase = .idle } }
}
