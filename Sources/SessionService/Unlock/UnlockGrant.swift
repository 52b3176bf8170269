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
    var proximity: Proximity
    /// The way to try once if the first ends without effect.
    var fallback: Proximity?
    var authority: Attempt.Authority
    /// What is needed to open at the door, if that is one of the ways.
    var nearby: NearbyDoors?
    /// What is needed to open through the cloud, if that is one of the ways.
    var remote: RemoteDoor?

    /// The doors that come into question, by their locks' bindings; all of one provider, and not empty.
    struct NearbyDoors: Sendable {
        var candidates: [UnlockCandidate]
        var provider: String
        var manifest: UnlockManifest
    }

    /// The device that the cloud opens.
    struct RemoteDoor: Sendable {
        var deviceID: String
        var name: String
        /// The provider, as this system would call it.
        var provider: String?
    }

    /// The locks, by binding id.
    var bindingIDs: Set<String> { Set(nearby?.candidates.map(\.binding.id) ?? []) }

    /// What no two attempts use at once: locks, and what the cloud opens.
    var places: Set<String> { bindingIDs.union(remote.map { ["device:\($0.deviceID)"] } ?? []) }
}

/// Says who may open what.
protocol UnlockAuthority: Sendable {
    /// Throws the error of the first rule that the request breaks, in preflight's order.
    func grant(_ params: UnlockRequest, to session: SessionKey) async throws(WireError) -> UnlockGrant
}
