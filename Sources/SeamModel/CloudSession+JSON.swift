package import Wire

/// The echoed `token` is neither read nor written.
extension CloudSession: JSONCodable {
    /// Reads the cloud's spelling; members that are not used here are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.init(
            id: try fields.cloudID("client_session_id"),
            workspaceID: try fields.cloudID("workspace_id"),
            userIdentityID: try fields.optionalCloudID("user_identity_id"),
            createdAt: try fields.timestamp("created_at"),
            expiresAt: try fields.timestamp("expires_at")
        )
    }

    /// The members that decoding reads, in the same spelling.
    package var json: JSON {
        .members(
            ("client_session_id", .string(id)),
            ("workspace_id", .string(workspaceID)),
            ("user_identity_id", userIdentityID.map(JSON.string)),
            ("created_at", createdAt.json),
            ("expires_at", expiresAt.json)
        )
    }
}

extension CloudWorkspace: JSONCodable {
    /// Reads the cloud's spelling; members that are not used here are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.init(
            id: try fields.cloudID("workspace_id"),
            name: try fields.cloudName("name"),
            isSandbox: try fields.optionalBool("is_sandbox") ?? false,
            isSuspended: try fields.optionalBool("is_suspended") ?? false
        )
    }

    /// The members that decoding reads, in the same spelling.
    package var json: JSON {
        .members(
            ("workspace_id", .string(id)),
            ("name", .string(name)),
            ("is_sandbox", .bool(isSandbox)),
            ("is_suspended", .bool(isSuspended))
        )
    }
}
