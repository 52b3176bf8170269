import Foundation
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct LMKQRCodeGeneratorTests {
    @Test("LMKQR code generator: a text is coded", arguments: LMKQRCodeGenerator.CorrectionLevel.allCases)
    func aTextIsCoded(_ level: LMKQRCodeGenerator.CorrectionLevel) throws {
        let code = try #require(LMKQRCode("https://example.com/otp?key=0123456789", correctionLevel: level))
        // A side of a QR code has 17 modules, plus four for each version (ISO/IEC 18004).
        #expect((code.width - 17) % 4 == 0 && (21...177).contains(code.width))
        #expect(LMKQRCodeGenerator.generateQRCode(from: "a", correctionLevel: level) != nil)
    }

    @Test("LMKQR code generator: what has no code is nil") func whatHasNoCodeIsNil() {
        #expect(LMKQRCodeGenerator.generateQRCode(from: "") == nil)
        #expect(LMKQRCode(String(repeating: "x", count: 2_332)) == nil)
        #expect(LMKQRCode(String(repeating: "x", count: 2_331)) != nil)
        #expect(LMKQRCode("漢字\u{0}\u{202E}") != nil)
    }

    @Test("LMKQR code generator: it is dark on light with a quiet zone") func itIsDarkOnLightWithAQuietZone() throws {
        let code = try #require(LMKQRCode("https://example.com"))
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let pilot = shown(LMKQRCodeView("https://example.com"), 60, 30, environment)
        let frame = pilot.frame
        let (white, black) = (TerminalColor.rgb(255, 255, 255), TerminalColor.rgb(0, 0, 0))
        for place in 0..<code.width + 8 {
            #expect(frame[place, 0].style.foreground == white && frame[place, 1].style.background == white)
            #expect(frame[0, place / 2].style.foreground == white && frame[3, place / 2].style.foreground == white)
        }
        // The finder pattern in the corner begins with seven dark modules.
        for place in 4..<11 { #expect(frame[place, 2].style.foreground == black) }
        #expect(pilot.text.contains("https://example.com"))
    }

    @Test("LMKQR code generator: the address is there where the code has no room")
    func theAddressIsThereWhereTheCodeHasNoRoom() {
        #expect(shown(LMKQRCodeView("https://example.com"), 30, 8).text == "https://example.com")
        var environment = EnvironmentValues()
        environment.colorDepth = .mono
        #expect(shown(LMKQRCodeView("https://example.com"), 60, 30, environment).text == "https://example.com")
        #expect(
            shown(LMKQRCodeView("https://example.com"), 60, 30).plain.lines.map(\.description) == [
                "https://example.com"
            ])
    }
}

@MainActor @Suite struct LMKShareServiceTests {
    @Test("LMK share service: a text is saved for its owner") func aTextIsSavedForItsOwner() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("lmk_\(UUID()).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        try LMKShareService.save("secret", to: file)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try String(contentsOf: file, encoding: .utf8) == "secret")
        #expect(throws: (any Error).self) { try LMKShareService.save("other", to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == "secret")
    }

    @Test("LMK share service: a file that is not there is an error") func aFileThatIsNotThereIsAnError() {
        let controller = UIViewController()
        let pilot = Pilot(Text("Behind").lmk_host(controller), columns: 60, rows: 12)
        LMKShareService.shareFile(at: URL(fileURLWithPath: "/nowhere/file"), from: controller)
        #expect(pilot.text.contains("There is no file /nowhere/file."))
    }

    @Test("LMK share service: a file is shared by its path") func aFileIsSharedByItsPath() {
        let controller = UIViewController()
        let pilot = Pilot(Text("Behind").lmk_host(controller), columns: 60, rows: 12)
        LMKShareService.shareFile(at: URL(fileURLWithPath: "/dev/null"), from: controller)
        pilot.advance(by: .zero)
        #expect(pilot.shows("/dev/null") && pilot.shows("Copy"), "\(pilot.text)")
    }
}

@MainActor @Suite struct LMKSharePreviewTests {
    private final class Delegate: LMKSharePreviewDelegate {
        var told: [String] = []
        func sharePreviewDidCopy(_ preview: LMKSharePreviewViewController) { told.append("copied") }
        func sharePreviewDidDismiss(_ preview: LMKSharePreviewViewController) { told.append("dismissed") }
    }

    @Test("LMK share preview: what is sent is said and no more") func whatIsSentIsSaidAndNoMore() {
        for canCopy in [true, false] {
            var copied: [String] = []
            let controller = UIViewController()
            let pilot = Pilot(
                Text("Behind").lmk_host(controller)
                    .environment(
                        \.copyText,
                        CopyAction {
                            copied.append($0)
                            return canCopy
                        }), columns: 60, rows: 12)
            let (preview, delegate) = (LMKSharePreviewViewController(text: "https://example.com"), Delegate())
            preview.delegate = delegate
            controller.present(preview)
            pilot.click("Copy")
            #expect(copied == ["https://example.com"] && pilot.text.contains("https://example.com"))
            #expect(pilot.text.contains("Sent to the terminal") == canCopy)
            pilot.press(.escape)
            #expect(delegate.told == (canCopy ? ["copied", "dismissed"] : ["dismissed"]))
        }
    }
}

@MainActor @Suite struct LMKMarkdownRendererTests {
    @Test("LMK markdown renderer: a line has bold and italic parts") func aLineHasBoldAndItalicParts() {
        let text = LMKMarkdownRenderer.render("a **b** *c* `d*` 2 * 3 **")
        #expect(text.string == "a b c d* 2 * 3 **")
        func font(_ place: Int) -> UIFont? { text.attribute(.font, at: place, effectiveRange: nil) as? UIFont }
        #expect(font(0)?.weight == .regular && font(2)?.weight == .bold && font(4)?.isItalic == true)
        #expect(text.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == LMKColor.textPrimary)
    }

    @Test("LMK markdown renderer: a long text has blocks") func aLongTextHasBlocks() {
        let text = LMKMarkdownRenderer.renderFull("# Title\nline one\nline two\n- item\n---")
        #expect(text.string == "Title\nline one\nline two\n• item\n────────────────────")
        #expect((text.attribute(.font, at: 0, effectiveRange: nil) as? UIFont)?.pointSize == 28)
        #expect(shown(LMKMarkdownView("## A\n**b** c"), 20, 3).text == "A\nb c")
        #expect(LMKMarkdownRenderer.render("").length == 0)
    }
}
