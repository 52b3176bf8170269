import DaemonCore
import SeamModel
import SessionCore
import Wire

/// Decides who may open which door.
protocol UnlockAuthority: Sendable {
    /// Grants an unlock. Throws the error of the first rule that the request breaks, in the order of ``Preflight``.
    func grant(_ params: UnlockRequest, to session: SessionID) async throws(WireError) -> UnlockGrant

    /// Whether the basis of an attempt's admission has ended. The basis is the session, the key, and the validity of
    /// both. This never waits for the store or the cloud.
    func isOver(
        _ credentialID: String, by way: Proximity, groups: Set<UInt32>, of session: SessionID
    ) async -> Bool

    /// Notes that a key waits for its person's authorization on the page `url`. A nil `url` means that the key no
    /// longer waits. The key's errors show the page.
    func awaitsAuthorization(_ credentialID: String, of session: SessionID, url: String?) async
}
