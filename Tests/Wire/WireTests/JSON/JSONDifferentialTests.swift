import Testing
import Wire

@Suite("JSON: the fast paths against the slow ones")
struct JSONDifferentialTests {
    /// The result of a request for a member.
    private enum Answer: Equatable {
        case value(String)
        case fault(FieldFault)

        init(_ body: () throws(FieldFault) -> Any?) {
            do throws(FieldFault) {
                self = .value(String(describing: try body()))
            } catch {
                self = .fault(error)
            }
        }
    }

    @Test(
        "differential: members are found in any order and spelling, with the same values and faults as in a tree",
        arguments: 0..<8)
    func fields(seed: UInt64) throws {
        var draw = Draw(seed)
        for _ in 0..<150 {
            let json = JSONTrees.object(&draw)
            let text = try JSONText(ArraySlice(JSONTrees.spell(json, &draw).utf8))
            var fields = try JSONFields(reading: JSONCursor(text), at: "/p")
            var tree = try JSONFieldsOracle(json, at: "/p")
            // The keys are mostly in the order of the members. Some keys are absent, and some are requested twice.
            var keys =
                json.objectValue?.members.compactMap { member in
                    JSONTrees.keys.first { "\($0)" == member.key }
                } ?? []
            for _ in 0..<draw.below(4) { keys.insert(draw.one(of: JSONTrees.keys), at: draw.below(keys.count + 1)) }
            if draw.below(3) == 0, !keys.isEmpty { keys.removeFirst() }
            for key in keys {
                let kind = draw.below(6)
                let found = Self.ask(kind, key, &fields)
                let expected = Self.ask(kind, key, &tree)
                #expect(found == expected, "\(key) of \(text.string)")
            }
            #expect(
                Answer { () throws(FieldFault) in try fields.end() }
                    == Answer { () throws(FieldFault) in try tree.end() })
        }
    }

    private static func ask(_ kind: Int, _ key: StaticString, _ fields: inout JSONFields) -> Answer {
        Answer { () throws(FieldFault) in
            switch kind {
            case 0: try fields.optionalString(key, bytes: 0...8)
            case 1: try fields.optionalInteger(key, in: -50...200_000_000)
            case 2: try fields.optionalBool(key)
            case 3: fields.optionalJSON(key)
            case 4: try fields.strings(key, count: 0...2, bytes: 0...8)
            default: try fields.optionalValue(key, Point.self)
            }
        }
    }

    private static func ask(_ kind: Int, _ key: StaticString, _ tree: inout JSONFieldsOracle) -> Answer {
        Answer { () throws(FieldFault) in
            switch kind {
            case 0: return try tree.string(key, bytes: 0...8)
            case 1: return try tree.integer(key, in: -50...200_000_000)
            case 2: return try tree.bool(key)
            case 3: return tree.value(key)
            case 4: return try tree.strings(key, count: 0...2, bytes: 0...8)
            default:
                guard let value = tree.value(key) else { return nil as Point? }
                return try Point(oracle: value, at: "/p/\(key)") as Point?
            }
        }
    }

    @Test(
        "JSON differential: what is passed over is checked as strictly as what is read, byte for byte", arguments: 0..<8
    )
    func scan(seed: UInt64) throws {
        var draw = Draw(100 + seed)
        let limits = [JSONLimits.wire, JSONLimits(depth: 2, keys: 5, stringBytes: 12)]
        var refused = 0
        for _ in 0..<300 {
            var bytes = Array(JSONTrees.spell(JSONTrees.object(&draw), &draw).utf8)
            for _ in 0..<draw.below(3) { JSONTrees.mutate(&bytes, &draw) }
            for limits in limits {
                let read = Result { () throws(JSONFault) in
                    var reader = JSONReader(bytes, limits: limits)
                    let value = try reader.value()
                    try reader.finish()
                    return value
                }
                let passed = Result { () throws(JSONFault) in try JSONText(bytes[...], limits: limits).json }
                #expect(passed == read, "\(String(decoding: bytes, as: UTF8.self))")
                if case .failure = read { refused += 1 }
            }
        }
        #expect(refused > 30)
    }

    @Test("JSON differential: a key that comes twice is found wherever it stands, and however it is spelled")
    func duplicates() {
        for count in 2...20 {
            for first in 0..<count - 1 {
                var keys = (0..<count).map { "\"key_\($0)\"" }
                keys[count - 1] = keys[first]
                let text = "{" + keys.map { $0 + ":0" }.joined(separator: ",") + "}"
                let escaped = text.replacing("\"key_\(first)\":0}", with: "\"\\u006bey_\(first)\":0}")
                for text in [text, escaped] {
                    let fault = #expect(throws: JSONFault.self) { try JSONText(ArraySlice(text.utf8)) }
                    #expect(fault?.rule == .duplicateKey && fault?.member == "key_\(first)")
                }
            }
        }
    }

    @Test("JSON differential: a string is written with the escapes that it needs, wherever they are due")
    func escapes() throws {
        let special: [(Unicode.Scalar, String)] = [
            ("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\u{1}", "\\u0001"),
            ("\u{1F}", "\\u001f"), ("\u{7F}", "\\u007f"), ("ä", "ä"), ("\u{1F511}", "\u{1F511}"), ("/", "/"),
        ]
        for length in 0..<40 {
            let plain = String(repeating: "abcdefghi", count: 5).prefix(length)
            #expect(JSON.string(String(plain)).text == "\"\(plain)\"")
            for index in 0...length {
                for (scalar, spelling) in special {
                    let (head, tail) = (plain.prefix(index), plain.dropFirst(index))
                    let text = JSON.string("\(head)\(scalar)\(tail)\(scalar)").text
                    #expect(text == "\"\(head)\(spelling)\(tail)\(spelling)\"")
                }
            }
        }
        let long = String(repeating: "\u{1}", count: 60_000)
        #expect(try JSON(parsing: JSON.string(long).bytes) == .string(long))
    }

    @Test("JSON differential: an integer is written as its digits, and read as what they spell")
    func integers() throws {
        var numbers: [Int64] = [0, .max, .min, JSON.largestInteger, -JSON.largestInteger]
        var power: Int64 = 1
        for _ in 0..<18 {
            power *= 10
            numbers += [power - 1, power, power + 1, -power, power / 7, power / 2 + 1]
        }
        for number in numbers {
            #expect(JSON.integer(number).text == "\(number)")
            guard (-JSON.largestInteger...JSON.largestInteger).contains(number) else { continue }
            for text in [
                "{\"n\":\(number)}", "{\"n\":\(number) , \"m\" : 1 }", "{\"n\": \(number),\"text\":\"........\"}",
            ] {
                var fields = try JSONFields(reading: JSONCursor(JSONText(ArraySlice(text.utf8))))
                #expect(try fields.integer("n") == number)
            }
        }
    }

    @Test("JSON differential: a record is the same by way of its text and of its tree")
    func records() throws {
        for text in [#"{"x":3,"y":"four"}"#, #"{ "y" : "four" , "x" : 3 }"#, #"{"x":3,"y":null}"#, #"{"\u0078":3}"#] {
            let text = try JSONText(ArraySlice(text.utf8))
            let point = try Point(text: text)
            #expect(try Point(json: text.json) == point)
            #expect(try Point(text: point.jsonText) == point)
            #expect(point.json.bytes == Array(point.jsonText.bytes))
        }
        #expect(throws: FieldFault("/z", "is not a known member")) { try Point(text: JSONText(["x": 1, "z": 1])) }
        #expect(throws: FieldFault("", "must be an object")) { try Point(text: JSONText([1])) }
    }
}
