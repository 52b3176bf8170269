package import Wire

extension CloudEntrance: JSONCodable {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.init(
            id: try fields.cloudID("acs_entrance_id"),
            systemID: try fields.cloudID("acs_system_id"),
            displayName: try fields.cloudName("display_name"),
            isLocked: fields.readable { fields throws(FieldFault) in try fields.optionalBool("is_locked") },
            opensWithMobileKey: fields.readable { fields throws(FieldFault) in
                try fields.optionalBool("can_unlock_with_mobile_key")
            },
            opensWithCloudKey: fields.readable { fields throws(FieldFault) in
                try fields.optionalBool("can_unlock_with_cloud_key")
            },
            issues: try CloudIssues(from: &fields)
        )
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package var json: JSON {
        .members(
            ("acs_entrance_id", .string(id)),
            ("acs_system_id", .string(systemID)),
            ("display_name", .string(displayName)),
            ("is_locked", isLocked.map(JSON.bool)),
            ("can_unlock_with_mobile_key", opensWithMobileKey.map(JSON.bool)),
            ("can_unlock_with_cloud_key", opensWithCloudKey.map(JSON.bool)),
            ("errors", issues.errorsJSON),
            ("warnings", issues.warningsJSON)
        )
    }
}

extension CloudSystem: JSONCodable {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        var place = fields.readable { fields throws(FieldFault) in try fields.optionalFields("location") }
        self.init(
            id: try fields.cloudID("acs_system_id"),
            name: fields.readableName("name") ?? "",
            externalType: try fields.optionalString("external_type", bytes: 1...128),
            timeZone: place?.readable { fields throws(FieldFault) in
                try fields.optionalString("time_zone", bytes: 0...64)
            },
            issues: try CloudIssues(from: &fields)
        )
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package var json: JSON {
        .members(
            ("acs_system_id", .string(id)),
            ("name", .string(name)),
            ("external_type", externalType.map(JSON.string)),
            ("location", timeZone.map { .members(("time_zone", .string($0))) }),
            ("errors", issues.errorsJSON),
            ("warnings", issues.warningsJSON)
        )
    }
}

extension CloudUser: JSONCodable {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        var schedule = try fields.optionalFields("access_schedule")
        self.init(
            id: try fields.cloudID("acs_user_id"),
            systemID: try fields.cloudID("acs_system_id"),
            userIdentityID: try fields.optionalCloudID("user_identity_id"),
            isSuspended: try fields.optionalBool("is_suspended") ?? false,
            startsAt: try schedule?.optionalTimestamp("starts_at"),
            endsAt: try schedule?.optionalTimestamp("ends_at"),
            issues: try CloudIssues(from: &fields)
        )
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package var json: JSON {
        let isScheduled = startsAt != nil || endsAt != nil
        let schedule = JSON.members(("starts_at", startsAt?.json), ("ends_at", endsAt?.json))
        return .members(
            ("acs_user_id", .string(id)),
            ("acs_system_id", .string(systemID)),
            ("user_identity_id", userIdentityID.map(JSON.string)),
            ("is_suspended", .bool(isSuspended)),
            ("access_schedule", isScheduled ? schedule : nil),
            ("errors", issues.errorsJSON),
            ("warnings", issues.warningsJSON)
        )
    }
}

extension CloudLock: JSONCodable {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        var properties = try fields.optionalFields("properties")
        let ownName = try fields.optionalCloudName("display_name")
        let vendorName = try properties?.optionalCloudName("name")
        self.init(
            id: try fields.cloudID("device_id"),
            deviceType: try fields.string("device_type", bytes: 1...128),
            workspaceID: try fields.cloudID("workspace_id"),
            displayName: ownName ?? vendorName ?? "",
            isOnline: try properties?.optionalBool("online"),
            isLocked: try properties?.optionalBool("locked"),
            canRemotelyUnlock: try fields.optionalBool("can_remotely_unlock") ?? false,
            issues: try CloudIssues(from: &fields)
        )
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package var json: JSON {
        .members(
            ("device_id", .string(id)),
            ("device_type", .string(deviceType)),
            ("workspace_id", .string(workspaceID)),
            ("display_name", .string(displayName)),
            ("properties", .members(("online", isOnline.map(JSON.bool)), ("locked", isLocked.map(JSON.bool)))),
            ("can_remotely_unlock", .bool(canRemotelyUnlock)),
            ("errors", issues.errorsJSON),
            ("warnings", issues.warningsJSON)
        )
    }
}
