/// A strict reader of one JSON text. The text is read from beginning to end, in one pass.
///
/// The reader accepts RFC 8259 in UTF-8 without a byte order mark, with restrictions so that every language reads the
/// same value: no duplicate keys, no lone surrogates, no U+0000, integers within ±(2^53 − 1), finite numbers, nothing
/// after the value, and the limits of ``JSONLimits``. For anything else, the reader throws a ``JSONFault`` with the
/// offset.
///
/// A decoder requests each value. ``object(_:)`` passes each key to the decoder. The decoder must then read the value
/// exactly once, with ``string()``, ``raw()`` or another reading method. Skipped values are checked just as strictly.
package struct JSONReader: Sendable {
    let bytes: ArraySlice<UInt8>
    let limits: JSONLimits
    /// While the rules of ``JSONFault/Rule/isOfAValue`` were not enforced, a faulty value may have broken one of them.
    /// This is the rule that the first such value broke.
    private var passed: JSONFault.Rule?
    /// The number of values that have broken such a rule.
    private var passedCount = 0
    private var isLenient = false
    /// The index of the next byte.
    var index: Int
    /// The number of open arrays and objects.
    var depth = 0

    package init(_ bytes: ArraySlice<UInt8>, limits: JSONLimits = .wire) {
        self.bytes = bytes
        self.limits = limits
        index = bytes.startIndex
    }

    package init(_ bytes: [UInt8], limits: JSONLimits = .wire) {
        self.init(bytes[...], limits: limits)
    }

    /// The number of bytes that were read so far.
    package var offset: Int { index - bytes.startIndex }

    /// Reads an object. `body` is called with each key. It must read the value of this key.
    package mutating func object(
        _ body: (inout JSONReader, String) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        try enter(UInt8(ascii: "{"))
        let first = index
        var seen = JSONKeys()
        if try skipSpace() == UInt8(ascii: "}") {
            leave()
            return
        }
        while true {
            guard try skipSpace() == UInt8(ascii: "\"") else { throw fault(.unexpectedByte) }
            let (start, count) = (index, passedCount)
            let key = try string()
            guard seen.count < limits.keys else { throw fault(.tooManyKeys, at: start) }
            // A faulty key is read as another key, so two faulty keys may look the same.
            if passedCount == count, !seen.insert(key) {
                if !seen.isExact { seen.beExact(try keys(from: first, count: seen.count)) }
                guard seen.insertExactly(key) else { throw fault(.duplicateKey, at: start, member: key) }
            }
            guard try skipSpace() == UInt8(ascii: ":") else { throw fault(.unexpectedByte) }
            index += 1
            try body(&self, key)
            if try !another(closing: UInt8(ascii: "}")) { return }
        }
    }

    /// Reads the first keys of an object again. The object's opening bracket is before `first`. The values have already
    /// been checked, so they are only skipped. If they were checked again, this would cost one more pass at each level.
    private func keys(from first: Int, count: Int) throws(JSONFault) -> [String] {
        var again = self
        again.index = first
        var keys: [String] = []
        while keys.count < count {
            _ = try again.skipSpace()
            keys.append(try again.string())
            _ = try again.skipSpace()
            again.index += 1
            _ = try again.skipSpace()
            again.index =
                bytes.startIndex + JSONScan.checkedEnd(of: bytes.span, from: again.index - bytes.startIndex)
            _ = try again.skipSpace()
            again.index += 1
        }
        return keys
    }

    /// Reads an array. `body` is called before each element and must read it.
    package mutating func array(_ body: (inout JSONReader) throws(JSONFault) -> Void) throws(JSONFault) {
        try enter(UInt8(ascii: "["))
        if try skipSpace() == UInt8(ascii: "]") {
            leave()
            return
        }
        while true {
            try body(&self)
            if try !another(closing: UInt8(ascii: "]")) { return }
        }
    }

    /// Reads any value.
    package mutating func value() throws(JSONFault) -> JSON {
        switch try skipSpace() {
        case UInt8(ascii: "{"):
            var members: [JSONMember] = []
            try object { (reader, key) throws(JSONFault) in
                members.append(JSONMember(key: key, value: try reader.value()))
            }
            return .object(JSONObject(members))
        case UInt8(ascii: "["):
            var elements: [JSON] = []
            try array { (reader) throws(JSONFault) in elements.append(try reader.value()) }
            return .array(elements)
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return .bool(try bool())
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        default:
            return try number()
        }
    }

    /// Checks any value and returns its bytes.
    package mutating func raw() throws(JSONFault) -> JSONText {
        _ = try skipSpace()
        let start = index
        try skip()
        return JSONText(checked: bytes[start..<index])
    }

    /// Checks any value and skips it.
    package mutating func skip() throws(JSONFault) {
        let start = index - bytes.startIndex
        if let end = JSONScan.end(of: bytes.span, from: start, depth: depth, limits: limits) {
            index = bytes.startIndex + end
        } else {
            try skipSlowly()
        }
    }

    /// Continues where ``JSONScan`` has given up, and finds the fault.
    private mutating func skipSlowly() throws(JSONFault) {
        switch try skipSpace() {
        case UInt8(ascii: "{"): try object { (reader, _) throws(JSONFault) in try reader.skipSlowly() }
        case UInt8(ascii: "["): try array { (reader) throws(JSONFault) in try reader.skipSlowly() }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): try literal("null")
        default: _ = try number()
        }
    }

    /// Reads `true` or `false`.
    package mutating func bool() throws(JSONFault) -> Bool {
        let first = try skipSpace()
        if first == UInt8(ascii: "t") {
            try literal("true")
            return true
        }
        guard first == UInt8(ascii: "f") else { throw fault(.unexpectedKind) }
        try literal("false")
        return false
    }

    /// Reads an integer. Throws `unexpectedKind` if the number has a fraction or an exponent.
    package mutating func integer() throws(JSONFault) -> Int64 {
        _ = try skipSpace()
        let start = index
        guard case .integer(let value) = try number() else { throw fault(.unexpectedKind, at: start) }
        return value
    }

    /// Whether the next value is null. If the value is null, it is read. Any other value stays unread.
    package mutating func null() throws(JSONFault) -> Bool {
        guard try skipSpace() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    /// Checks that only white space follows.
    package mutating func finish() throws(JSONFault) {
        while index < bytes.endIndex {
            guard Self.isSpace(bytes[index]) else { throw fault(.trailingBytes) }
            index += 1
        }
    }
}

