public import FoundationEssentials

/// The obstacles between the session and its doors, apart from the errors of each key.
public struct SeamConnectivity: Hashable, Sendable {
    /// The state of the machine's radio.
    public enum Radio: String, Hashable, Sendable {
        /// The radio broker has not answered yet, or cannot be reached.
        case unknown
        /// The machine has no Bluetooth adapter.
        case absent
        /// The machine's Bluetooth service is not running.
        case noBluetoothd
        /// The machine's Bluetooth service does not answer.
        case bluetoothdSilent
        /// The radio is switched off.
        case off
        /// The radio is blocked by a switch or by rfkill.
        case blocked
        /// The broker has no permission to use the radio.
        case noPermission
        /// The radio can be used.
        case ready
        /// The radio no longer answers.
        case wedged
    }

    /// The time since which the cloud has not answered. While the cloud answers, this is nil. The keys have not been
    /// updated since that time.
    public let offlineSince: Date?
    /// The reason why the keys may be older than the cloud's keys. If the keys are current, this is nil.
    public let cloudTrouble: CloudTrouble?
    /// The progress of reading the keys from the cloud. Once all keys have been read, this is nil. Until all keys have
    /// been read, a key may be missing only because it has not been read yet.
    public let reading: Reading?
    /// The radio's current state.
    public let radio: Radio

    /// The progress of reading the keys.
    public struct Reading: Hashable, Sendable {
        /// The number of keys that have been read, together with their doors.
        public let done: Int
        /// The number of all keys, or nil until the cloud has listed the keys.
        public let count: Int?

        /// Creates a value for previews and tests.
        public init(done: Int, count: Int? = nil) {
            self.done = done
            self.count = count
        }
    }

    /// The reason why the cloud could not be asked, or why it did not answer all questions.
    public struct CloudTrouble: Hashable, Sendable {
        /// The reason for programs: a name from `Protocol/errors.md`, such as `rate_limited`.
        public let reason: String
        /// The reason for people, in English.
        public let message: String
        /// Whether this machine cannot reach the cloud. Otherwise, the cloud answers, but not as requested.
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
