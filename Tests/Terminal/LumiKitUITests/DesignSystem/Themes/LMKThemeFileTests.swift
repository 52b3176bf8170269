import Foundation
import LumiKitUI
import SeamSwiftUI
import Testing

@Suite struct LMKThemeFileTests {
    private func parse(_ text: String) throws -> LMKDesign { try LMKDesign.parse(Array(text.utf8), name: "mine.json") }

    @Test("LMK theme file: a file gives what it names") func aFileGivesWhatItNames() throws {
        let design = try parse(
            """
            {
              "base": "phosphor",
              "colors": {
                "primary": "#FF8800",
                "error": "systemPink",
                "divider": {"light": "#CCCCCC", "dark": "#333333"}
              },
              "spacing": {"large": 20, "xxl": 27.5},
              "cornerRadius": {"medium": 0},
              "alpha": {"disabled": 0.5},
              "typography": {"h1Size": 30}
            }
            """)
        #expect(design.colors.primary.lmk_hexString == "FF8800" && design.colors.error == .systemPink)
        let light = design.colors.divider.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light))
        #expect(light.lmk_hexString == "CCCCCC" && design.colors.divider.lmk_hexString == "333333")
        #expect(design.spacing.large == 20 && design.spacing.xxl == 27.5 && design.spacing.small == 8)
        #expect(design.cornerRadius.medium == 0 && design.alpha.disabled == 0.5 && design.typography.h1Size == 30)
        #expect(design.colors.textPrimary == LMKDesign.named("phosphor")?.colors.textPrimary)
    }

    @Test(
        "LMK theme file: an error has its place",
        arguments: [
            ("{", "mine.json:1:2: unexpected end"),
            ("{\n \"colours\": {}\n}", "mine.json:2:13: /colours is not a known member"),
            (
                "{\"colors\": {\"primary\": \"red\"}}",
                ##"mine.json:1:24: /colors/primary must be a colour: "#RRGGBB", a name as in "systemGreen", or {"light": …, "dark": …}"##
            ),
            ("{\"colors\": {\"glow\": \"#000000\"}}", "mine.json:1:21: /colors/glow is not a known member"),
            ("{\"alpha\": {\n\"disabled\": 2}}", "mine.json:2:13: /alpha/disabled must be a number from 0 to 1"),
            ("{\"spacing\": {\"xs\": \"4\"}}", "mine.json:1:20: /spacing/xs must be a number from 0 to 1000"),
            ("{\"base\": \"neon\"}", "mine.json:1:10: /base must be one of default, high-contrast, mono, phosphor"),
            ("[]", "mine.json:1:1: value must be an object"),
        ])
    func anErrorHasItsPlace(_ text: String, _ message: String) throws {
        let error = #expect(throws: LMKThemeFileError.self) { try parse(text) }
        #expect(error?.message == message)
    }

    @Test("LMK theme file: a file is read by its path") func aFileIsReadByItsPath() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("lmk_\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"badge": {"minWidth": 24}}"#.utf8).write(to: file)
        #expect(try LMKDesign.load(file.path).badge.minWidth == 24)
        try Data(count: 70_000).write(to: file)
        #expect(throws: LMKThemeFileError.self) { try LMKDesign.load(file.path) }
        #expect(throws: LMKThemeFileError.self) { try LMKDesign.load(file.path + ".none") }
        for name in LMKDesign.builtInNames { #expect(throws: Never.self) { try LMKDesign.load(name) } }
    }
}

@Suite struct LMKContrastTests {
    @Test("LMK contrast: a built in theme can be read", arguments: LMKDesign.builtInNames)
    func aBuiltInThemeCanBeRead(_ name: String) throws {
        let pairs = audit(try #require(LMKDesign.named(name)).colors)
        let faults = pairs.filter { !$0.passes }
        #expect(faults == [], "\(faults.map { "\($0.text) on \($0.fill) \($0.depth) \($0.isDark) \($0.ratio ?? 0)" })")
        #expect(Set(pairs.map(\.depth)) == ["truecolor", "256", "16", "8"])
    }

    private func audit(_ theme: any LMKTheme) -> [LMKContrast.Pair] { LMKContrast.audit(theme) }

    @Test("LMK contrast: a pair that cannot be read is found") func aPairThatCannotBeReadIsFound() throws {
        let design = try LMKDesign.parse(
            Array(##"{"base": "phosphor", "colors": {"textPrimary": "#202020"}}"##.utf8), name: "dark.json")
        let faults = audit(design.colors).filter { !$0.passes }
        #expect(Set(faults.map(\.text)) == ["textPrimary"] && Set(faults.map(\.fill)).count == 3)
        #expect(faults.allSatisfy { $0.required == 4.5 && ($0.ratio ?? 9) < 4.5 })
    }

    @Test("LMK contrast: the ratio is that of WCAG") func theRatioIsThatOfWCAG() {
        #expect(abs(UIColor.white.lmk_contrastRatio(with: .black) - 21) < 0.01)
        #expect(UIColor.red.lmk_contrastRatio(with: .red) == 1)
        // The contrast of #767676 on white is 4.54 to 1, as in the example of WCAG's technique G18.
        let grey = UIColor(white: 0x76 / 255.0, alpha: 1)
        #expect(abs(grey.lmk_contrastRatio(with: .white) - 4.54) < 0.01)
    }

    @Test("LMK contrast: what shows through is hard to read") func whatShowsThroughIsHardToRead() throws {
        let json = ##"{"colors": {"backgroundPrimary": "#000000", "textPrimary": "#FFFFFF05"}}"##
        let design = try LMKDesign.parse(Array(json.utf8), name: "t.json")
        let pairs = LMKContrast.audit(design.colors).filter {
            $0.text == "textPrimary" && $0.fill == "backgroundPrimary"
        }
        #expect(pairs.count == 8 && pairs.allSatisfy { !$0.passes }, "\(pairs)")
    }
}
