import ProviderHost
import SeamModel
import SessionCore

/// What is decided about a nearby attempt before it runs: the grant's doors, whose attempt it is, and how long it may
/// take.
struct NearbyPlan: Sendable {
    var attemptID: String
    var session: SessionKey
    var credentialID: String
    /// Not empty; all of one provider.
    var candidates: [UnlockCandidate]
    /// The manifest of that provider.
    var manifest: ProviderManifest
    var timeout: Duration
    /// Who opens the door, for the lock's own log: at most 20 bytes.
    var label: String
}
