import DaemonCore
import LinuxSupport
import SeamModel
import SessionCore
import Wire

@testable import SessionService

/// An authority that grants nothing. An admitted attempt keeps its authority until the test takes the authority away.
final class ScriptedAuthority: UnlockAuthority {
    let isOver = Locked(false)

    func grant(_ params: UnlockRequest, to session: SessionID) async throws(WireError) -> UnlockGrant {
        throw SessionError.invalidCredentialID.wireError
    }

    func isOver(
        _ credentialID: String, by way: Proximity, groups: Set<UInt32>, of session: SessionID
    ) async -> Bool { isOver.withLock { $0 } }

    func awaitsAuthorization(_ credentialID: String, of session: SessionID, url: String?) async {}
}