extension JSONReader {
    func fault(_ rule: JSONFault.Rule, at position: Int? = nil, member: String? = nil) -> JSONFault {
        JSONFault(rule, at: (position ?? index) - bytes.startIndex, member: member)
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Returns the next byte that is not white space. The byte stays unread.
    mutating func skipSpace() throws(JSONFault) -> UInt8 {
        while index < bytes.endIndex {
            let byte = bytes[index]
            if !Self.isSpace(byte) {
                guard byte == 0xEF, index == bytes.startIndex else { return byte }
                throw fault(.byteOrderMark)
            }
            index += 1
        }
        throw fault(.unexpectedEnd)
    }

    private mutating func enter(_ bracket: UInt8) throws(JSONFault) {
        guard try skipSpace() == bracket else { throw fault(.unexpectedKind) }
        guard depth < limits.depth else { throw fault(.tooDeep) }
        depth += 1
        index += 1
    }

    private mutating func leave() {
        depth -= 1
        index += 1
    }

    /// Reads the comma before a further element, or the closing bracket. Returns true for the comma.
    private mutating func another(closing: UInt8) throws(JSONFault) -> Bool {
        let byte = try skipSpace()
        if byte == closing {
            leave()
            return false
        }
        guard byte == UInt8(ascii: ",") else { throw fault(.unexpectedByte) }
        index += 1
        return true
    }

    /// Throws the fault. Does not throw it if its rule is currently not enforced for values.
    mutating func pass(_ fault: JSONFault) throws(JSONFault) {
        guard isLenient, fault.rule.isOfAValue else { throw fault }
        passed = passed ?? fault.rule
        passedCount += 1
    }

    /// Reads an object whose keys and values may break the rules of ``JSONFault/Rule/isOfAValue``. Returns the fault of
    /// the first member that breaks one of these rules. A faulty value is read as another value, so nothing from such
    /// an object is used.
    mutating func judgedObject() throws(JSONFault) -> FieldFault? {
        isLenient = true
        defer { isLenient = false }
        var found: FieldFault?
        try object { (reader, key) throws(JSONFault) in
            try reader.skip()
            guard found == nil, let rule = reader.passed else { return }
            found = FieldFault(FieldFault.token(String(key.unicodeScalars.prefix(64))), rule.demand)
        }
        return found
    }

    mutating func literal(_ word: StaticString) throws(JSONFault) {
        let start = index
        for offset in 0..<word.utf8CodeUnitCount {
            guard index < bytes.endIndex else { throw fault(.unexpectedEnd) }
            let expected = unsafe word.utf8Start[offset]
            guard bytes[index] == expected else { throw fault(.unexpectedByte, at: start) }
            index += 1
        }
    }
}
