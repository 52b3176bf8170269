package import Wire

/// One row of `/acs/entrances/list`: a door, gate or lift that credentials open.
package struct CloudEntrance: Equatable, Sendable {
    /// The `acs_entrance_id`: 1 to 128 characters of `[A-Za-z0-9_-]`.
    package let id: String
    /// The access system to which the entrance belongs.
    package let systemID: String
    /// The name that people see. It is untrusted text.
    package let displayName: String
    /// Whether the door is locked, if the system reports this. An absent value means unknown, never "locked".
    package let isLocked: Bool?
    /// Whether mobile keys open the door. If the system does not report this, the value is absent.
    package let opensWithMobileKey: Bool?
    /// Whether cloud keys open the door. If the system does not report this, the value is absent.
    package let opensWithCloudKey: Bool?
    /// The issues that the cloud reports for this object.
    package let issues: CloudIssues

    /// Creates an entrance.
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
    /// The `acs_system_id`.
    package let id: String
    /// The name that people see. It is untrusted text.
    package let name: String
    /// The vendor's kind of system, for example `visionline_system`.
    package let externalType: String?
    /// The IANA time zone of the system's site, if known.
    package let timeZone: String?
    /// The issues that the cloud reports for this object.
    package let issues: CloudIssues

    /// Creates a system.
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
    /// The `acs_user_id`.
    package let id: String
    /// The access system that knows the user.
    package let systemID: String
    /// The person behind this user, if the cloud reports one.
    package let userIdentityID: String?
    /// Whether the access system has suspended the user.
    package let isSuspended: Bool
    /// When the user's access begins. If it has no beginning, the value is absent.
    package let startsAt: Timestamp?
    /// When the user's access ends. If it has no end, the value is absent.
    package let endsAt: Timestamp?
    /// The issues that the cloud reports for this object.
    package let issues: CloudIssues

    /// Creates a user.
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
    /// The `device_id`: 1 to 128 characters of `[A-Za-z0-9_-]`.
    package let id: String
    /// The vendor's kind of device, for example `nuki_lock`.
    package let deviceType: String
    /// The workspace to which the lock belongs. In every accepted snapshot, this is the session's workspace.
    package let workspaceID: String
    /// The name that people see. It is untrusted text.
    package let displayName: String
    /// Whether the cloud can reach the lock now. If the value is absent, this is unknown.
    package let isOnline: Bool?
    /// Whether the lock is locked. If the value is absent, nobody knows whether the lock is locked. Absent never means
    /// "locked".
    package let isLocked: Bool?
    /// Whether the cloud can unlock the lock.
    package let canRemotelyUnlock: Bool
    /// The issues that the cloud reports for this object.
    package let issues: CloudIssues

    /// Creates a lock.
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
