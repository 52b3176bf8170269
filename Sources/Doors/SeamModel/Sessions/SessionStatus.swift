package import RadioModel
package import Wire

/// How current a session's credentials are.
package struct SyncStatus: Sendable, Hashable {
    package var lastOK: Timestamp?
    /// Since when the cloud could not be asked; nil while it answers.
    package var staleSince: Timestamp?
    package var next: Timestamp?
    package var reason: String?
    /// How far the keys are read; nil once all are.
    package var reading: KeyReadingProgress?

    package init(
        lastOK: Timestamp? = nil, staleSince: Timestamp? = nil, next: Timestamp? = nil, reason: String? = nil,
        reading: KeyReadingProgress? = nil
    ) {
        self.lastOK = lastOK
        self.staleSince = staleSince
        self.next = next
        self.reason = reason
        self.reading = reading
    }
}

/// A session as `session.get` answers it.
package struct SessionStatus: Sendable, Hashable {
    package var name: String
    package var isInitialized: Bool
    package var isActive: Bool
    /// Whether it belongs to one connection alone.
    package var isEphemeral: Bool
    /// The token's prefix and last four characters.
    package var maskedToken: String?
    package var workspaceID: String?
    /// The workspace's name for people. Untrusted text.
    package var workspaceName: String?
    package var userIdentityID: String?
    /// The person's name. Untrusted text.
    package var userIdentityName: String?
    package var expiresAt: Timestamp?
    package var sync: SyncStatus
    package var radio: RadioState

    package init(
        name: String, isInitialized: Bool, isActive: Bool, isEphemeral: Bool = false, maskedToken: String? = nil,
        workspaceID: String? = nil, workspaceName: String? = nil, userIdentityID: String? = nil,
        userIdentityName: String? = nil, expiresAt: Timestamp? = nil, sync: SyncStatus = SyncStatus(),
        radio: RadioState = .unknown
    ) {
        self.name = name
        self.isInitialized = isInitialized
        self.isActive = isActive
        self.isEphemeral = isEphemeral
        self.maskedToken = maskedToken
        self.workspaceID = workspaceID
        self.workspaceName = workspaceName
        self.userIdentityID = userIdentityID
        self.userIdentityName = userIdentityName
        self.expiresAt = expiresAt
        self.sync = sync
        self.radio = radio
    }
}

extension SyncStatus: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        lastOK = try fields.optionalTimestamp("last_ok")
        staleSince = try fields.optionalTimestamp("stale_since")
        next = try fields.optionalTimestamp("next")
        reason = try fields.optionalString("reason", bytes: 0...1024)
        reading = try fields.optionalValue("reading")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("last_ok", lastOK)
        writer.member("stale_since", staleSince)
        writer.member("next", next)
        writer.member("reason", reason)
        writer.member("reading", reading)
    }
}

extension SessionStatus: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name", bytes: 1...64)
        isInitialized = try fields.bool("is_initialized")
        isActive = try fields.bool("is_active")
        isEphemeral = try fields.optionalBool("ephemeral") ?? false
        maskedToken = try fields.optionalString("token", bytes: 0...1024)
        workspaceID = try fields.optionalString("workspace_id", bytes: 1...128)
        workspaceName = try fields.optionalString("workspace_name", bytes: 0...1024)
        userIdentityID = try fields.optionalString("user_identity_id", bytes: 1...128)
        userIdentityName = try fields.optionalString("user_identity_name", bytes: 0...1024)
        expiresAt = try fields.optionalTimestamp("expires_at")
        sync = try fields.value("sync")
        radio = RadioState(rawValue: try fields.string("radio", bytes: 0...32)) ?? .unknown
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("is_initialized", isInitialized)
        writer.member("is_active", isActive)
        writer.member("ephemeral", isEphemeral ? true : nil)
        writer.member("token", maskedToken)
        writer.member("workspace_id", workspaceID)
        writer.member("workspace_name", workspaceName)
        writer.member("user_identity_id", userIdentityID)
        writer.member("user_identity_name", userIdentityName)
        writer.member("expires_at", expiresAt)
        writer.member("sync", sync)
        writer.member("radio", radio.rawValue)
    }
}
