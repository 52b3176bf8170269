import QRCodes
import Testing

@Suite struct QRCodeTests {
    @Test("QR code: a side has 17 modules and four for each version", arguments: QRCode.Correction.allCases)
    func sides(_ correction: QRCode.Correction) throws {
        let code = try #require(QRCode("https://example.com/otp?key=0123456789", correction: correction))
        // ISO/IEC 18004.
        #expect((code.width - 17) % 4 == 0 && (21...177).contains(code.width))
        #expect(code.dark.count == code.width * code.width)
        // The finder pattern in the corner begins with seven dark modules and a light one.
        #expect(code.dark.prefix(8) == [true, true, true, true, true, true, true, false])
    }

    @Test("QR code: upper case letters and digits need fewer modules than a text of the same length")
    func modes() throws {
        let text = "LS1:00000000000000000000000000"
        let (short, long) = (try #require(QRCode(text, mode: .shortest)), try #require(QRCode(text)))
        #expect(short.width == 25 && long.width == 29)
        #expect(QRCode(text.lowercased(), mode: .shortest) == QRCode(text.lowercased()))
    }

    @Test("QR code: a text that no code holds is nil, and one with any characters is coded") func limits() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 2_332)) == nil)
        #expect(QRCode(String(repeating: "x", count: 2_331))?.width == 177)
        #expect(QRCode(String(repeating: "7", count: 5_596), mode: .shortest)?.width == 177)
        #expect(QRCode(String(repeating: "7", count: 5_597), mode: .shortest) == nil)
        #expect(QRCode(String(repeating: "7", count: 1_000_000), mode: .shortest) == nil)
        #expect(QRCode("漢字\u{0}\u{202E}") != nil && QRCode("\u{0}") != nil)
    }
}
