public import FoundationEssentials

/// A door whose lock is in range, and which one of the keys opens.
public struct SeamNearbyDoor: Identifiable, Hashable, Sendable {
    /// The identity of a nearby door: a key, and one of the key's doors.
    public struct ID: Hashable, Sendable {
        /// The key's id, for ``Seam/unlockEvents(using:timeout:proximity:entranceId:)``.
        public let credentialId: String
        /// The door's id, for a key that opens several doors.
        public let entranceId: String
    }

    /// The id, which is unique for each combination of a key and a door.
    public let id: ID
    /// The key's name.
    public let name: String
    /// The door's name.
    public let entranceName: String
    /// The smoothed signal strength. A value closer to zero is stronger, and usually means that the lock is nearer.
    public let rssiDBm: Int
    /// The time at which the lock was last heard.
    public let heardAt: Date
}
