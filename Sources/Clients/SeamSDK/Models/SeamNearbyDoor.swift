public import FoundationEssentials

/// A door whose lock is in range, and which one of the keys opens.
public struct SeamNearbyDoor: Identifiable, Hashable, Sendable {
    /// The identity of a nearby door, which consists of a key and one of the key's doors.
    public struct ID: Hashable, Sendable {
        /// The key's id, for ``Seam/unlockEvents(using:timeout:proximity:entranceId:)``.
        public let credentialId: String
        /// The door's id, for a key that opens several doors.
        public let entranceId: String

        /// Creates an id for previews and tests.
        public init(credentialId: String, entranceId: String) {
            (self.credentialId, self.entranceId) = (credentialId, entranceId)
        }
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

    /// Creates a door for previews and tests.
    public init(id: ID, name: String, entranceName: String, rssiDBm: Int, heardAt: Date) {
        (self.id, self.name, self.entranceName) = (id, name, entranceName)
        (self.rssiDBm, self.heardAt) = (rssiDBm, heardAt)
    }
}
