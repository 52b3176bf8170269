package import Wire

/// The cloud's answer to `/client_sessions/get` about the token with which the client asked.
///
/// The echoed token is dropped while decoding.
package struct CloudSession: Equatable, Sendable {
    /// The `client_session_id`.
    package let id: String
    /// The workspace that the session may see.
    package let workspaceID: String
    /// The person for whom the session acts. Without a person, the access lists may be empty.
    package let userIdentityID: String?
    /// When the session was created.
    package let createdAt: Timestamp
    /// When the session's token expires.
    package let expiresAt: Timestamp

    /// Creates a session.
    package init(
        id: String,
        workspaceID: String,
        userIdentityID: String?,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.workspaceID = workspaceID
        self.userIdentityID = userIdentityID
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Whether two tokens act for the same person in the same workspace, so that one token may replace the other.
    ///
    /// Sessions without a person are never the same.
    package func isSameIdentity(as other: CloudSession) -> Bool {
        guard let person = userIdentityID else { return false }
        return person == other.userIdentityID && workspaceID == other.workspaceID
    }

    /// Whether data read by one session is still valid for the other session. This is so in two cases: both sessions
    /// belong to the same person, or they are the same session and it has no person.
    package func seesTheSame(as other: CloudSession) -> Bool {
        guard workspaceID == other.workspaceID, userIdentityID == other.userIdentityID else { return false }
        return userIdentityID != nil || id == other.id
    }
}

/// The cloud's answer to `/workspaces/get` about the workspace of the token with which the client asked.
package struct CloudWorkspace: Equatable, Sendable {
    /// The `workspace_id`.
    package let id: String
    /// The name that people see. It is untrusted text.
    package let name: String
    /// Whether the workspace's devices and people are simulated.
    package let isSandbox: Bool
    /// Whether Seam has suspended the workspace.
    package let isSuspended: Bool

    /// Creates a workspace.
    package init(id: String, name: String, isSandbox: Bool, isSuspended: Bool) {
        self.id = id
        self.name = name
        self.isSandbox = isSandbox
        self.isSuspended = isSuspended
    }
}
