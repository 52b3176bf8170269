import Testing
import Wire

@Suite("What the writer spells")
struct JSONWriterTests {
    @Test(
        "JSON writer: integers, at the borders of every way to write them",
        arguments: [
            0, 1, 9, 10, 99, 100, 9_999, 10_000, 9_999_999, 10_000_000, 99_999_999, 100_000_000, 100_000_001,
            1_763_600_000_000, 9_007_199_254_740_991, 9_999_999_999_999_999, 10_000_000_000_000_000,
            10_000_000_100_000_000, 99_999_999_999_999_999, .max - 1, .max,
        ] as [Int64])
    func integers(_ value: Int64) {
        for value in [value, -value, -value - 1] {
            #expect(JSON.integer(value).text == String(value))
            let member = JSONWriter.bytes { $0.member("n", value) }
            #expect(String(decoding: member, as: UTF8.self) == "\"n\":\(value)")
        }
    }

    @Test("JSON writer: strings of every length, with a byte that needs an escape at every place of them, or none")
    func strings() {
        let specials = ["\"", "\\", "\n", "\r", "\t", "\u{1}", "\u{1F}", "\u{7F}", " ", "~", "é", "\u{80}", "𝄞"]
        for count in 0...40 {
            let plain = String(repeating: "x", count: count)
            expect(plain)
            for special in specials {
                for place in 0...count { expect(plain.prefix(place) + special + plain.dropFirst(place)) }
            }
        }
    }

    @Test("JSON writer: long strings, plain and of nothing but escapes")
    func long() {
        expect(String(repeating: "abcdefg", count: 10_000))
        expect(String(repeating: "ä€", count: 10_000))
        expect(String(repeating: "\u{1}", count: 20_000))
        expect(String(repeating: "line\n", count: 10_000))
    }

    @Test("JSON writer: keys of every length")
    func keys() {
        let written = JSONWriter.bytes { writer in
            writer.beginObject()
            writer.member("", 1)
            writer.member("a", 2)
            writer.member("ab", "3")
            writer.member("abc", 4)
            writer.member("abcd", "5")
            writer.member("abcdefg", 6)
            writer.member("abcdefgh", "7")
            writer.member("abcdefghijklmno", 8)
            writer.member("abcdefghijklmnop", "9")
            writer.member("abcdefghijklmnopq", 10)
            writer.member("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "11")
            writer.endObject()
        }
        let text = """
            {"":1,"a":2,"ab":"3","abc":4,"abcd":"5","abcdefg":6,"abcdefgh":"7","abcdefghijklmno":8,"abcdefghijklmnop":"9",\
            "abcdefghijklmnopq":10,"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz":"11"}
            """
        #expect(String(decoding: written, as: UTF8.self) == text)
    }

    /// Expects exactly the bytes that the protocol's document requires for the text.
    private func expect(_ text: some StringProtocol) {
        var bytes = Array("\"".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0..<0x20, 0x7F: bytes += Array("\\u00\(Hex.encode([byte]))".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        let text = String(text)
        #expect(JSON.string(text).bytes == bytes)
        #expect(JSONWriter.bytes { $0.member("k", text) } == Array("\"k\":".utf8) + bytes)
    }
}
