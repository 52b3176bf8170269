import ProviderHost
import SeamModel
import SessionCore

/// What is settled about an attempt at the door before it runs: the grant's doors, whose attempt it is, and how long
/// it may take.
struct NearbyPlan: Sendable {
    var attemptID: String
    var session: SessionKey
    var credentialID: String
    /// Not empty, all of one provider.
    var candidates: [UnlockCandidate]
    /// The provider's.
    var manifest: ProviderManifest
    var timeout: Duration
    /// Whom the lock's own log is told: at most 20 bytes.
    var label: String
}
