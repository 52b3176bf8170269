public import FoundationEssentials

/// Whether anything stands between the session and its doors, apart from each key's own errors.
public struct SeamConnectivity: Hashable, Sendable {
    /// The state of the machine's radio.
    public enum Radio: String, Hashable, Sendable {
        /// The radio broker has not answered yet, or cannot be reached.
        case unknown
        /// There is no adapter.
        case absent
        /// It is switched off.
        case off
        /// It is blocked, by a switch or by rfkill.
        case blocked
        /// The broker may not use it.
        case noPermission
        /// It can be used.
        case ready
        /// It does not answer any more.
        case wedged
    }

    /// The time since which the cloud has not answered; nil while it does. The keys are as they were then.
    public let offlineSince: Date?
    /// The radio's current state.
    public let radio: Radio

    /// Makes a state for previews and tests.
    public init(offlineSince: Date? = nil, radio: Radio = .unknown) {
        self.offlineSince = offlineSince
        self.radio = radio
    }
}
