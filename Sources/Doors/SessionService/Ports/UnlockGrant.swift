import ProviderHost
import SeamModel

/// A session's grant for one unlock, after all of preflight.
struct UnlockGrant: Sendable {
    /// The person, as Seam knows them.
    var identityID: String?
    var credentialName: String
    var way: Way
    /// The way to try once if the first one ends without effect.
    var fallback: Way?
    var authority: Attempt.Authority
    /// Whether the key had to be read from the cloud first.
    var isAwaited = false

    /// A way, with its means.
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

    /// The candidate doors, by their locks' bindings. There is at least one, and all are of one provider, the
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

    /// The needs of opening nearby, if that is one of the ways.
    var nearby: NearbyDoors? {
        for case .nearby(let doors)? in [way, fallback] { return doors }
        return nil
    }

    /// The needs of opening through the cloud, if that is one of the ways.
    var remote: RemoteDoor? {
        for case .remote(let door)? in [way, fallback] { return door }
        return nil
    }

    /// The locks, by binding id.
    var bindingIDs: Set<String> { Set(nearby?.candidates.map(\.binding.id) ?? []) }

    /// The things that only one attempt may use at a time: locks, and their devices in the cloud.
    var places: Set<String> {
        let atTheDoor = (nearby?.candidates ?? []).flatMap(\.binding.places)
        return Set(atTheDoor).union(remote.map { [Binding.devicePlace($0.deviceID)] } ?? [])
    }
}
