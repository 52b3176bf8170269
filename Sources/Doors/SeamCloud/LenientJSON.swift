import Wire

/// Reads the cloud's answer as JSON. It does so even if the answer breaks the wire's stricter rules in places that
/// nobody reads.
///
/// The wire between our own programs refuses everything about which parsers disagree. But the cloud's answers may have
/// any member of any size, and one odd value must not spoil a list. For this reason, a part that cannot be read by the
/// strict rules is replaced. Only a reader of such a value notices that the value is wrong:
///
/// - half a surrogate pair, U+0000 and bytes that are not UTF-8 become U+FFFD;
/// - a number that is not a double, an integer beyond ±(2^53 − 1), and a word that JSON does not have, such as `NaN`,
///   become ``wrong``. Values that are nested more than ``deepest`` levels deep, and members whose key occurs twice in
///   their object, also become ``wrong``.
///
/// An answer without structure, such as one that was cut short, is still refused.
struct LenientJSON {
    /// The replacement for a value that cannot be read. It is a number, and no cloud member that this project reads is
    /// a number, so every reader rejects it.
    static let wrong = JSON.integer(0)

    /// The depth to which nested arrays and objects are read.
    static let deepest = 64

    /// The bounds of an answer that needs no repair. An object with more members is read by this reader, whose time
    /// does not grow quadratically with their number.
    private static let limits = JSONLimits(depth: deepest, stringBytes: .max)

    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// The JSON of an answer. Throws ``JSONFault`` for an answer without JSON. The time is proportional to the answer's
    /// length.
    static func text(_ bytes: [UInt8]) throws(JSONFault) -> JSONText {
        do throws(JSONFault) {
            return try JSONText(bytes[...], limits: limits)
        } catch {
            var reader = LenientJSON(bytes: bytes[...], index: 0)
            return JSONText(try reader.whole())
        }
    }

    private mutating func whole() throws(JSONFault) -> JSON {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index += 3 }
        let value = try value(depth: 0)
        skipSpace()
        guard index == bytes.endIndex else { throw fault(.trailingBytes) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSON {
        skipSpace()
        switch try next() {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < Self.deepest else {
                try skipNested()
                return Self.wrong
            }
            return bytes[index] == UInt8(ascii: "{") ? try object(depth: depth + 1) : try array(depth: depth + 1)
        case UInt8(ascii: "\""):
            return .string(try string())
        default:
            return try scalar()
        }
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSON {
        var (members, places) = ([JSONMember](), [String: Int]())
        try elements(until: UInt8(ascii: "}")) { (reader) throws(JSONFault) in
            guard try reader.next() == UInt8(ascii: "\"") else { throw reader.fault(.unexpectedByte) }
            let key = try reader.string()
            reader.skipSpace()
            guard try reader.next() == UInt8(ascii: ":") else { throw reader.fault(.unexpectedByte) }
            reader.index += 1
            let value = try reader.value(depth: depth)
            if let place = places[key] {
                members[place].value = Self.wrong
            } else {
                places[key] = members.count
                members.append(JSONMember(key: key, value: value))
            }
        }
        return .object(JSONObject(members))
    }

    private mutating func array(depth: Int) throws(JSONFault) -> JSON {
        var values: [JSON] = []
        try elements(until: UInt8(ascii: "]")) { (reader) throws(JSONFault) in
            values.append(try reader.value(depth: depth))
        }
        return .array(values)
    }

    /// Reads everything between the bracket at this position and `closing`. `read` reads each part between two commas.
    private mutating func elements(
        until closing: UInt8, _ read: (inout LenientJSON) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        index += 1
        skipSpace()
        if try next() == closing {
            index += 1
            return
        }
        while true {
            skipSpace()
            try read(&self)
            skipSpace()
            let byte = try next()
            guard byte == UInt8(ascii: ",") || byte == closing else { throw fault(.unexpectedByte) }
            index += 1
            if byte == closing { return }
        }
    }

    /// Skips an array or object of any depth.
    private mutating func skipNested() throws(JSONFault) {
        var depth = 0
        repeat {
            switch try next() {
            case UInt8(ascii: "\""):
                _ = try string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        } while depth > 0
    }

    // MARK: - Scalars

    private static let words: [(text: String, value: JSON)] = [
        ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]

    /// Reads a word or a number.
    private mutating func scalar() throws(JSONFault) -> JSON {
        let start = index
        while index < bytes.endIndex, !Self.isDelimiter(bytes[index]) { index += 1 }
        let text = bytes[start..<index]
        if let word = Self.words.first(where: { $0.text.utf8.elementsEqual(text) }) { return word.value }
        guard !text.isEmpty, text.allSatisfy(Self.isOfAWord) else { throw fault(.unexpectedByte) }
        return (try? JSON(parsing: text)) ?? Self.wrong
    }

    /// Whether a number or a bare word may contain this byte.
    private static func isOfAWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    /// Reads the string at this position. Parts that are not text become U+FFFD.
    private mutating func string() throws(JSONFault) -> String {
        index += 1
        var text: [UInt8] = []
        while true {
            let byte = try next()
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += String(try escape()).utf8
            case 0: text += Self.unknown.utf8
            default: text.append(byte)
            }
        }
    }

    private static let unknown = "\u{FFFD}"

    /// The character for the escape whose backslash has been read.
    private mutating func escape() throws(JSONFault) -> Character {
        let letter = try next()
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(letter))
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(scalar(from: codeUnit()))
        default: return "\u{FFFD}"
        }
    }

    /// The scalar that begins with this code unit. If the unit is the first half of a surrogate pair, the second half
    /// is read only if it belongs to this pair.
    private mutating func scalar(from unit: UInt32?) -> Unicode.Scalar {
        guard let unit, unit != 0 else { return "\u{FFFD}" }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let start = index
        if unit < 0xDC00, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            index += 2
            if let second = codeUnit(), (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        index = start
        return "\u{FFFD}"
    }

    /// Reads four hexadecimal digits. Returns nil and reads nothing if there are fewer.
    private mutating func codeUnit() -> UInt32? {
        let digits = bytes[index...].prefix(4).compactMap(Hex.digit)
        guard digits.count == 4 else { return nil }
        index += 4
        return digits.reduce(0) { $0 << 4 | UInt32($1) }
    }

    // MARK: - Bytes

    private func next() throws(JSONFault) -> UInt8 {
        guard index < bytes.endIndex else { throw fault(.unexpectedEnd) }
        return bytes[index]
    }

    private mutating func skipSpace() {
        while index < bytes.endIndex, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
    }

    private func fault(_ rule: JSONFault.Rule) -> JSONFault { JSONFault(rule, at: index - bytes.startIndex) }
}
