import ProviderHost
import SealedStore
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// What a session grants to one unlock, after all of preflight.
struct UnlockGrant: Sendable {
    /// The person, as Seam knows them.
    var identityID: String?
    var credentialName: String
    var way: Way
    /// The way to try once if the first ends without effect.
    var fallback: Way?
    var authority: Attempt.Authority

    /// A way, and what it needs.
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

    /// The doors that come into question, by their locks' bindings; all of one provider, whose manifest it is, and
    /// not empty.
    struct NearbyDoors: Sendable {
        var candidates: [UnlockCandidate]
        var manifest: ProviderManifest
    }

    /// The device that the cloud opens.
    struct RemoteDoor: Sendable {
        var deviceID: String
        var name: String
        /// The provider, as this system would call it.
        var provider: String?
    }

    /// What is needed to open at the door, if that is one of the ways.
    var nearby: NearbyDoors? {
        for case .nearby(let doors)? in [way, fallback] { return doors }
        return nil
    }

    /// What is needed to open through the cloud, if that is one of the ways.
    var remote: RemoteDoor? {
        for case .remote(let door)? in [way, fallback] { return door }
        return nil
    }

    /// The locks, by binding id.
    var bindingIDs: Set<String> { Set(nearby?.candidates.map(\.binding.id) ?? []) }

    /// What no two attempts use at once: locks, and the devices that they are to the cloud.
    var places: Set<String> {
        let atTheDoor = (nearby?.candidates ?? []).flatMap(\.binding.places)
        return Set(atTheDoor).union(remote.map { [Binding.devicePlace($0.deviceID)] } ?? [])
    }
}

extension Binding {
    /// What an attempt at a smart lock holds, whether it goes through the cloud or to its door.
    static func devicePlace(_ deviceID: String) -> String { "device:\(deviceID)" }

    /// What an attempt at the lock holds: the lock, and the device if it is bound to one.
    var places: Set<String> {
        if case .device(let device) = target { [id, Self.devicePlace(device)] } else { [id] }
    }
}

/// Who opens a lock by a local grant.
struct LocalHold: Sendable {
    /// The lock; one.
    var bindingIDs: Set<String>
    var uid: UInt32
    var groups: Set<UInt32>
    /// When it was allowed.
    var since: Timestamp

    /// Whether one of the grants allowed it then: an attempt that was in time may end later.
    func isHeld(by grants: [LocalGrant]) -> Bool {
        grants.contains { grant in
            bindingIDs.contains(grant.bindingID) && grant.isFor(uid: uid, groups: groups) && grant.isInForce(at: since)
        }
    }
}

/// Says who may open what.
protocol UnlockAuthority: Sendable {
    /// Throws the error of the first rule that the request breaks, in preflight's order.
    func grant(_ params: UnlockRequest, to session: SessionKey) async throws(WireError) -> UnlockGrant

    /// A key waits for its person to authorize on the page `url`; with nil it does not any more. Shown among its
    /// errors.
    func awaitsAuthorization(_ credentialID: String, of session: SessionKey, url: String?) async
}
