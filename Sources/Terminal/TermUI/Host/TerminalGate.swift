package import TermCore

/// Sees all terminal input before any view does, and may consume it. With a gate, the keys that usually end or stop a
/// program or redraw its screen are ordinary keys, unless the gate leaves them their function.
package protocol TerminalGate: AnyObject {
    /// Takes an event; returns the event to pass to the views, or nil.
    func pass(_ event: InputEvent, at now: ContinuousClock.Instant) -> InputEvent?
    /// Whether these keys work as they do without a gate, and copied text goes to the terminal's clipboard.
    var leavesUsualKeys: Bool { get }
}

extension TerminalGate {
    /// By default, a gate takes these keys.
    package var leavesUsualKeys: Bool { false }
}
