import Testing
import Wire

@testable import SeamCloud

@Suite("Answers that break the wire's stricter rules", .serialized)
struct LenientJSONTests {
    private func read(_ text: String) throws -> JSON { try LenientJSON.text(Array(text.utf8)).json }

    @Test(
        "lenient JSON: odd text is read with U+FFFD where it is none",
        arguments: [
            (#""a\ud83d""#, "a\u{FFFD}"), (#""\ude00b""#, "\u{FFFD}b"), (#""\ud83dx""#, "\u{FFFD}x"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\u{FFFD}"),
            (#""\x""#, "\u{FFFD}"), (#""\u12""#, "\u{FFFD}12"), ("\"a\nb\"", "a\nb"), (#""\ud83d\"""#, "\u{FFFD}\""),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
        ])
    func text(odd: String, expected: String) throws {
        #expect(try read(#"{"a":1,"b":\#(odd),"c":[2]}"#) == ["a": 1, "b": .string(expected), "c": [2]])
    }

    @Test("lenient JSON: bytes that are not UTF-8 become U+FFFD")
    func bytes() throws {
        let bytes = Array(#"{"b":"x"#.utf8) + [0xFF, 0xC3] + Array(#"","c":1}"#.utf8)
        let json = try LenientJSON.text(bytes).json
        #expect(json["b"]?.stringValue?.hasPrefix("x\u{FFFD}") == true && json["c"] == 1)
    }

    @Test(
        "lenient JSON: a value that cannot be read is one that fits nowhere",
        arguments: [
            "9223372036854775807", "-9007199254740992", "1e999", "01", "1.", "-", "1abc", "0x1F", "NaN", "Infinity",
            "undefined", "True",
            String(repeating: "[", count: 200) + "\"]\"" + String(repeating: "]", count: 200),
            String(repeating: #"{"a":"#, count: 100_000) + "1" + String(repeating: "}", count: 100_000),
        ])
    func wrong(odd: String) throws {
        let json = try read(#"{"a":1,"b":\#(odd),"c":"last"}"#)
        #expect(json["a"] == 1 && json["c"] == "last")
        #expect(json["b"]?.stringValue == nil && json["b"]?.boolValue == nil)
    }

    @Test("lenient JSON: a member that its object has twice is neither of the two")
    func duplicate() throws {
        #expect(try read(#"{"a":"x","b":true,"a":"y","\u0061":"z"}"#) == ["a": 0, "b": true])
    }

    @Test(
        "lenient JSON: what has no structure is refused",
        arguments: [
            "", "{", "[1,", #"{"a""#, #"{"a":}"#, #"{"a":1,}"#, "[1,]", "{]", #"{a:1}"#, "[1 2]", "{}x", "[,]", "[:]",
            #""a"#, #""a\"#, "\u{FEFF}", "[" + String(repeating: "[", count: 1_000_000),
        ])
    func noStructure(text: String) {
        #expect(throws: JSONFault.self) { _ = try read(text) }
    }

    @Test("lenient JSON: what is strict is read as ever, whatever its size")
    func strict() throws {
        let long = String(repeating: "A", count: 100_000)
        let many = (0..<1_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let json = try read(#"{"long":"\#(long)","many":{\#(many)},"n":-1.5}"#)
        #expect(json["long"]?.stringValue == long && json["many"]?["k999"] == 999 && json["n"] == .number(-1.5))
        #expect(try read("\u{FEFF}{}") == [:])
    }

    @Test(
        "lenient JSON: eight times the bytes take about eight times as long, and far from 64 times",
        arguments: [
            "[", #"{"a":"#, #""\ud83d"#, #"{"a":1,"a":2},"#, "1e999,", #"["\u0000"],"#, "members", "strict members",
        ])
    func linear(piece: String) {
        func seconds(_ count: Int) -> Double {
            let text =
                piece.hasSuffix("members")
                ? (piece == "members" ? #"{"x":1e999,"# : "{")
                    + (0..<count).map { #""k\#($0)":1"# }.joined(separator: ",") + "}"
                : (piece.hasSuffix(",") ? "[" : "") + String(repeating: piece, count: count)
            let bytes = Array(text.utf8)
            return (0..<3).map { _ in
                ContinuousClock().measure { _ = try? LenientJSON.text(bytes) } / .seconds(1)
            }.min() ?? 0
        }
        let (short, long) = (seconds(1_000), seconds(8_000))
        #expect(long < max(short * 40, 0.1), "\(short) s, then \(long) s")
    }
}
