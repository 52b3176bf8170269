import DaemonCore
import SeamModel
import SessionCore
import Wire

/// Decides who may open what.
protocol UnlockAuthority: Sendable {
    /// Throws the error of the first rule that the request breaks, in preflight's order.
    func grant(_ params: UnlockRequest, to session: SessionID) async throws(WireError) -> UnlockGrant

    /// A key waits for its person to authorize on the page `url`; nil if it no longer waits. The key's errors show it.
    func awaitsAuthorization(_ credentialID: String, of session: SessionID, url: String?) async
}
