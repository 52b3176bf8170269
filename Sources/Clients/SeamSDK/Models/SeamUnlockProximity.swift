/// How near a person must be for an attempt.
public enum SeamUnlockProximity: String, Hashable, Codable, Sendable, CaseIterable {
    /// The device touches the reader.
    case touch
    /// Within Bluetooth range.
    case nearby
    /// Through the cloud, from anywhere.
    case remote
}
