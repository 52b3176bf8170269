public import FoundationEssentials

/// A door of one of the keys whose lock is in range.
public struct SeamNearbyDoor: Identifiable, Hashable, Sendable {
    /// A key, and one of its doors.
    public struct ID: Hashable, Sendable {
        /// The id that ``Seam/unlockEvents(using:timeout:proximity:entranceId:)`` takes.
        public let credentialId: String
        /// The door, for a key that opens several.
        public let entranceId: String
    }

    /// Unique for each key and door.
    public let id: ID
    /// The key's name.
    public let name: String
    /// The door's name.
    public let entranceName: String
    /// The smoothed signal strength; closer to zero is stronger, and usually nearer.
    public let rssiDBm: Int
    /// When the lock was last heard.
    public let heardAt: Date
}
