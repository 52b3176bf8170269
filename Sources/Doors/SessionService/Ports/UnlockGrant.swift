import ProviderHost
import SeamModel

/// What a session is granted for one unlock once all of preflight has passed.
struct UnlockGrant: Sendable {
    /// The person's identity at Seam.
    var identityID: String?
    var credentialName: String
    var way: Way
    /// The way to try, once, if the first one ends without effect.
    var fallback: Way?
    var authority: Attempt.Authority
    /// Whether the key had to be read from the cloud first.
    var isAwaited = false

    /// A way to open, with what it needs.
    enum Way: Sendable {
        /// At the door.
        case nearby(NearbyDoors)
        /// Through the cloud.
        case remote(RemoteDoor)

        var proximity: Proximity {
            switch self {
            case .nearby: .nearby
            case .remote: .remote
            }
        }
    }

    /// The candidate doors, by their locks' bindings. There is at least one, and all belong to one provider, the
    /// manifest's.
    struct NearbyDoors: Sendable {
        var candidates: [UnlockCandidate]
        var manifest: ProviderManifest
    }

    /// The device that the cloud opens.
    struct RemoteDoor: Sendable {
        var deviceID: String
        var name: String
        /// This system's name for the provider.
        var provider: String?
    }

    /// What opening nearby needs, if that is one of the ways.
    var nearby: NearbyDoors? {
        for case .nearby(let doors)? in [way, fallback] { return doors }
        return nil
    }

    /// What opening through the cloud needs, if that is one of the ways.
    var remote: RemoteDoor? {
        for case .remote(let door)? in [way, fallback] { return door }
        return nil
    }

    /// The locks, by binding id.
    var bindingIDs: Set<String> { Set(nearby?.candidates.map(\.binding.id) ?? []) }

    /// What only one attempt may use at a time: locks, and their devices in the cloud.
    var places: Set<String> {
        let atTheDoor = (nearby?.candidates ?? []).flatMap(\.binding.places)
        return Set(atTheDoor).union(remote.map { [Binding.devicePlace($0.deviceID)] } ?? [])
    }
}
