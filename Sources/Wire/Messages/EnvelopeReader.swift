/// Reads the members of one message in any order and in one pass, and remembers the first thing that is wrong with them
/// instead of stopping there: a call is answered by its id, wherever in the message the id stands.
///
/// Only bytes that are not JSON stop the pass.
struct EnvelopeReader {
    /// Members that were read, null ones left out: absent and null are the same.
    private(set) var present: [String] = []
    private(set) var unknown: FieldFault?
    private(set) var invalid: FieldFault?

    /// Passes over a member that no message of this direction has.
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

    /// The bytes of an object, checked and not decoded.
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

    /// The bytes of any value, checked and not decoded; a null is a value here.
    mutating func raw(_ key: String, _ reader: inout JSONReader) throws(JSONFault) -> JSONText {
        present.append(key)
        return try reader.raw()
    }

    /// A value that `decode` takes apart. An object's member that is not among `members` is unknown, where they are
    /// given.
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

    /// Notes members that the message's type does not have, and members that it must have and that are missing.
    /// `required` is in order of importance.
    mutating func check(allowed: [String], required: [String]) {
        if let stranger = present.first(where: { $0 != "type" && !allowed.contains($0) }) {
            noteUnknown(stranger)
        }
        require(required)
    }

    /// Notes members that must be there and are missing.
    mutating func require(_ required: [String]) {
        if let missing = required.first(where: { !present.contains($0) }) {
            note(FieldFault("/" + missing, "is missing"))
        }
    }

    /// The first fault, unknown members first, as the end of the connection.
    func faultOfMessage() -> ProtocolFault? {
        if let unknown { return ProtocolFault(.unknownMember, unknown) }
        return invalid.map { ProtocolFault(.badMessage, $0) }
    }

    mutating func note(_ fault: FieldFault) {
        if invalid == nil { invalid = fault }
    }

    private mutating func noteUnknown(_ key: String, under pointer: String = "") {
        let field = pointer + FieldFault.token(String(key.unicodeScalars.prefix(64)))
        if unknown == nil { unknown = FieldFault(field, "is not known here") }
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

    /// Reads the object that `bytes` are, member by member.
    static func read(
        _ bytes: ArraySlice<UInt8>, _ member: (inout JSONReader, String) throws(JSONFault) -> Void
    ) throws(ProtocolFault) {
        do {
            var reader = JSONReader(bytes)
            guard try reader.skipSpace() == UInt8(ascii: "{") else {
                try reader.skip()
                try reader.finish()
                throw ProtocolFault(.unknownType, "a message is an object")
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
