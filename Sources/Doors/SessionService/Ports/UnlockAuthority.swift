import DaemonCore
import SeamModel
import SessionCore
import Wire

/// Decides who may open what.
protocol UnlockAuthority: Sendable {
    /// Throws the error of the first rule that the request breaks, in preflight's order.
    func grant(_ params: UnlockRequest, to session: SessionID) async throws(WireError) -> UnlockGrant

    /// Whether the basis of an attempt's admission has ended: the session, the key, or the validity of either. Never
    /// waits for the store or the cloud.
    func isOver(
        _ credentialID: String, by way: Proximity, groups: Set<UInt32>, of session: SessionID
    ) async -> Bool

    /// Notes that a key waits for its person's authorization on the page `url`; nil if it no longer waits. The key's
    /// errors show it.
    func awaitsAuthorization(_ credentialID: String, of session: SessionID, url: String?) async
}
