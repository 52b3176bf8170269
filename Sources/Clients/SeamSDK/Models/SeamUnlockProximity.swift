/// The proximity that an attempt requires between the person and the door.
public enum SeamUnlockProximity: String, Hashable, Codable, Sendable, CaseIterable {
    /// The device touches the reader.
    case touch
    /// The device is within Bluetooth range.
    case nearby
    /// The door is opened through the cloud, from anywhere.
    case remote
}
