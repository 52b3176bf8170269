import Foundation
import LumiKitUI
import SeamSwiftUI
import Testing

@Suite struct UIColorLMKTests {
    @Test(
        "UI color LMK: digits are a colour",
        arguments: [
            ("#FF5733", "FF5733"), ("00ff00", "00FF00"), (" #FF000080\n", "FF0000"), ("0000FF00", "0000FF"),
        ])
    func digitsAreAColour(_ digits: String, _ hex: String) {
        #expect(UIColor(lmk_hex: digits)?.lmk_hexString == hex)
    }

    @Test(
        "UI color LMK: other texts are none",
        arguments: ["", "#", "xyz", "#12345", "#12345G", "12 456", "0x1234", "+ABCDEF", "１２３４５６", "#FF00000"])
    func otherTextsAreNone(_ digits: String) { #expect(UIColor(lmk_hex: digits) == nil) }

    @Test("UI color LMK: a colour knows whether it is light") func aColourKnowsWhetherItIsLight() {
        #expect(UIColor.white.lmk_isLight && !UIColor.black.lmk_isLight)
        #expect(UIColor.white.lmk_contrastingTextColor == .black && UIColor.black.lmk_contrastingTextColor == .white)
    }

    @Test("UI color LMK: brightness is adjusted") func brightnessIsAdjusted() throws {
        let color = try #require(UIColor(lmk_hex: "804020"))
        #expect(color.lmk_adjustedBrightness(by: 0.5).lmk_hexString == "402010")
        #expect(color.lmk_adjustedBrightness(by: 9).lmk_hexString == "FF7F40")
        #expect(color.lmk_adjustedBrightness(by: .nan).lmk_hexString == "000000")
        #expect(color.lmk_adjustedBrightness(by: 1) == color)
    }

    @Test("UI color LMK: alpha is set not multiplied") func alphaIsSetNotMultiplied() {
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        UIColor(white: 1, alpha: 0.5).withAlphaComponent(0.25).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect(alpha == 0.25 && red == 1)
        #expect(UIColor.clear.withAlphaComponent(1) == .clear)
    }
}
