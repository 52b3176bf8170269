import SeamModel

extension CredentialsNearby.Params {
    /// How often one door is reported when no interval is given.
    package static let defaultInterval = Duration.seconds(1)
}

extension CredentialsNearby.Item {
    /// The item's key. If a reader is slow, a newer item replaces a waiting item with the same key.
    package var key: String {
        switch self {
        case .radio, .scanned: kind
        case .near(let door): Self.key(of: door.id)
        case .gone(let id): Self.key(of: id)
        }
    }

    /// Joins the two ids into one string. Ids do not contain slashes.
    private static func key(of id: NearbyDoor.ID) -> String { "\(id.credentialID)/\(id.entranceID)" }
}
