package import TermCore

/// A gate for all terminal input. The gate gets the input before any view does, and may consume it. If there is a gate,
/// the keys that usually end or stop a program, or redraw its screen, are ordinary keys. The gate can let them keep
/// their function.
package protocol TerminalGate: AnyObject {
    /// Handles an event. Returns the event that must be passed to the views. Returns nil if no event must be passed.
    func pass(_ event: InputEvent, at now: ContinuousClock.Instant) -> InputEvent?
    /// Whether the usual keys work as they do without a gate. If so, copied text also goes to the terminal's clipboard.
    var leavesUsualKeys: Bool { get }
}

extension TerminalGate {
    /// False by default: the usual keys lose their function.
    package var leavesUsualKeys: Bool { false }
}
