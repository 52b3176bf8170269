package import DaemonCore
package import SealedDatabase
package import Wire

/// A session as the store keeps it across restarts.
package struct SessionRecord: Sendable, Equatable {
    /// How far the session had got.
    package enum Phase: String, Sendable, CaseIterable {
        /// A token is stored, but the cloud may not have seen it yet.
        case initialized
        /// The cloud has accepted the token at least once.
        case active
        /// The session is signed out. The token is removed, but the cache is kept sealed for the same workspace and
        /// identity.
        case deactivated
    }

    /// The uid and the name of the session.
    package var id: SessionID
    /// How far the session had got.
    package var phase: Phase
    /// The client session token. It is nil if the session is deactivated, and only then.
    package var token: SecretBytes?
    /// The cloud's id of the client session, once the cloud has proved it.
    package var clientSessionID: String?
    /// The workspace, once the cloud has proved it. It is kept after a deactivation.
    package var workspaceID: String?
    /// The user identity, once the cloud has proved it. It is kept after a deactivation.
    package var identityID: String?
    /// When the token expires, according to the cloud.
    package var expiresAt: Timestamp?
    /// When the cloud last accepted the token or answered a sync.
    package var validatedAt: Timestamp?

    /// Creates a session in the given phase, about which the cloud has proved nothing yet.
    package init(id: SessionID, phase: Phase, token: SecretBytes?) {
        self.id = id
        self.phase = phase
        self.token = token
    }
}

/// The last synced state of a session, sealed under the session's own key.
package struct SnapshotRecord: Sendable, Equatable {
    /// The workspace from which the snapshot was read.
    package var workspaceID: String
    /// The identity to which the snapshot belongs.
    package var identityID: String
    /// When the complete read ended.
    package var takenAt: Timestamp
    /// The snapshot, in the caller's own encoding.
    package var content: SecretBytes

    /// Creates a snapshot to be stored.
    package init(workspaceID: String, identityID: String, takenAt: Timestamp, content: SecretBytes) {
        self.workspaceID = workspaceID
        self.identityID = identityID
        self.takenAt = takenAt
        self.content = content
    }
}
