import Wire

/// A generator of random numbers. The numbers are the same in each run.
struct Draw {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// JSON values, and the many ways to write them.
enum JSONTrees {
    static let keys: [StaticString] = [
        "a", "b", "id", "kind", "name", "tags", "point", "deadline", "nine_char", "credential_id", "a_longer_key_name",
    ]
    private static let strange = ["", "ä", "a\u{301}", "\u{1F511}", "a/b~", "with \"marks\"", "tab\t", "names", "nam"]
    private static let texts = [
        "", "x", "red", "seven77", "eight888", "on the wire", "sixteen bytes 16", "äöü", "\u{1F511} key", "a\"b",
        "back\\slash", "line\nfeed", "\u{7F}", "a\u{1}b", "the quick brown fox jumps over the lazy dog",
    ]

    static func value(_ draw: inout Draw, depth: Int = 0) -> JSON {
        switch draw.below(depth < 3 ? 9 : 6) {
        case 0: .null
        case 1: .bool(draw.below(2) == 0)
        case 2: .integer(Int64(draw.below(200)) - 100)
        case 3: .integer(draw.one(of: [0, 12_345_678, 123_456_789, -JSON.largestInteger, JSON.largestInteger]))
        case 4: .number(draw.one(of: [0.5, -1.25e10, 1e-7, 3]))
        case 5: .string(draw.one(of: texts))
        case 6: .array((0..<draw.below(5)).map { _ in value(&draw, depth: depth + 1) })
        case 7: .array((0..<draw.below(4)).map { _ in .string(draw.one(of: texts)) })
        default: object(&draw, depth: depth + 1)
        }
    }

    static func object(_ draw: inout Draw, depth: Int = 0) -> JSON {
        var object = JSONObject()
        for _ in 0..<draw.one(of: [0, 1, 3, 6, 12, 24]) {
            let key = draw.below(5) == 0 ? draw.one(of: strange) : "\(draw.one(of: keys))"
            let isNamed = key == "point" && draw.below(2) == 0
            object[key] =
                isNamed ? ["x": .int(draw.below(20)), "y": value(&draw, depth: 3)] : value(&draw, depth: depth)
        }
        return .object(object)
    }

    /// A random way to write `value`. White space and unnecessary escapes may occur or be absent.
    static func spell(_ value: JSON, _ draw: inout Draw) -> String {
        switch value {
        case .null, .bool, .integer, .number: return value.text
        case .string(let text): return spell(text, &draw)
        case .array(let elements):
            let parts = elements.map { space(&draw) + spell($0, &draw) + space(&draw) }
            return "[" + (parts.isEmpty ? space(&draw) : parts.joined(separator: ",")) + "]"
        case .object(let object):
            let parts = object.members.map { member in
                let key = space(&draw) + spell(member.key, &draw) + space(&draw)
                return key + ":" + space(&draw) + spell(member.value, &draw) + space(&draw)
            }
            return "{" + (parts.isEmpty ? space(&draw) : parts.joined(separator: ",")) + "}"
        }
    }

    private static func spell(_ text: String, _ draw: inout Draw) -> String {
        guard draw.below(8) == 0 else { return JSON.string(text).text }
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + units.joined() + "\""
    }

    private static func space(_ draw: inout Draw) -> String {
        draw.below(12) == 0 ? draw.one(of: [" ", "\n", "\t ", "\r"]) : ""
    }
}

extension JSONTrees {
    /// Changes, adds or removes one byte or several bytes.
    static func mutate(_ bytes: inout [UInt8], _ draw: inout Draw) {
        let index = draw.below(bytes.count)
        switch draw.below(5) {
        case 0: bytes[index] = UInt8(draw.below(256))
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(draw.one(of: Array("\"\\{}[],:0-.e \n\u{0}".utf8)), at: index)
        case 3: bytes.removeLast(draw.below(min(bytes.count, 9)))
        default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 9)], at: index)
        }
        if bytes.isEmpty { bytes = [0x7B] }
    }
}
