package import Wire

/// The cloud's own spelling, of which `json` writes the members that decoding reads; unknown members are ignored.
extension CloudCredential: JSONCodable {
    /// Reads the cloud's spelling; members that are not used here are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.init(
            id: try fields.cloudID("acs_credential_id"),
            systemID: try fields.cloudID("acs_system_id"),
            workspaceID: try fields.cloudID("workspace_id"),
            userID: try fields.optionalCloudID("acs_user_id"),
            userIdentityID: try fields.optionalCloudID("user_identity_id"),
            displayName: try fields.cloudName("display_name"),
            accessMethod: CloudAccessMethod(cloudName: try fields.string("access_method", bytes: 1...64)),
            isManaged: try fields.optionalBool("is_managed") ?? true,
            startsAt: try fields.optionalTimestamp("starts_at"),
            endsAt: try fields.optionalTimestamp("ends_at"),
            code: try fields.optionalString("code", bytes: 1...64).map(CloudSecretText.init),
            cardNumber: try fields.optionalString("card_number", bytes: 1...64).map(CloudSecretText.init),
            isIssued: try fields.optionalBool("is_issued"),
            isLatestDesiredStateSynced: try fields.optionalBool("is_latest_desired_state_synced_with_provider"),
            isMultiPhoneSync: try fields.optionalBool("is_multi_phone_sync_credential") ?? false,
            parentID: try fields.optionalCloudID("parent_acs_credential_id"),
            externalType: try fields.optionalString("external_type", bytes: 1...128),
            issues: try CloudIssues(from: &fields)
        )
    }

    /// The members that decoding reads, in the same spelling.
    package var json: JSON {
        .members(
            ("acs_credential_id", .string(id)),
            ("acs_system_id", .string(systemID)),
            ("workspace_id", .string(workspaceID)),
            ("acs_user_id", userID.map(JSON.string)),
            ("user_identity_id", userIdentityID.map(JSON.string)),
            ("display_name", .string(displayName)),
            ("access_method", .string(accessMethod.cloudName)),
            ("is_managed", .bool(isManaged)),
            ("starts_at", startsAt?.json),
            ("ends_at", endsAt?.json),
            ("code", code.map { .string($0.revealed) }),
            ("card_number", cardNumber.map { .string($0.revealed) }),
            ("is_issued", isIssued.map(JSON.bool)),
            ("is_latest_desired_state_synced_with_provider", isLatestDesiredStateSynced.map(JSON.bool)),
            ("is_multi_phone_sync_credential", .bool(isMultiPhoneSync)),
            ("parent_acs_credential_id", parentID.map(JSON.string)),
            ("external_type", externalType.map(JSON.string)),
            ("errors", issues.errorsJSON),
            ("warnings", issues.warningsJSON)
        )
    }
}
