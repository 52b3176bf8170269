package import Wire

/// The echoed `token` is neither read nor written.
extension CloudSession: JSONRecord {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(fields: inout JSONFields) throws(FieldFault) {
        let id = try fields.cloudID("client_session_id")
        let workspaceID = try fields.cloudID("workspace_id")
        let userIdentityID = try fields.optionalCloudID("user_identity_id")
        let createdAt = fields.readable { fields throws(FieldFault) in try fields.optionalTimestamp("created_at") }
        let expiresAt = try fields.timestamp("expires_at")
        self.init(
            id: id, workspaceID: workspaceID, userIdentityID: userIdentityID, createdAt: createdAt ?? expiresAt,
            expiresAt: expiresAt)
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("client_session_id", id)
        writer.member("workspace_id", workspaceID)
        writer.member("user_identity_id", userIdentityID)
        writer.member("created_at", createdAt)
        writer.member("expires_at", expiresAt)
    }
}

extension CloudWorkspace: JSONRecord {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.init(
            id: try fields.cloudID("workspace_id"),
            name: fields.readableName("name") ?? "",
            isSandbox: fields.readable { fields throws(FieldFault) in try fields.optionalBool("is_sandbox") } ?? false,
            isSuspended: fields.readable { fields throws(FieldFault) in try fields.optionalBool("is_suspended") }
                ?? false
        )
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("workspace_id", id)
        writer.member("name", name)
        writer.member("is_sandbox", isSandbox)
        writer.member("is_suspended", isSuspended)
    }
}
