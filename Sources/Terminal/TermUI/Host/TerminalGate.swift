package import TermCore

/// Sees whatever comes from the terminal before any view does, and may take it or hold it back. With a gate the keys
/// that otherwise end or stop a program, or draw its screen anew, are keys like others, unless it leaves them.
package protocol TerminalGate: AnyObject {
    /// Takes an event; returns those that views get now.
    func pass(_ event: InputEvent, at now: ContinuousClock.Instant) -> [InputEvent]
    /// When something that is held back is due; nil if nothing is.
    var due: ContinuousClock.Instant? { get }
    /// Those that views get because their time has come.
    func advance(to now: ContinuousClock.Instant) -> [InputEvent]
    /// Whether these keys do what they do without a gate, and what is copied goes to the terminal's clipboard.
    var leavesUsualKeys: Bool { get }
}

extension TerminalGate {
    /// A gate keeps them.
    package var leavesUsualKeys: Bool { false }
}
