package import Wire

/// The outcome of comparing the journal with its hash chain. The result of `audit.verify`.
package struct AuditVerdict: Sendable, Hashable {
    /// The first thing that is wrong.
    package struct Fault: Sendable, Hashable {
        /// The entry of the chain, if it is about one.
        package var entry: Int64?
        /// The attempt, if it is about one.
        package var attemptID: String?
        /// What is wrong, in words.
        package var problem: String

        package init(entry: Int64? = nil, attemptID: String? = nil, problem: String) {
            self.entry = entry
            self.attemptID = attemptID
            self.problem = problem
        }
    }

    /// What became of an entry that was noted elsewhere.
    package enum Noted: String, Sendable, CaseIterable {
        /// The chain has it.
        case held
        /// It is older than what is kept, so nothing can be said about it.
        case gone
    }

    /// Whether the journal is as it was written; if so, there is no fault.
    package var isIntact: Bool
    /// Entries that were read.
    package var entries: Int
    /// Attempts that were compared with the entries.
    package var attempts: Int
    /// Attempts that were there before the chain began, and were accepted as they were found.
    package var adopted: Int64
    /// The number of the first entry that is kept.
    package var first: Int64
    /// The number of the last entry that was read.
    package var last: Int64
    /// The hash of that entry, 32 bytes in base64url. If the chain has no entries: the hash that its first entry
    /// would follow. Nil if none was read.
    package var head: String?
    /// Whether the chain has the entry that was noted; nil if none was noted.
    package var noted: Noted?
    package var fault: Fault?

    package init(
        entries: Int, attempts: Int, adopted: Int64 = 0, first: Int64, last: Int64, head: String?,
        noted: Noted? = nil, fault: Fault?
    ) {
        isIntact = fault == nil
        self.entries = entries
        self.attempts = attempts
        self.adopted = adopted
        self.first = first
        self.last = last
        self.head = head
        self.noted = noted
        self.fault = fault
    }
}

extension AuditVerdict: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        isIntact = try fields.bool("intact")
        entries = Int(try fields.integer("entries", in: 0...JSON.largestInteger))
        attempts = Int(try fields.integer("attempts", in: 0...JSON.largestInteger))
        adopted = try fields.integer("adopted", in: 0...JSON.largestInteger)
        first = try fields.integer("first", in: 0...JSON.largestInteger)
        last = try fields.integer("last", in: 0...JSON.largestInteger)
        head = try fields.optionalString("head", bytes: 43...43)
        noted = try fields.optionalEnumeration("noted")
        fault = try fields.optionalValue("fault")
    }

    package var json: JSON {
        .members(
            ("intact", .bool(isIntact)), ("entries", .int(entries)), ("attempts", .int(attempts)),
            ("adopted", .integer(adopted)), ("first", .integer(first)), ("last", .integer(last)),
            ("head", head.map(JSON.string)), ("noted", (noted?.rawValue).map(JSON.string)), ("fault", fault?.json))
    }
}

extension AuditVerdict.Fault: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        entry = try fields.optionalInteger("entry", in: 1...JSON.largestInteger)
        attemptID = try fields.optionalString("attempt_id", bytes: 1...128)
        problem = try fields.string("problem", bytes: 0...1024)
    }

    package var json: JSON {
        .members(
            ("entry", entry.map(JSON.integer)), ("attempt_id", attemptID.map(JSON.string)),
            ("problem", .string(problem)))
    }
}
