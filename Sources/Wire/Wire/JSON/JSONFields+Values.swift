extension JSONFields {
    /// A member of an enumeration with string values.
    @inlinable
    package mutating func optionalEnumeration<Value: RawRepresentable & CaseIterable>(
        _ key: StaticString, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value? where Value.RawValue == String {
        guard members.find(key) else { return nil }
        let text = members.cursor.string()
        members.pass(isRead: text != nil)
        guard let text, let value = Value(rawValue: text) else {
            throw fault(key, "must be one of \(type.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    /// A member of an enumeration with string values.
    @inlinable
    package mutating func enumeration<Value: RawRepresentable & CaseIterable>(
        _ key: StaticString, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value where Value.RawValue == String {
        guard let value = try optionalEnumeration(key, type) else { throw missing(key) }
        return value
    }

    /// A member of an enumeration with string values. If this version does not know a word, the word becomes `unknown`,
    /// because a newer server may send it.
    package mutating func enumeration<Value: RawRepresentable>(
        _ key: StaticString, else unknown: Value
    ) throws(FieldFault) -> Value where Value.RawValue == String {
        Value(rawValue: try string(key, bytes: 0...64)) ?? unknown
    }

    /// An object that contains a count for each word. An unknown word is refused if the object has `isClosed`.
    /// Otherwise, it is ignored.
    package mutating func counts<Word: RawRepresentable & Hashable>(
        _ key: StaticString, isClosed: Bool
    ) throws(FieldFault) -> [Word: Int64] where Word.RawValue == String {
        guard let members = try json(key).objectValue?.members else { throw fault(key, "must be an object") }
        var counts: [Word: Int64] = [:]
        for member in members where member.value != .null {
            let path = pointer(key) + FieldFault.token(String(member.key.unicodeScalars.prefix(64)))
            guard let word = Word(rawValue: member.key) else {
                if isClosed { throw FieldFault(path, "is not a known member") }
                continue
            }
            guard let count = member.value.integerValue, (0...JSON.largestInteger).contains(count) else {
                throw FieldFault(path, "must be an integer from 0 to \(JSON.largestInteger)")
            }
            counts[word] = count
        }
        return counts
    }

    /// A value that decodes itself.
    @inlinable
    package mutating func optionalValue<Value: JSONReadable>(
        _ key: StaticString, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value? {
        guard members.find(key) else { return nil }
        let start = members.cursor.index
        do throws(FieldFault) {
            let value = try Value(reading: &members.cursor)
            members.pass()
            return value
        } catch {
            members.cursor.index = start
            members.pass(isRead: false)
            throw error.under(pointer(key))
        }
    }

    /// A value that decodes itself.
    @inlinable
    package mutating func value<Value: JSONReadable>(
        _ key: StaticString, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value {
        guard let value = try optionalValue(key, type) else { throw missing(key) }
        return value
    }

    /// A value that decodes itself and may have no further members. In a result, further members are ignored. In
    /// parameters, they are refused.
    package mutating func optionalClosedValue<Value: JSONRecord>(_ key: StaticString) throws(FieldFault) -> Value? {
        guard var inner = try optionalFields(key) else { return nil }
        let value = try Value(fields: &inner)
        try inner.end()
        return value
    }

    /// A value that decodes itself and may have no further members.
    package mutating func closedValue<Value: JSONRecord>(_ key: StaticString) throws(FieldFault) -> Value {
        guard let value: Value = try optionalClosedValue(key) else { throw missing(key) }
        return value
    }

    /// An array of values that decode themselves. An absent member gives an empty array.
    @inlinable
    package mutating func values<Value: JSONReadable>(
        _ key: StaticString, _ type: Value.Type = Value.self, count: ClosedRange<Int> = 0...65_536
    ) throws(FieldFault) -> [Value] {
        try elements(key, count: count) { (cursor) throws(FieldFault) in try Value(reading: &cursor) }
    }

    /// The fields of a member that is an object.
    package mutating func optionalFields(_ key: StaticString) throws(FieldFault) -> JSONFields? {
        guard members.find(key) else { return nil }
        var inner = members.cursor
        members.pass(isRead: false)
        // The fields are read separately from the other members, so they must be checked as a whole.
        inner.trust = members.cursor.trust == .unchecked ? .checked : members.cursor.trust
        return try JSONFields(reading: inner, at: pointer(key))
    }

    /// The fields of a member that is an object.
    package mutating func fields(_ key: StaticString) throws(FieldFault) -> JSONFields {
        guard let fields = try optionalFields(key) else { throw missing(key) }
        return fields
    }

    /// The elements of an array. `decode` reads each of them. An absent member gives an empty array.
    @inlinable
    package mutating func elements<Value>(
        _ key: StaticString, count: ClosedRange<Int>, _ decode: (inout JSONCursor) throws(FieldFault) -> Value
    ) throws(FieldFault) -> [Value] {
        guard members.find(key) else {
            guard count.contains(0) else { throw missing(key) }
            return []
        }
        let start = members.cursor.index
        var values: [Value] = []
        values.reserveCapacity(4)
        var fault: FieldFault?
        if members.cursor.enter(UInt8(ascii: "[")) {
            while fault == nil, members.cursor.next != UInt8(ascii: "]"), values.count < count.upperBound {
                do throws(FieldFault) {
                    values.append(try decode(&members.cursor))
                    members.cursor.separate()
                } catch {
                    fault = error
                }
            }
            if fault == nil, members.cursor.next == UInt8(ascii: "]"), values.count >= count.lowerBound {
                members.cursor.index += 1
                members.pass()
                return values
            }
        }
        members.cursor.index = start
        throw refuseElements(key, count: count, fault?.under("/\(values.count)"))
    }

    /// Throws the fault of an array. A wrong count takes precedence over a faulty element.
    @usableFromInline
    mutating func refuseElements(
        _ key: StaticString, count: ClosedRange<Int>, _ fault: FieldFault?
    ) -> FieldFault {
        var array = members.cursor
        members.pass(isRead: false)
        if let fault, count.contains(array.count()) { return fault.under(pointer(key)) }
        return self.fault(key, "must be an array of \(count.lowerBound) to \(count.upperBound) elements")
    }
}
