import SeamModel
package import Wire

extension CloudIssue {
    /// Reads one issue. The member named by `codeKey` contains the issue's code.
    fileprivate init(_ json: JSON, codeKey: StaticString, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.init(
            code: try fields.string(codeKey, bytes: 1...256),
            message: fields.readable { fields throws(FieldFault) in try fields.optionalCloudName("message") } ?? "",
            // If an issue does not have these ids, it concerns everything to which it may apply.
            userID: fields.readable { fields throws(FieldFault) in try fields.optionalCloudID("acs_user_id") },
            systemID: fields.readable { fields throws(FieldFault) in try fields.optionalCloudID("acs_system_id") }
        )
    }

    fileprivate func json(codeKey: String) -> JSON {
        .members(
            (codeKey, .string(code)), ("message", .string(message)), ("acs_user_id", userID.map(JSON.string)),
            ("acs_system_id", systemID.map(JSON.string)))
    }
}

extension CloudIssues {
    /// Reads the `errors` and `warnings` of a cloud object. An absent list counts as empty.
    init(from fields: inout JSONFields) throws(FieldFault) {
        self.init(
            errors: try Self.list("errors", codeKey: "error_code", from: &fields),
            warnings: try Self.list("warnings", codeKey: "warning_code", from: &fields)
        )
    }

    private static func list(
        _ key: StaticString,
        codeKey: StaticString,
        from fields: inout JSONFields
    ) throws(FieldFault) -> [CloudIssue] {
        guard let json = fields.optionalJSON(key) else { return [] }
        guard case .array(let entries) = json, entries.count <= 256 else {
            throw fields.fault(key, "must be an array of 0 to 256 elements")
        }
        var issues: [CloudIssue] = []
        for (index, entry) in entries.enumerated() {
            issues.append(try CloudIssue(entry, codeKey: codeKey, at: "\(fields.pointer(key))/\(index)"))
        }
        return issues
    }

    /// The `errors` member, absent if there are no errors.
    var errorsJSON: JSON? { Self.json(errors, codeKey: "error_code") }

    /// The `warnings` member, absent if there are no warnings.
    var warningsJSON: JSON? { Self.json(warnings, codeKey: "warning_code") }

    private static func json(_ issues: [CloudIssue], codeKey: String) -> JSON? {
        guard !issues.isEmpty else { return nil }
        return .array(issues.map { $0.json(codeKey: codeKey) })
    }
}

extension JSONFields {
    /// A cloud id: 1 to 128 characters of `[A-Za-z0-9_-]`. Ids with a colon are refused, because such ids are this
    /// machine's own.
    package mutating func cloudID(_ key: StaticString) throws(FieldFault) -> String {
        guard let id = try optionalCloudID(key) else { throw missing(key) }
        return id
    }

    /// A cloud id, or nil for an absent one.
    mutating func optionalCloudID(_ key: StaticString) throws(FieldFault) -> String? {
        guard let id = try optionalString(key, bytes: 0...65_536) else { return nil }
        guard CloudID.isValid(id) else { throw fault(key, CloudID.rule) }
        return id
    }

    /// A name for people. A name longer than 1,024 bytes is truncated, with an ellipsis: a long name is no reason to
    /// reject the whole object.
    mutating func cloudName(_ key: StaticString) throws(FieldFault) -> String {
        CloudName.fitted(try string(key))
    }

    /// The result of `read` for a member that is of no importance. If the member is absent or unreadable, this is nil.
    mutating func readable<Value>(_ read: (inout JSONFields) throws(FieldFault) -> Value?) -> Value? {
        (try? read(&self)) ?? nil
    }

    /// A name that is of no importance. If it is absent or unreadable, this is nil.
    mutating func readableName(_ key: StaticString) -> String? {
        readable { fields throws(FieldFault) in try fields.optionalCloudName(key) }
    }

    /// A name for people, or nil if the name is absent. The name is truncated as in ``cloudName(_:)``.
    mutating func optionalCloudName(_ key: StaticString) throws(FieldFault) -> String? {
        try optionalString(key).map(CloudName.fitted)
    }
}

/// The names that people give to cloud objects.
enum CloudName {
    /// The longest name, in bytes.
    private static let longest = 1_024

    /// The name, truncated if the name is too long.
    static func fitted(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let ellipsis = "…"
        var room = longest - ellipsis.utf8.count
        let kept = name.unicodeScalars.prefix { scalar in
            room -= UTF8.width(scalar)
            return room >= 0
        }
        return String(String.UnicodeScalarView(kept)) + ellipsis
    }
}

/// The form of cloud objects' ids.
package enum CloudID {
    /// The rule for ids in words, for error messages.
    package static let rule = "must be an id of 1 to 128 letters, digits, hyphens and underscores"

    /// Whether `text` consists of 1 to 128 characters of `[A-Za-z0-9_-]`.
    package static func isValid(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        return (1...128).contains(bytes.count) && bytes.allSatisfy(ClientSessionToken.isAllowed)
    }
}

extension Timestamp {
    /// The time as JSON.
    var json: JSON { .string(description) }
}
