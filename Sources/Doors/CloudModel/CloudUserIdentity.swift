package import Wire

/// One row of `/user_identities/list`: the person behind a session, as the cloud knows them.
package struct CloudUserIdentity: Equatable, Sendable {
    /// `user_identity_id`.
    package let id: String
    /// `full_name` or, without one, the name that people see. Untrusted text.
    package let name: String?
    /// The cloud's issues with this person. An issue with one of the person's users names that user and its system.
    package let issues: CloudIssues

    /// Makes a person.
    package init(id: String, name: String? = nil, issues: CloudIssues = .none) {
        self.id = id
        self.name = name
        self.issues = issues
    }
}

extension CloudUserIdentity: JSONCodable {
    /// Reads the cloud's spelling; members that are not used here are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        let (full, shown) = (fields.readableName("full_name"), fields.readableName("display_name"))
        self.init(
            id: try fields.cloudID("user_identity_id"), name: [full, shown].compactMap { $0 }.first { !$0.isEmpty },
            issues: try CloudIssues(from: &fields))
    }

    /// The members that decoding reads, in the same spelling.
    package var json: JSON {
        .members(
            ("user_identity_id", .string(id)), ("full_name", name.map(JSON.string)), ("errors", issues.errorsJSON),
            ("warnings", issues.warningsJSON))
    }
}
