package import Wire

/// The credential in the cloud's own JSON. `json` writes only the members that decoding reads, and decoding ignores
/// unknown members.
extension CloudCredential: JSONRecord {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package convenience init(fields: inout JSONFields) throws(FieldFault) {
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

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("acs_credential_id", id)
        writer.member("acs_system_id", systemID)
        writer.member("workspace_id", workspaceID)
        writer.member("acs_user_id", userID)
        writer.member("user_identity_id", userIdentityID)
        writer.member("display_name", displayName)
        writer.member("access_method", accessMethod.cloudName)
        writer.member("is_managed", isManaged)
        writer.member("starts_at", startsAt)
        writer.member("ends_at", endsAt)
        writer.member("code", code?.revealed)
        writer.member("card_number", cardNumber?.revealed)
        writer.member("is_issued", isIssued)
        writer.member("is_latest_desired_state_synced_with_provider", isLatestDesiredStateSynced)
        writer.member("is_multi_phone_sync_credential", isMultiPhoneSync)
        writer.member("parent_acs_credential_id", parentID)
        writer.member("external_type", externalType)
        writer.member("errors", issues.errorsJSON)
        writer.member("warnings", issues.warningsJSON)
    }
}
