import ProviderHost
import SeamModel

/// A session's permission for one unlock, after all checks of ``Preflight`` have passed.
struct UnlockGrant: Sendable {
    /// The person's identity at Seam.
    var identityID: String?
    var credentialName: String
    var way: Way
    /// The way that is tried once if the first way ends without effect.
    var fallback: Way?
    var authority: Attempt.Authority
    /// Whether the key had to be read from the cloud first.
    var isAwaited = false

    /// A way to open the door. It has the data that is needed for opening the door in this way.
    enum Way: Sendable {
        /// The door is opened over Bluetooth, by somebody who is near it.
        case nearby(NearbyDoors)
        /// The door opens through the cloud.
        case remote(RemoteDoor)

        var proximity: Proximity {
            switch self {
            case .nearby: .nearby
            case .remote: .remote
            }
        }
    }

    /// The candidate doors, with their locks' bindings. There is at least one candidate, and all belong to the provider
    /// of the manifest.
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

    /// The data for opening nearby, if this is one of the ways.
    var nearby: NearbyDoors? {
        for case .nearby(let doors)? in [way, fallback] { return doors }
        return nil
    }

    /// The data for opening through the cloud, if this is one of the ways.
    var remote: RemoteDoor? {
        for case .remote(let door)? in [way, fallback] { return door }
        return nil
    }

    /// The binding ids of the locks.
    var bindingIDs: Set<String> { Set(nearby?.candidates.map(\.binding.id) ?? []) }

    /// The places that only one attempt may use at a time: locks, and their devices in the cloud.
    var places: Set<String> {
        let atTheDoor = (nearby?.candidates ?? []).flatMap(\.binding.places)
        return Set(atTheDoor).union(remote.map { [Binding.devicePlace($0.deviceID)] } ?? [])
    }
}
