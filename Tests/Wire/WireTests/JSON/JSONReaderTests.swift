import Testing
import Wire

@Suite struct JSONReaderTests {
    @Test("JSON reader: reads every kind") func readsEveryKind() throws {
        let text = #" {"a":null,"b":[true,false],"c":-12,"d":1.5e3,"e":"x\n\u00e9\ud83d\ude00/","f":{}} "#
        let json = try JSON(parsing: text.utf8)
        #expect(
            json
                == .object(
                    JSONObject([
                        JSONMember(key: "a", value: .null), JSONMember(key: "b", value: [true, false]),
                        JSONMember(key: "c", value: -12), JSONMember(key: "d", value: .number(1500)),
                        JSONMember(key: "e", value: "x\né😀/"), JSONMember(key: "f", value: [:]),
                    ])))
        #expect(try JSON(parsing: json.bytes) == json)
    }

    @Test(
        "JSON reader: refuses with rule and offset",
        arguments: [
            ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("{", .unexpectedEnd, 1), ("[1,]", .unexpectedByte, 3),
            ("{}x", .trailingBytes, 2), ("\u{FEFF}{}", .byteOrderMark, 0), (#"{"a":1,"a":2}"#, .duplicateKey, 7),
            (#"{"a":1,"\u0061":2}"#, .duplicateKey, 7), ("01", .invalidNumber, 0), ("1.", .invalidNumber, 0),
            ("-", .invalidNumber, 0), ("9007199254740992", .numberRange, 0), ("1e400", .numberRange, 0),
            (#""\ud800""#, .loneSurrogate, 1), (#""\ud800\u0041""#, .loneSurrogate, 1),
            (#""\udc00""#, .loneSurrogate, 1),
            (#""\u0000""#, .zeroCharacter, 1), (#""\x""#, .invalidEscape, 1), ("\"\n\"", .controlCharacter, 1),
            ("tru", .unexpectedEnd, 3), ("trux", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0),
            ("{1:2}", .unexpectedByte, 1),
            ("NaN", .unexpectedByte, 0), ("[1 2]", .unexpectedByte, 3),
        ] as [(String, JSONFault.Rule, Int)])
    func refusesWithRuleAndOffset(text: String, rule: JSONFault.Rule, offset: Int) {
        #expect(throws: JSONFault(rule, at: offset, member: rule == .duplicateKey ? "a" : nil)) {
            try JSON(parsing: text.utf8)
        }
    }

    @Test("JSON reader: keys that look alike at both ends are told apart, whatever their values hold")
    func alikeKeys() throws {
        let values = [#""}],\"{:""#, #"[1,{"aaaaaaaaXbbbbbbbb":"]"}]"#, #"{"x":"\\"}"#, "-1.5e3", "true"]
        for first in values {
            for second in values {
                let members = #""aaaaaaaaXbbbbbbbb": \#(first) ,"aaaaaaaaYbbbbbbbb":\#(second)"#
                #expect(try JSON(parsing: "{\(members)}".utf8).objectValue?.members.count == 2)
                let twice = "{\(members),"
                #expect(throws: JSONFault(.duplicateKey, at: twice.utf8.count, member: "aaaaaaaaYbbbbbbbb")) {
                    try JSON(parsing: (twice + #""aaaaaaaaYbbbbbbbb":0}"#).utf8)
                }
            }
        }
    }

    /// If a reader read the first member of each object twice, it would read the innermost member four million times.
    @Test("JSON reader: keys that look alike, object in object, are read once and passed over once a level")
    func alikeKeysInside() throws {
        var text = "0"
        for _ in 1...22 { text = #"{"aaaaaaaaXbbbbbbbb":\#(text),"aaaaaaaaYbbbbbbbb":0}"# }
        let began = ContinuousClock.now
        #expect(try JSONText(Array(text.utf8)[...]).bytes.count == text.utf8.count)
        var reader = JSONReader(Array(text.utf8))
        try reader.skip()
        #expect(reader.offset == text.utf8.count)
        #expect(ContinuousClock.now - began < .seconds(2))
    }

    @Test(
        "JSON reader: refuses what is not UTF8",
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xFF],
        ] as [[UInt8]])
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        #expect(throws: JSONFault(.invalidUTF8, at: 1)) { try JSON(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test("JSON reader: keeps its limits") func keepsItsLimits() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(throws: Never.self) { try JSON(parsing: nested(32)) }
        #expect(throws: JSONFault(.tooDeep, at: 32)) { try JSON(parsing: nested(33)) }
        func object(_ keys: Int) -> String { "{" + (0..<keys).map { "\"k\($0)\":0" }.joined(separator: ",") + "}" }
        #expect(throws: Never.self) { try JSON(parsing: object(256).utf8) }
        #expect(throws: JSONFault.self) { try JSON(parsing: object(257).utf8) }
        func string(_ count: Int) -> String { "\"" + String(repeating: "x", count: count) + "\"" }
        #expect(throws: Never.self) { try JSON(parsing: string(65_536).utf8) }
        #expect(throws: JSONFault(.stringTooLong, at: 0)) { try JSON(parsing: string(65_537).utf8) }
        #expect(throws: JSONFault(.stringTooLong, at: 0)) {
            try JSON(parsing: ("\"\\n" + string(65_536).dropFirst()).utf8)
        }
    }

    @Test("JSON reader: raw text is the bytes as they stand") func rawTextIsTheBytesAsTheyStand() throws {
        var reader = JSONReader(Array(#"{"a": {"x" : 1} , "b":2}"#.utf8))
        var texts: [String: String] = [:]
        try reader.object { (reader, key) throws(JSONFault) in texts[key] = try reader.raw().string }
        try reader.finish()
        #expect(texts == ["a": #"{"x" : 1}"#, "b": "2"])
    }

    @Test("JSON reader: names line and column") func namesLineAndColumn() {
        let text = "{\n  \"a\": 1,\n  \"a\": 2\n}"
        let fault = #expect(throws: JSONFault.self) { try JSON(parsing: text.utf8) }
        #expect(fault?.position(in: text.utf8).line == 3)
        #expect(fault?.position(in: text.utf8).column == 3)
    }

    @Test("JSON reader: keys are their bytes") func keysAreTheirBytes() throws {
        let json = try JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
        #expect(json["\u{E9}"] == 1)
        #expect(json["e\u{301}"] == 2)
        #expect(json == json)
    }

    @Test("JSON reader: a name in a message is short whatever a character is")
    func aNameInAMessageIsShortWhateverACharacterIs() {
        let key = "a" + String(repeating: "\u{301}", count: 30_000)
        #expect(JSONFault(.duplicateKey, at: 0, member: key).description.utf8.count < 256)
        let call = #"{"type":"call","id":1,"method":"m","\#(key)":1}"#
        guard case .invalidCall(1, let error) = try? ClientMessage.decode(Array(call.utf8)) else {
            return #expect(Bool(false))
        }
        #expect((error.field?.utf8.count ?? 999) < 256)
    }

    @Test("JSON reader: a field is found by its scalars") func aFieldIsFoundByItsScalars() {
        let text = "{\n \"\u{301}/~\": 1}"
        let field = FieldFault.token("\u{301}/~")
        #expect(Array(field.utf8) == Array("/\u{301}~1~0".utf8))
        #expect(FieldFault(field, "").position(in: Array(text.utf8)).line == 2)
    }

    @Test("JSON reader: a field's place is that of its value") func aFieldsPlaceIsThatOfItsValue() {
        let text = "{\n \"a\":\n  {\"b\" :  1}}"
        let (outer, inner) = (FieldFault("/a", ""), FieldFault("/a/b", ""))
        #expect(outer.position(in: Array(text.utf8)) == (3, 3))
        #expect(inner.position(in: Array(text.utf8)) == (3, 11))
    }

    @Test("JSON reader: random bytes never trap") func randomBytesNeverTrap() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array(#"{}[]",:0123456789.eE+-\u truefalsn"#.utf8) + [0xC3, 0xA9, 0xED, 0xA0, 0x00]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            guard let json = try? JSON(parsing: bytes) else { continue }
            #expect((try? JSON(parsing: json.bytes)) == json)
        }
    }
}
