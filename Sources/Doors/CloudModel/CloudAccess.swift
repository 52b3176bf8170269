package import Wire

/// One row of `/acs/entrances/list`: a door, gate or lift that credentials open.
package struct CloudEntrance: Equatable, Sendable {
    /// `acs_entrance_id`: 1 to 128 of `[A-Za-z0-9_-]`.
    package let id: String
    /// The access system it belongs to.
    package let systemID: String
    /// The name people see. Untrusted text.
    package let displayName: String
    /// Whether it is locked, if the system says so. Absent means unknown, never "locked".
    package let isLocked: Bool?
    /// Whether mobile keys open it; absent if the system does not say.
    package let opensWithMobileKey: Bool?
    /// Whether cloud keys open it; absent if the system does not say.
    package let opensWithCloudKey: Bool?
    /// The cloud's issues with it.
    package let issues: CloudIssues

    /// Makes an entrance.
    package init(
        id: String,
        systemID: String,
        displayName: String,
        isLocked: Bool? = nil,
        opensWithMobileKey: Bool? = nil,
        opensWithCloudKey: Bool? = nil,
        issues: CloudIssues = .none
    ) {
        self.id = id
        self.systemID = systemID
        self.displayName = displayName
        self.isLocked = isLocked
        self.opensWithMobileKey = opensWithMobileKey
        self.opensWithCloudKey = opensWithCloudKey
        self.issues = issues
    }
}

/// One row of `/acs/systems/list`: an installation of an access control product.
package struct CloudSystem: Equatable, Sendable {
    /// `acs_system_id`.
    package let id: String
    /// The name people see. Untrusted text.
    package let name: String
    /// The vendor's kind of system, for example `visionline_system`.
    package let externalType: String?
    /// The IANA time zone of its site, if known.
    package let timeZone: String?
    /// The cloud's issues with it.
    package let issues: CloudIssues

    /// Makes a system.
    package init(
        id: String,
        name: String,
        externalType: String? = nil,
        timeZone: String? = nil,
        issues: CloudIssues = .none
    ) {
        self.id = id
        self.name = name
        self.externalType = externalType
        self.timeZone = timeZone
        self.issues = issues
    }
}

/// One row of `/acs/users/list`: a person as one access system knows them.
package struct CloudUser: Equatable, Sendable {
    /// `acs_user_id`.
    package let id: String
    /// The access system that knows them.
    package let systemID: String
    /// The person behind this user, if the cloud says so.
    package let userIdentityID: String?
    /// Whether the access system has suspended them.
    package let isSuspended: Bool
    /// When their access begins; absent means it has no beginning.
    package let startsAt: Timestamp?
    /// When their access ends; absent means it has no end.
    package let endsAt: Timestamp?
    /// The cloud's issues with them.
    package let issues: CloudIssues

    /// Makes a user.
    package init(
        id: String,
        systemID: String,
        userIdentityID: String? = nil,
        isSuspended: Bool = false,
        startsAt: Timestamp? = nil,
        endsAt: Timestamp? = nil,
        issues: CloudIssues = .none
    ) {
        self.id = id
        self.systemID = systemID
        self.userIdentityID = userIdentityID
        self.isSuspended = isSuspended
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.issues = issues
    }
}

/// One row of `/locks/list`: a smart lock connected to the cloud without an access system.
package struct CloudLock: Equatable, Sendable {
    /// `device_id`: 1 to 128 of `[A-Za-z0-9_-]`.
    package let id: String
    /// The vendor's kind of device, for example `nuki_lock`.
    package let deviceType: String
    /// The workspace it belongs to; the same as the session's in every accepted snapshot.
    package let workspaceID: String
    /// The name people see. Untrusted text.
    package let displayName: String
    /// Whether the cloud reaches it now; absent means unknown.
    package let isOnline: Bool?
    /// Whether it is locked; absent means unknown, never "locked".
    package let isLocked: Bool?
    /// Whether the cloud can unlock it.
    package let canRemotelyUnlock: Bool
    /// The cloud's issues with it.
    package let issues: CloudIssues

    /// Makes a lock.
    package init(
        id: String,
        deviceType: String,
        workspaceID: String,
        displayName: String,
        isOnline: Bool? = nil,
        isLocked: Bool? = nil,
        canRemotelyUnlock: Bool = false,
        issues: CloudIssues = .none
    ) {
        self.id = id
        self.deviceType = deviceType
        self.workspaceID = workspaceID
        self.displayName = displayName
        self.isOnline = isOnline
        self.isLocked = isLocked
        self.canRemotelyUnlock = canRemotelyUnlock
        self.issues = issues
    }
}
