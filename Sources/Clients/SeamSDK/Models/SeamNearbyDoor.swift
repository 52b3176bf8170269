public import FoundationEssentials

/// A door of one of the keys whose lock is heard now.
public struct SeamNearbyDoor: Identifiable, Hashable, Sendable {
    /// Which key, and which of its doors.
    public struct ID: Hashable, Sendable {
        /// The id that ``Seam/unlockEvents(using:timeout:proximity:entranceId:)`` takes.
        public let credentialId: String
        /// The door, for a key that opens several.
        public let entranceId: String
    }

    /// One for each key and door.
    public let id: ID
    /// The key's name.
    public let name: String
    /// The door's name.
    public let entranceName: String
    /// How strongly the lock is heard, smoothed; nearer to zero is stronger, and usually nearer.
    public let rssiDBm: Int
    /// When its lock was last heard.
    public let heardAt: Date
}
