package import Wire

/// The echoed `token` is neither read nor written.
extension CloudSession: JSONRecord {
    /// Reads the cloud's spelling; members that are not used here are ignored.
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.init(
            id: try fields.cloudID("client_session_id"),
            workspaceID: try fields.cloudID("workspace_id"),
            userIdentityID: try fields.optionalCloudID("user_identity_id"),
            createdAt: try fields.timestamp("created_at"),
            expiresAt: try fields.timestamp("expires_at")
        )
    }

    /// The members that decoding reads, in the same spelling.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("client_session_id", id)
        writer.member("workspace_id", workspaceID)
        writer.member("user_identity_id", userIdentityID)
        writer.member("created_at", createdAt)
        writer.member("expires_at", expiresAt)
    }
}

extension CloudWorkspace: JSONRecord {
    /// Reads the cloud's spelling; members that are not used here are ignored.
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.init(
            id: try fields.cloudID("workspace_id"),
            name: try fields.cloudName("name"),
            isSandbox: try fields.optionalBool("is_sandbox") ?? false,
            isSuspended: try fields.optionalBool("is_suspended") ?? false
        )
    }

    /// The members that decoding reads, in the same spelling.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("workspace_id", id)
        writer.member("name", name)
        writer.member("is_sandbox", isSandbox)
        writer.member("is_suspended", isSuspended)
    }
}
