/// Reads the members of one message in any order and in one pass. The reader records the first fault and goes on. A
/// call is answered by its id, and this id may be anywhere in the message.
///
/// The reader stops only when it finds bytes that are not JSON.
struct EnvelopeReader {
    /// The members that were read. Members that are null are left out, because absent and null mean the same.
    private(set) var present: [String] = []
    private(set) var unknown: FieldFault?
    private(set) var invalid: FieldFault?

    /// Skips a member that no message in this direction has.
    mutating func skipUnknown(_ key: String, _ reader: inout JSONReader) throws(JSONFault) {
        try reader.skip()
        noteUnknown(key)
    }

    mutating func string(
        _ key: String, _ reader: inout JSONReader, bytes: ClosedRange<Int>
    ) throws(JSONFault) -> String? {
        guard try begin(key, &reader) else { return nil }
        guard try reader.skipSpace() == UInt8(ascii: "\"") else {
            try reader.skip()
            return noteString(key, bytes)
        }
        let text = try reader.string()
        return bytes.contains(text.utf8.count) ? text : noteString(key, bytes)
    }

    mutating func integer(
        _ key: String, _ reader: inout JSONReader, in range: ClosedRange<Int64>
    ) throws(JSONFault) -> Int64? {
        guard try begin(key, &reader) else { return nil }
        let first = try reader.skipSpace()
        if first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            if case .integer(let value) = try reader.number(), range.contains(value) { return value }
        } else {
            try reader.skip()
        }
        note(FieldFault("/" + key, "must be an integer from \(range.lowerBound) to \(range.upperBound)"))
        return nil
    }

    /// Reads an object and returns its bytes. The bytes are checked, but not decoded.
    mutating func object(_ key: String, _ reader: inout JSONReader) throws(JSONFault) -> JSONText? {
        guard try begin(key, &reader) else { return nil }
        let isObject = try reader.skipSpace() == UInt8(ascii: "{")
        let text = try reader.raw()
        guard isObject else {
            note(FieldFault("/" + key, "must be an object"))
            return nil
        }
        return text
    }

    /// Reads one of the caller's objects, and finds the member whose value breaks a rule of
    /// ``JSONFault/Rule/isOfAValue``.
    mutating func judgedObject(_ key: String, _ reader: inout JSONReader) throws(JSONFault) -> FieldFault? {
        guard try reader.skipSpace() == UInt8(ascii: "{") else {
            _ = try object(key, &reader)
            return nil
        }
        present.append(key)
        return try reader.judgedObject()
    }

    /// Reads any value and returns its bytes. The bytes are checked, but not decoded. Here, null counts as a value.
    mutating func raw(_ key: String, _ reader: inout JSONReader) throws(JSONFault) -> JSONText {
        present.append(key)
        return try reader.raw()
    }

    /// Reads a value and decodes it with `decode`. If `members` is given, a member of the object is unknown unless it
    /// is one of these.
    mutating func decoded<Value>(
        _ key: String, _ reader: inout JSONReader, members: [String]? = nil,
        _ decode: (JSON) throws(FieldFault) -> Value
    ) throws(JSONFault) -> Value? {
        guard try begin(key, &reader) else { return nil }
        let json = try reader.value()
        if let members, case .object(let object) = json,
            let stranger = object.members.first(where: { !members.contains($0.key) })
        {
            noteUnknown(stranger.key, under: "/" + key)
            return nil
        }
        do {
            return try decode(json)
        } catch {
            note(error.under("/" + key))
            return nil
        }
    }

    /// Records two things: members that are unknown for the message's type, and required members that are missing.
    /// `required` is sorted by importance.
    mutating func check(allowed: [String], required: [String]) {
        if let stranger = present.first(where: { $0 != "type" && !allowed.contains($0) }) {
            noteUnknown(stranger)
        }
        require(required)
    }

    /// Records missing required members.
    mutating func require(_ required: [String]) {
        if let missing = required.first(where: { !present.contains($0) }) {
            note(FieldFault("/" + missing, "is missing"))
        }
    }

    /// The first fault. It is a reason to end the connection. Unknown members come first.
    func faultOfMessage() -> ProtocolFault? {
        if let unknown { return ProtocolFault(.unknownMember, unknown) }
        return invalid.map { ProtocolFault(.badMessage, $0) }
    }

    mutating func note(_ fault: FieldFault) {
        if invalid == nil { invalid = fault }
    }

    private mutating func noteUnknown(_ key: String, under pointer: String = "") {
        let field = pointer + FieldFault.token(String(key.unicodeScalars.prefix(64)))
        if unknown == nil { unknown = FieldFault(field, "is not a known member") }
    }

    private mutating func noteString(_ key: String, _ bytes: ClosedRange<Int>) -> String? {
        note(FieldFault("/" + key, "must be a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes"))
        return nil
    }

    private mutating func begin(_ key: String, _ reader: inout JSONReader) throws(JSONFault) -> Bool {
        if try reader.null() { return false }
        present.append(key)
        return true
    }

    /// Reads the object in `bytes`, member by member.
    static func read(
        _ bytes: ArraySlice<UInt8>, _ member: (inout JSONReader, String) throws(JSONFault) -> Void
    ) throws(ProtocolFault) {
        do {
            var reader = JSONReader(bytes)
            guard try reader.skipSpace() == UInt8(ascii: "{") else {
                try reader.skip()
                try reader.finish()
                throw ProtocolFault(.unknownType, "a message must be an object")
            }
            try reader.object(member)
            try reader.finish()
        } catch let fault as JSONFault {
            throw ProtocolFault(fault)
        } catch let fault as ProtocolFault {
            throw fault
        } catch {
            throw ProtocolFault(.badJSON, "the message could not be read")
        }
    }
}
