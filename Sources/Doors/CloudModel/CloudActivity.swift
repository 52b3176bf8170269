package import Wire

/// One row of `/events/list`: something changed in the workspace.
///
/// The cloud sends no event for a credential that is created or updated. So events shorten the wait for a change, but
/// never replace the periodic full read.
package struct CloudEvent: Equatable, Sendable {
    /// `event_id`; lists overlap, so it shows which events have been seen before.
    package let id: String
    /// For example `acs_credential.issued`; the set is open.
    package let type: String
    /// The workspace it happened in.
    package let workspaceID: String
    /// When the cloud recorded it; the cursor of the next list.
    package let createdAt: Timestamp
    /// When it happened.
    package let occurredAt: Timestamp
    /// The credential it concerns.
    package let credentialID: String?
    /// The entrance it concerns.
    package let entranceID: String?
    /// The access system it concerns.
    package let systemID: String?
    /// The device it concerns.
    package let deviceID: String?
    /// The session it concerns.
    package let clientSessionID: String?
    /// The attempt it is the outcome of.
    package let actionAttemptID: String?

    /// Makes an event.
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
        /// Not decided; ask again.
        case pending
        /// The provider accepted it. `wasConfirmedByDevice` is false or absent if the provider cannot confirm.
        case success(wasConfirmedByDevice: Bool?)
        /// It failed, with the cloud's open set of error types.
        case error(type: String, message: String)
    }

    /// `action_attempt_id`.
    package let id: String
    /// For example `UNLOCK_DOOR`; the set is open.
    package let actionType: String
    /// How far it has got.
    package let status: Status

    /// Makes an attempt.
    package init(id: String, actionType: String, status: Status) {
        self.id = id
        self.actionType = actionType
        self.status = status
    }
}
