import Foundation
import LumiCatalog
import LumiKitUI
import SeamSwiftUI
import TermControls
import TermCore
import TermReplay
import TermUI
import TestSupport
import Testing

/// Compares each page of the catalogue with a file that a reviewer can open. The file shows the page at 80 columns. It
/// contains the page with its styles at every depth of colour, the page's plain text, and its text in ASCII. After
/// that, the file shows the page on a small and on a large screen. With `SEAM_GOLDEN=write`, the test writes the files
/// instead.
@MainActor @Suite struct CatalogTests {
    nonisolated private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    private func environment(_ glyphs: TerminalProfile.Glyphs = .unicode) -> EnvironmentValues {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        environment.glyphs = glyphs
        return environment
    }

    private func pilot(_ page: Catalog.Page, _ columns: Int, _ rows: Int, _ environment: EnvironmentValues) -> Pilot {
        Pilot(CatalogPageView(page), columns: columns, rows: rows, environment: environment)
    }

    @Test("catalog: every page is as it was") func everyPageIsAsItWas() throws {
        #expect(Set(Catalog.pages.map(\.section)).count == Catalog.Section.allCases.count)
        for page in Catalog.pages {
            let text = text(of: page)
            let file = Self.folder.appendingPathComponent(page.id + ".txt")
            if ProcessInfo.processInfo.environment["SEAM_GOLDEN"] == "write" {
                try Data(text.utf8).write(to: file)
            } else {
                #expect(try text == String(contentsOf: file, encoding: .utf8), "\(page.id)")
            }
        }
    }

    private func text(of page: Catalog.Page) -> String {
        let middle = pilot(page, 80, 24, environment())
        // Presses the page's first button, which shows the page's sheet or message.
        if page.section == .overlays || page.id == "progress" { middle.press(.return) }
        let styles = FrameStyles(middle.frame)
        let plain = middle.plain.lines.map(\.description) + [middle.plain.prompt.description]
        return [
            middle.lines, ["", "styles"], styles.lines, ["", "legend"], styles.legend, ["", "plain reading"], plain,
            ["", "ASCII"], pilot(page, 80, 24, environment(.ascii)).lines, ["", "40 x 12"],
            pilot(page, 40, 12, environment()).lines, ["", "120 x 40"], pilot(page, 120, 40, environment()).lines,
        ].flatMap(\.self).joined(separator: "\n") + "\n"
    }

    @Test("catalog: ASCII needs no more") func asciiNeedsNoMore() {
        for page in Catalog.pages {
            let frame = pilot(page, 80, 24, environment(.ascii)).frame
            let strange = (0..<frame.height).flatMap { frame.row($0).flatMap { Array($0.glyph.scalars) } }
                .filter { $0.value > 0x7E && !"äñéü".unicodeScalars.contains($0) }
            #expect(strange.isEmpty, "\(page.id): \(strange)")
        }
    }

    /// The Linux console starts with a font of 256 characters. These are the characters of code page 437. The console
    /// shows any other character as a box.
    @Test("catalog: a console's own font is enough") func aConsolesOwnFontIsEnough() {
        let font = Set(
            """
            ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔
            ╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■
            """.unicodeScalars)
        for (page, columns) in Catalog.pages.flatMap({ [($0, 80), ($0, 12)] }) {
            let pilot = pilot(page, columns, 24, environment(.console))
            for _ in 0..<8 {
                let frame = pilot.frame
                let strange = (0..<frame.height).flatMap { frame.row($0).flatMap { Array($0.glyph.scalars) } }
                    .filter { $0.value > 0x7E && !font.contains($0) }
                #expect(strange.isEmpty, "\(page.id): \(strange)")
                pilot.press(.return, .tab)
            }
        }
    }

    /// The focus is visible without colours, because either some cells are reversed, or there is a cursor.
    @Test("catalog: the focus is seen without colours") func theFocusIsSeenWithoutColours() {
        var mono = environment()
        mono.colorDepth = .mono
        for page in Catalog.pages {
            let pilot = pilot(page, 80, 24, mono)
            let first = pilot.frame
            guard pilot.press(.tab) else { continue }
            let second = pilot.frame
            let differs = (0..<first.height).contains { y in
                zip(first.row(y), second.row(y)).contains { $0.style.attributes != $1.style.attributes }
            }
            #expect(differs || pilot.cursor.isShown, "\(page.id)")
        }
    }

