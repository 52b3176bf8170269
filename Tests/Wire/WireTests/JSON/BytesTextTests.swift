import Testing
import Wire

/// Tests the text forms of bytes, ``Base64URL`` and ``Hex``.
@Suite struct BytesTextTests {
    @Test(
        "bytes text: base64 URL is written and read",
        arguments: [
            ([], ""), ([0x66], "Zg"), ([0x66, 0x6F], "Zm8"), ([0x66, 0x6F, 0x6F], "Zm9v"),
            ([0x66, 0x6F, 0x6F, 0x62], "Zm9vYg"), ([0xFB, 0xFF, 0xBF], "-_-_"),
        ] as [([UInt8], String)])
    func base64URLIsWrittenAndRead(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test(
        "bytes text: each byte sequence has one spelling",
        arguments: ["Zg==", "Z", "Zg=", "+/+/", "Zh", "Zm9", "Zm8 ", "Zm\u{E9}v"])
    func eachByteSequenceHasOneSpelling(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("bytes text: hex is read in both cases") func hexIsReadInBothCases() {
        #expect(Hex.encode([0x00, 0xAB, 0xFF]) == "00abff")
        #expect(Hex.decode("00ABff") == [0x00, 0xAB, 0xFF])
        #expect(Hex.decode("") == [])
        for text in ["0", "0g", "00 1", "é0"] { #expect(Hex.decode(text) == nil) }
    }
}
