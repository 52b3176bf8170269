package import Wire

/// One row of `/user_identities/list`: the person behind a session, as the cloud knows them.
package struct CloudUserIdentity: Equatable, Sendable {
    /// `user_identity_id`.
    package let id: String
    /// What the cloud says is wrong with them. An issue with one of their users names that user and its system.
    package let issues: CloudIssues

    /// Makes a person.
    package init(id: String, issues: CloudIssues = .none) {
        self.id = id
        self.issues = issues
    }
}

extension CloudUserIdentity: JSONCodable {
    /// Reads the cloud's spelling; members that are not used here are ignored.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.init(id: try fields.cloudID("user_identity_id"), issues: try CloudIssues(from: &fields))
    }

    /// The members that decoding reads, in the same spelling.
    package var json: JSON {
        .members(
            ("user_identity_id", .string(id)), ("errors", issues.errorsJSON), ("warnings", issues.warningsJSON))
    }
}
