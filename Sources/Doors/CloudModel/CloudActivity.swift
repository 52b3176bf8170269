package import Wire

/// One row of `/events/list`, which describes a change in the workspace.
///
/// The cloud sends no event for a credential that is created or updated. For this reason, events shorten the wait for a
/// change, but never replace the periodic full read.
package struct CloudEvent: Equatable, Sendable {
    /// The `event_id`. Because lists overlap, this id shows which events have been seen before.
    package let id: String
    /// The event's type, for example `acs_credential.issued`. The set of types is open.
    package let type: String
    /// The workspace in which the event happened.
    package let workspaceID: String
    /// When the cloud recorded the event. The next list is requested from this time.
    package let createdAt: Timestamp
    /// When the event happened.
    package let occurredAt: Timestamp
    /// The credential that the event concerns.
    package let credentialID: String?
    /// The entrance that the event concerns.
    package let entranceID: String?
    /// The access system that the event concerns.
    package let systemID: String?
    /// The device that the event concerns.
    package let deviceID: String?
    /// The session that the event concerns.
    package let clientSessionID: String?
    /// The attempt whose outcome the event reports.
    package let actionAttemptID: String?

    /// Creates an event.
    package init(
        id: String,
        type: String,
        workspaceID: String,
        createdAt: Timestamp,
        occurredAt: Timestamp,
        credentialID: String? = nil,
        entranceID: String? = nil,
        systemID: String? = nil,
        deviceID: String? = nil,
        clientSessionID: String? = nil,
        actionAttemptID: String? = nil
    ) {
        self.id = id
        self.type = type
        self.workspaceID = workspaceID
        self.createdAt = createdAt
        self.occurredAt = occurredAt
        self.credentialID = credentialID
        self.entranceID = entranceID
        self.systemID = systemID
        self.deviceID = deviceID
        self.clientSessionID = clientSessionID
        self.actionAttemptID = actionAttemptID
    }
}

/// A remote unlock as the cloud sees it (`action_attempt`).
package struct CloudActionAttempt: Equatable, Sendable {
    /// How far the attempt has got.
    package enum Status: Equatable, Sendable {
        /// The attempt is not decided yet, so the client must ask again.
        case pending
        /// The provider accepted the attempt. `wasConfirmedByDevice` is false or absent if the provider cannot confirm.
        case success(wasConfirmedByDevice: Bool?)
        /// The attempt failed. The set of the cloud's error types is open.
        case error(type: String, message: String)
    }

    /// The `action_attempt_id`.
    package let id: String
    /// The kind of action, for example `UNLOCK_DOOR`. The set of kinds is open.
    package let actionType: String
    /// How far the attempt has got.
    package let status: Status

    /// Creates an attempt.
    package init(id: String, actionType: String, status: Status) {
        self.id = id
        self.actionType = actionType
        self.status = status
    }
}
