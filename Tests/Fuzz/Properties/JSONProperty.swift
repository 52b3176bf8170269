import Wire

/// Accepted JSON is always written in the same way, and is read back as the same value. Each refusal follows from a
/// rule in section 1.3 of the protocol's document, and names a position within the text. The reader is as strict when
/// it skips a value as when it reads the value. Smaller limits refuse more, and accept nothing new.
enum JSONProperty {
    private static let rules: Set<JSONFault.Rule> = [
        .unexpectedEnd, .unexpectedByte, .trailingBytes, .byteOrderMark, .invalidUTF8, .invalidEscape, .loneSurrogate,
        .controlCharacter, .zeroCharacter, .invalidNumber, .numberRange, .duplicateKey, .tooDeep, .tooManyKeys,
        .stringTooLong,
    ]

    static func check(_ bytes: [UInt8]) throws {
        let read = Result { () throws(JSONFault) in
            var reader = JSONReader(bytes)
            let value = try reader.value()
            try reader.finish()
            return value
        }
        let passed = Result { () throws(JSONFault) in try JSONText(bytes[...]) }
        let narrow = JSONLimits(depth: 3, keys: 3, stringBytes: 6)
        let narrowly = Result { () throws(JSONFault) in try JSON(parsing: bytes, limits: narrow) }
        switch read {
        case .success(let value):
            try expect(passed.isSuccess, "read, but not passed over")
            try accepted(value, bytes)
            if case .success(let other) = narrowly { try expect(isSame(value, other), "limits change the value") }
        case .failure(let fault):
            try expect(passed.failure == fault, "reading says \(fault), passing over \(passed)")
            try expect(!narrowly.isSuccess, "narrower limits accept \(fault)")
            try refused(fault, bytes)
        }
        if let fault = narrowly.failure { try refused(fault, bytes) }
    }

    private static func accepted(_ value: JSON, _ bytes: [UInt8]) throws {
        let text = value.bytes
        let again = try JSON(parsing: text)
        try expect(isSame(again, value), "written as \(value.text), which is another value")
        try expect(again == value && again.hashValue == value.hashValue, "equal values that are not equal")
        try expect(again.bytes == text, "the text \(value.text) is written as \(again.text)")
        try expect(!text.contains { $0 < 0x20 || $0 == 0x7F }, "a control character is written as it is")
        var reader = JSONReader(bytes)
        try expect(isSame(try reader.raw().json, value), "the text that travels through is another value")
        guard case .object(let object) = value else { return }
        for member in object.members.prefix(8) where !member.key.isEmpty { try findsMember(member, bytes) }
    }

    /// An error in a configuration file must say where the faulty value is.
    private static func findsMember(_ member: JSONMember, _ bytes: [UInt8]) throws {
        let position = FieldFault(FieldFault.token(member.key), "").position(in: bytes)
        var lines = 1
        var start = 0
        while lines < position.line {
            guard let end = bytes[start...].firstIndex(of: 0x0A) else { throw BrokenProperty("no line \(position)") }
            start = end + 1
            lines += 1
        }
        let offset = start + position.column - 1
        try expect(offset <= bytes.count, "no column \(position)")
        var reader = JSONReader(bytes[offset...])
        try expect(isSame(try reader.value(), member.value), "\(member.key) is not at \(position)")
    }

    private static func refused(_ fault: JSONFault, _ bytes: [UInt8]) throws {
        try expect((0...bytes.count).contains(fault.offset), "\(fault) is beyond \(bytes.count) bytes")
        try expect(rules.contains(fault.rule), "\(fault) is no rule of the document")
        try expect(fault.description.utf8.count <= 1024, "a message of \(fault.description.utf8.count) bytes")
        let position = fault.position(in: bytes)
        try expect(position.line >= 1 && position.column >= 1, "\(position)")
    }

    /// Whether both values are exactly equal, with members in the same order.
    static func isSame(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left.elementsEqual(right, by: isSame)
        case (.object(let left), .object(let right)):
            left.members.elementsEqual(right.members) { left, right in
                left.key.utf8.elementsEqual(right.key.utf8) && isSame(left.value, right.value)
            }
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension Result {
    var isSuccess: Bool { if case .success = self { true } else { false } }
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
