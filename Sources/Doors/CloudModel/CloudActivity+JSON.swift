package import Wire

extension CloudEvent: JSONRecord {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(fields: inout JSONFields) throws(FieldFault) {
        let createdAt = try fields.timestamp("created_at")
        self.init(
            id: try fields.cloudID("event_id"),
            type: try fields.string("event_type", bytes: 1...128),
            workspaceID: try fields.cloudID("workspace_id"),
            createdAt: createdAt,
            occurredAt: fields.readable { fields throws(FieldFault) in try fields.optionalTimestamp("occurred_at") }
                ?? createdAt,
            credentialID: try fields.optionalCloudID("acs_credential_id"),
            entranceID: try fields.optionalCloudID("acs_entrance_id"),
            systemID: try fields.optionalCloudID("acs_system_id"),
            deviceID: try fields.optionalCloudID("device_id"),
            clientSessionID: try fields.optionalCloudID("client_session_id"),
            actionAttemptID: try fields.optionalCloudID("action_attempt_id")
        )
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("event_id", id)
        writer.member("event_type", type)
        writer.member("workspace_id", workspaceID)
        writer.member("created_at", createdAt)
        writer.member("occurred_at", occurredAt)
        writer.member("acs_credential_id", credentialID)
        writer.member("acs_entrance_id", entranceID)
        writer.member("acs_system_id", systemID)
        writer.member("device_id", deviceID)
        writer.member("client_session_id", clientSessionID)
        writer.member("action_attempt_id", actionAttemptID)
    }
}

extension CloudActionAttempt: JSONCodable {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.init(
            id: try fields.cloudID("action_attempt_id"),
            actionType: fields.readable { fields throws(FieldFault) in
                try fields.optionalString("action_type", bytes: 1...128)
            } ?? "",
            status: try Status(from: &fields)
        )
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package var json: JSON {
        let head: [JSONMember] = [
            JSONMember(key: "action_attempt_id", value: .string(id)),
            JSONMember(key: "action_type", value: .string(actionType)),
        ]
        return .object(JSONObject(head + status.members))
    }
}

extension CloudActionAttempt.Status {
    fileprivate init(from fields: inout JSONFields) throws(FieldFault) {
        switch try fields.string("status", bytes: 1...64) {
        case "pending":
            self = .pending
        case "success":
            var result = fields.readable { fields throws(FieldFault) in try fields.optionalFields("result") }
            let confirmed = result?.readable { fields throws(FieldFault) in
                try fields.optionalBool("was_confirmed_by_device")
            }
            self = .success(wasConfirmedByDevice: confirmed)
        case "error":
            var error = try fields.fields("error")
            self = .error(
                type: try error.string("type", bytes: 1...256),
                message: error.readableName("message") ?? ""
            )
        default:
            throw fields.fault("status", "must be one of pending, success, error")
        }
    }

    fileprivate var members: [JSONMember] {
        switch self {
        case .pending:
            return [JSONMember(key: "status", value: "pending")]
        case .success(let confirmed):
            let result = JSON.members(("was_confirmed_by_device", confirmed.map(JSON.bool)))
            return [JSONMember(key: "status", value: "success"), JSONMember(key: "result", value: result)]
        case .error(let type, let message):
            let error = JSON.members(("type", .string(type)), ("message", .string(message)))
            return [JSONMember(key: "status", value: "error"), JSONMember(key: "error", value: error)]
        }
    }
}
