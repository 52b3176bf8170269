public import FoundationEssentials

/// Whether anything stands between the session and its doors, apart from each key's own errors.
public struct SeamConnectivity: Hashable, Sendable {
    /// The state of the machine's radio.
    public enum Radio: String, Hashable, Sendable {
        /// The radio broker has not answered yet, or cannot be reached.
        case unknown
        /// There is no adapter.
        case absent
        /// The machine's Bluetooth service is not running.
        case noBluetoothd
        /// The machine's Bluetooth service does not answer.
        case bluetoothdSilent
        /// It is switched off.
        case off
        /// It is blocked, by a switch or by rfkill.
        case blocked
        /// The broker may not use it.
        case noPermission
        /// It can be used.
        case ready
        /// It no longer answers.
        case wedged
    }

    /// Since when the cloud has not answered; nil while it answers. The keys are as they were at that time.
    public let offlineSince: Date?
    /// Why the keys may be older than the cloud's; nil if they are current.
    public let cloudTrouble: CloudTrouble?
    /// How much of the keys has been read from the cloud; nil once all are. Until then, a missing key means nothing.
    public let reading: Reading?
    /// The radio's current state.
    public let radio: Radio

    /// How much of the keys has been read.
    public struct Reading: Hashable, Sendable {
        /// How many keys have been read, together with their doors.
        public let done: Int
        /// How many keys there are; nil until the cloud has listed them.
        public let count: Int?

        /// Creates a value for previews and tests.
        public init(done: Int, count: Int? = nil) {
            self.done = done
            self.count = count
        }
    }

    /// Why the cloud could not be asked, or did not answer everything.
    public struct CloudTrouble: Hashable, Sendable {
        /// The reason for programs: a name from `Protocol/errors.md`, such as `rate_limited`.
        public let reason: String
        /// The reason for people, in English.
        public let message: String
        /// Whether this machine cannot reach the cloud; otherwise the cloud answers, but not as requested.
        public let isOffline: Bool

        /// Creates a value for previews and tests.
        public init(reason: String, message: String, isOffline: Bool) {
            self.reason = reason
            self.message = message
            self.isOffline = isOffline
        }
    }

    /// Creates a state for previews and tests.
    public init(
        offlineSince: Date? = nil, cloudTrouble: CloudTrouble? = nil, reading: Reading? = nil, radio: Radio = .unknown
    ) {
        self.offlineSince = offlineSince
        self.cloudTrouble = cloudTrouble
        self.reading = reading
        self.radio = radio
    }
}
