package import DaemonCore
package import SealedDatabase
package import Wire

/// A session as it is kept over a restart.
package struct SessionRecord: Sendable, Equatable {
    /// How far the session had come.
    package enum Phase: String, Sendable, CaseIterable {
        /// A token is stored; the cloud may not have seen it yet.
        case initialized
        /// The token was proved online at least once.
        case active
        /// Signed out. The token is gone, the cache is kept sealed for the same workspace and identity.
        case deactivated
    }

    /// The uid and the name of the session.
    package var id: SessionID
    /// How far the session had come.
    package var phase: Phase
    /// The client session token; nil exactly when deactivated.
    package var token: SecretBytes?
    /// The cloud's id of the client session, once proved.
    package var clientSessionID: String?
    /// The workspace, once proved; kept through a deactivation.
    package var workspaceID: String?
    /// The user identity, once proved; kept through a deactivation.
    package var identityID: String?
    /// When the token ends, as the cloud said.
    package var expiresAt: Timestamp?
    /// When the cloud last accepted the token or answered a sync.
    package var validatedAt: Timestamp?

    /// A session in the given phase with nothing proved.
    package init(id: SessionID, phase: Phase, token: SecretBytes?) {
        self.id = id
        self.phase = phase
        self.token = token
    }
}

/// The last synced state of a session, sealed under the session's own key.
package struct SnapshotRecord: Sendable, Equatable {
    /// The workspace that it was read from.
    package var workspaceID: String
    /// The identity that it belongs to.
    package var identityID: String
    /// When the complete read ended.
    package var takenAt: Timestamp
    /// The snapshot, in whatever encoding the caller uses.
    package var content: SecretBytes

    /// A snapshot to be stored.
    package init(workspaceID: String, identityID: String, takenAt: Timestamp, content: SecretBytes) {
        self.workspaceID = workspaceID
        self.identityID = identityID
        self.takenAt = takenAt
        self.content = content
    }
}
