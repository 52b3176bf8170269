package import Wire

/// The cloud's answer to `/client_sessions/get` about the token that was used to ask.
///
/// The echoed token is dropped while decoding.
package struct CloudSession: Equatable, Sendable {
    /// `client_session_id`.
    package let id: String
    /// The workspace the session may see.
    package let workspaceID: String
    /// The person the session acts for. Without one the access lists may be empty.
    package let userIdentityID: String?
    /// When the session was made.
    package let createdAt: Timestamp
    /// When its token stops working.
    package let expiresAt: Timestamp

    /// Makes a session.
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

    /// Whether two tokens act for the same person in the same workspace, so one may replace the other.
    ///
    /// Sessions without a person are never the same.
    package func isSameIdentity(as other: CloudSession) -> Bool {
        guard let person = userIdentityID else { return false }
        return person == other.userIdentityID && workspaceID == other.workspaceID
    }

    /// Whether data read by one session is still valid for the other: both belong to the same person, or they are the
    /// same session without a person.
    package func seesTheSame(as other: CloudSession) -> Bool {
        guard workspaceID == other.workspaceID, userIdentityID == other.userIdentityID else { return false }
        return userIdentityID != nil || id == other.id
    }
}

/// The cloud's answer to `/workspaces/get` about the workspace of the token that was used to ask.
package struct CloudWorkspace: Equatable, Sendable {
    /// `workspace_id`.
    package let id: String
    /// The name people see. Untrusted text.
    package let name: String
    /// Whether its devices and people are simulated.
    package let isSandbox: Bool
    /// Whether Seam has suspended it.
    package let isSuspended: Bool

    /// Makes a workspace.
    package init(id: String, name: String, isSandbox: Bool, isSuspended: Bool) {
        self.id = id
        self.name = name
        self.isSandbox = isSandbox
        self.isSuspended = isSuspended
    }
}
