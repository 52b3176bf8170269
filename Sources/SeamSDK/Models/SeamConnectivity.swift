public import FoundationEssentials

/// What stands between the session and its doors, beyond each key's own errors.
public struct SeamConnectivity: Hashable, Sendable {
    /// What the machine's radio can do.
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

    /// Since when the cloud has not answered; nil while it does. Keys are as they were then.
    public let offlineSince: Date?
    /// What the radio can do now.
    public let radio: Radio

    /// A state of one's own making, for previews and tests.
    public init(offlineSince: Date? = nil, radio: Radio = .unknown) {
        self.offlineSince = offlineSince
        self.radio = radio
    }
}