    /// If a person can perform an action with the keyboard, the plain text also contains this action.
    @Test("catalog: every action is in the lines") func everyActionIsInTheLines() {
        for page in Catalog.pages {
            let pilot = pilot(page, 80, 40, environment())
            let said = pilot.plain.lines.map(\.description).joined(separator: "\n")
            for line in pilot.lines {
                for name in line.split(separator: "[ ").dropFirst().compactMap({ $0.split(separator: " ]").first }) {
                    #expect(
                        said.contains(name.split(separator: " ").last ?? "") || name.count < 2, "\(page.id): \(name)")
                }
            }
        }
    }

    @Test("catalog: the list leads to every page") func theListLeadsToEveryPage() {
        let pilot = Pilot(CatalogView(), columns: 80, rows: 50, environment: environment())
        for page in Catalog.pages { #expect(pilot.text.contains(page.id)) }
        pilot.press(.downArrow, .return)
        #expect(!pilot.text.contains("Overlays"))
        pilot.press(.escape)
        #expect(pilot.text.contains("Overlays"))
    }

    @Test("catalog: / searches, and a page has its code beside it") func codeIsBesideThePage() {
        let pilot = Pilot(KeyFooter(content: CatalogView()), columns: 140, rows: 30, environment: environment())
        #expect(pilot.lines.last == " Enter colors   / search   q quit   Tab next   ? help")
        pilot.press("/")
        pilot.type("badg")
        #expect(!pilot.shows("chips"))
        pilot.press(.return, .return)
        #expect(pilot.shows("badges") && pilot.shows("struct BadgesPage: View {"), "\(pilot.text)")
        let narrow = Pilot(KeyFooter(content: CatalogView()), columns: 80, rows: 24, environment: environment())
        narrow.press(.return)
        #expect(!narrow.shows("struct ColorsPage") && narrow.lines.last?.contains("c code") == true, "\(narrow.text)")
        narrow.press("c")
        #expect(narrow.shows("struct ColorsPage") && narrow.lines.last?.contains("c picture") == true)
    }

    @Test("catalog: a picture is XML") func aPictureIsXML() throws {
        let page = try #require(Catalog.pages.first { $0.id == "alerts" })
        let picture = FrameSVG.picture(of: CatalogPageView(page), columns: 40, rows: 6)
        #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n") && picture.contains(">[ An alert ]</text>"))
    }
}

/// Gives hostile texts to every component that accepts a text.
@MainActor @Suite struct HostileComponentTests {
    private func components(_ text: String) -> [UIView] {
        let badge = LMKBadgeView()
        badge.configure(text: text)
        let empty = LMKEmptyStateView()
        empty.configure(message: text, icon: text, style: .card, actionTitle: text) {}
        let loading = LMKLoadingStateView()
        loading.startLoading(message: text)
        let field = LMKTextField()
        (field.placeholder, field.helperText, field.validationState) = (text, text, .error(text))
        let area = LMKTextView()
        (area.placeholder, area.text) = (text, text)
        let search = LMKSearchBar()
        (search.placeholder, search.text, search.showsCancelButton) = (text, text, true)
        let segments = LMKSegmentedControl(items: [text, "b"])
        segments.selectedSegmentIndex = 0
        let banner = LMKBannerView(type: .error, message: text)
        banner.actionTitle = text
        let card = LMKCardView()
        card.contentView.addSubview(LMKLabelFactory.heading(text: text))
        return [
            badge, empty, loading, field, area, search, segments, banner, card, LMKChipView(text: text),
            LMKButton(title: text, image: UIImage(systemName: text), style: .filled(.red)),
            LMKToggleButton(titleForStatusOn: text, titleForStatusOff: text), LMKToastView(type: .info, message: text),
            LMKLabelFactory.body(text: text),
        ]
    }

    /// The hostile texts. Very long texts are shortened for this test, because the engine's own tests cover them.
    private static let texts = HostileText.sampled.map { $0.utf8.count > 2_000 ? String($0.prefix(500)) : $0 }

    @Test("hostile component: no text leaves its place") func noTextLeavesItsPlace() {
        for (number, text) in Self.texts.enumerated() {
            // Each component gets a third of the texts, and each text is given to a third of the components.
            for (place, component) in components(text).enumerated() where (number + place) % 3 == 0 {
                let pilot = Pilot(
                    component.frame(width: 160, height: 64, alignment: .topLeading).clipped().filling(), columns: 30,
                    rows: 8)
                let frame = pilot.frame
                for y in 0..<8 {
                    for (x, cell) in frame.row(y).enumerated() {
                        let isSafe = !cell.glyph.scalars.contains(where: HostileText.isDangerous)
                        #expect(
                            isSafe && (x < 20 && y < 4 || cell.glyph.scalars.elementsEqual(" ".unicodeScalars)),
                            "\(place)")
                    }
                }
                let said = pilot.plain.lines.map(\.description).joined()
                #expect(!said.unicodeScalars.contains(where: HostileText.isDangerous), "\(place)")
            }
        }
    }

    @Test("hostile component: sheets and alerts bear them") func sheetsAndAlertsBearThem() {
        for text in Self.texts {
            let controller = UIViewController()
            let pilot = Pilot(Text("x").lmk_host(controller), columns: 40, rows: 12)
            LMKActionSheet.present(
                in: controller, title: text, message: text, actions: [.init(title: text, subtitle: text) {}])
            LMKAlertPresenter.presentAlert(on: controller, title: text, message: text, buttonTitle: text)
            LMKToast.showError(message: text, on: controller)
            #expect(pilot.frame.width == 40)
            pilot.press(.escape, .escape)
            #expect(controller.presentedViewController == nil)
        }
    }
}

extension CatalogTests {
    @Test("catalog: a theme is worn") func aThemeIsWorn() throws {
        defer { LMKThemeManager.shared.reset() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).svg")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(CatalogProgram.run(["--theme", "phosphor", "--page", "alerts", "--snapshot", file.path]) == 0)
        let text = "fill=\"#\(LMKThemeManager.shared.current.textPrimary.lmk_hexString)\""
        let picture = try String(contentsOf: file, encoding: .utf8)
        #expect(picture.contains(text), "\(picture)")
    }
}
