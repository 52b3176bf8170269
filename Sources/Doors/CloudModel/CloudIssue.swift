/// One entry of the `errors` or `warnings` list that the Seam cloud attaches to its objects.
///
/// The set of codes is open, because the cloud adds codes without notice. So an unlisted code is kept and never
/// refused.
package struct CloudIssue: Equatable, Hashable, Sendable {
    /// The stable `error_code` or `warning_code`. Decisions use only this code.
    package let code: String

    /// The cloud's words for people. The message is untrusted text, and is made safe before it is shown in a terminal.
    package let message: String

    /// The user of the access system that the issue concerns, if the issue names a user.
    package let userID: String?

    /// The access system that the issue concerns, if the issue names a system.
    package let systemID: String?

    /// Creates an issue. If an issue names neither a user nor a system, it concerns the object to which it is attached.
    package init(code: String, message: String, userID: String? = nil, systemID: String? = nil) {
        self.code = code
        self.message = message
        self.userID = userID
        self.systemID = systemID
    }
}

/// The cloud's issues with one of its objects.
package struct CloudIssues: Equatable, Hashable, Sendable {
    /// No errors and no warnings.
    package static let none = CloudIssues(errors: [], warnings: [])

    /// The errors, in the cloud's order.
    package let errors: [CloudIssue]

    /// The warnings, in the cloud's order. If an issue is only a warning, it blocks an unlock only if its code is
    /// listed as blocking.
    package let warnings: [CloudIssue]

    /// Creates the pair of lists.
    package init(errors: [CloudIssue], warnings: [CloudIssue]) {
        self.errors = errors
        self.warnings = warnings
    }

    /// Whether an error with this code is present.
    package func hasError(_ code: String) -> Bool {
        errors.contains { $0.code == code }
    }

    /// Whether a warning with this code is present.
    package func hasWarning(_ code: String) -> Bool {
        warnings.contains { $0.code == code }
    }
}
