package import TermCore

/// Sees whatever comes from the terminal before any view does, and may take it. With a gate the keys that otherwise end
/// or stop a program, or draw its screen again, are keys like others, unless it leaves them.
package protocol TerminalGate: AnyObject {
    /// Takes an event; returns the one that views get, or nil.
    func pass(_ event: InputEvent, at now: ContinuousClock.Instant) -> InputEvent?
    /// Whether these keys do what they do without a gate, and what is copied goes to the terminal's clipboard.
    var leavesUsualKeys: Bool { get }
}

extension TerminalGate {
    /// A gate keeps them.
    package var leavesUsualKeys: Bool { false }
}
