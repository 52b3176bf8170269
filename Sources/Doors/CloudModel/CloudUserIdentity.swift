package import Wire

/// One row of `/user_identities/list`: the person behind a session, as the cloud knows them.
package struct CloudUserIdentity: Equatable, Sendable {
    /// The `user_identity_id`.
    package let id: String
    /// The person's `full_name`. Without a full name, this is the name that people see. It is untrusted text.
    package let name: String?
    /// The cloud's issues with this person. An issue that concerns one of the person's users names that user and the
    /// user's system.
    package let issues: CloudIssues

    /// Creates a person.
    package init(id: String, name: String? = nil, issues: CloudIssues = .none) {
        self.id = id
        self.name = name
        self.issues = issues
    }
}

extension CloudUserIdentity: JSONCodable {
    /// Reads the object from the cloud's JSON. Members that this version does not use are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        let (full, shown) = (fields.readableName("full_name"), fields.readableName("display_name"))
        self.init(
            id: try fields.cloudID("user_identity_id"), name: [full, shown].compactMap { $0 }.first { !$0.isEmpty },
            issues: try CloudIssues(from: &fields))
    }

    /// The object in the form of the cloud's JSON. It has only the members that decoding reads.
    package var json: JSON {
        .members(
            ("user_identity_id", .string(id)), ("full_name", name.map(JSON.string)), ("errors", issues.errorsJSON),
            ("warnings", issues.warningsJSON))
    }
}
