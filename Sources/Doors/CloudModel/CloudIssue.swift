/// One entry of the `errors` or `warnings` list that the Seam cloud attaches to its objects.
///
/// The set of codes is open: the cloud adds codes without notice, so an unlisted code is kept and never refused.
package struct CloudIssue: Equatable, Hashable, Sendable {
    /// The stable `error_code` or `warning_code`; decisions use nothing else.
    package let code: String

    /// The cloud's words for people. Untrusted text: it is made safe before it reaches a terminal.
    package let message: String

    /// The access system's user that it concerns, if it names one.
    package let userID: String?

    /// The access system that it concerns, if it names one.
    package let systemID: String?

    /// Makes an issue. An issue that names nothing concerns the object it is attached to.
    package init(code: String, message: String, userID: String? = nil, systemID: String? = nil) {
        self.code = code
        self.message = message
        self.userID = userID
        self.systemID = systemID
    }
}

/// The cloud's issues with one of its objects.
package struct CloudIssues: Equatable, Hashable, Sendable {
    /// Nothing wrong.
    package static let none = CloudIssues(errors: [], warnings: [])

    /// Errors, in the cloud's order.
    package let errors: [CloudIssue]

    /// Warnings, in the cloud's order. A warning alone does not block an unlock unless its code is listed as blocking.
    package let warnings: [CloudIssue]

    /// Makes the pair.
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
