import SeamModel

extension CredentialsNearby.Params {
    /// How often one door is reported when no interval is given.
    package static let defaultInterval = Duration.seconds(1)
}

extension CredentialsNearby.Item {
    /// If a reader is slow, a newer item replaces a waiting one with the same key.
    package var key: String {
        switch self {
        case .radio, .scanned: kind
        case .near(let door): Self.key(of: door.id)
        case .gone(let id): Self.key(of: id)
        }
    }

    /// The two ids as one string; ids do not contain slashes.
    private static func key(of id: NearbyDoor.ID) -> String { "\(id.credentialID)/\(id.entranceID)" }
}
