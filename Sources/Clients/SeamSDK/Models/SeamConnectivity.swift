public import FoundationEssentials

/// Whether anything stands between the session and its doors, apart from each key's own errors.
public struct SeamConnectivity: Hashable, Sendable {
    /// The state of the machine's radio.
    public enum Radio: String, Hashable, Sendable {
        /// The radio broker has not answered yet, or cannot be reached.
        case unknown
        /// There is no adapter.
        case absent
        /// The machine's Bluetooth service does not run.
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

    /// The time since which the cloud has not answered; nil while it does. The keys are as they were then.
    public let offlineSince: Date?
    /// Why the keys may be behind the cloud's; nil if they are current.
    public let cloudTrouble: CloudTrouble?
    /// How far the keys are read from the cloud; nil once all are. Until then, that a key is missing means nothing.
    public let reading: Reading?
    /// The radio's current state.
    public let radio: Radio

    /// How far the keys are read.
    public struct Reading: Hashable, Sendable {
        /// How many keys have been read, with the doors that they open.
        public let done: Int
        /// How many keys there are; nil until the cloud has listed them.
        public let count: Int?

        /// Makes a progress for previews and tests.
        public init(done: Int, count: Int? = nil) {
            self.done = done
            self.count = count
        }
    }

    /// Why the cloud could not be asked, or did not answer all.
    public struct CloudTrouble: Hashable, Sendable {
        /// The reason, for programs: a name of `Protocol/errors.md`, such as `rate_limited`.
        public let reason: String
        /// The reason for people, in English.
        public let message: String
        /// Whether the cloud is not there for this machine; otherwise it answers, but not as it was asked.
        public let isOffline: Bool

        /// Makes a trouble for previews and tests.
        public init(reason: String, message: String, isOffline: Bool) {
            self.reason = reason
            self.message = message
            self.isOffline = isOffline
        }
    }

    /// Makes a state for previews and tests.
    public init(
        offlineSince: Date? = nil, cloudTrouble: CloudTrouble? = nil, reading: Reading? = nil, radio: Radio = .unknown
    ) {
        self.offlineSince = offlineSince
        self.cloudTrouble = cloudTrouble
        self.reading = reading
        self.radio = radio
    }
}
