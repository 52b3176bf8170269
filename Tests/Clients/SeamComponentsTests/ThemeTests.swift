import LumiKitUI
import SeamComponents
import TermControls
import TermCore
import TermUI
import Testing

@MainActor @Suite("Themes and the style of errors") struct ThemeTests {
    @Test("theme: a theme differs from the default in what was given only")
    func with() {
        let theme = SeamTheme.default
            .with(colors: .default.with(accent: .orange))
            .with(fonts: .default.with(title: .system(size: 28, weight: .semibold)))
        #expect(theme.colors == SeamTheme.Colors(accent: .orange))
        #expect(theme.fonts.title == .system(size: 28, weight: .semibold) && theme.fonts.body == .body)
        #expect(theme.keyCard == .default && theme != .default)
        let card = SeamTheme.default.with(
            keyCard: .default.with(backgroundGradient: [Color.white, Color.blue], accentColor: .blue, cornerRadius: 2))
        #expect(card.keyCard.backgroundGradient == [.white, .blue] && card.keyCard.logoAssetName == nil)
        #expect(card.with(keyCard: .default) == .default)
        let both = SeamTheme.default.with(
            colors: .default.with(accent: .purple),
            fonts: .default.with(title: .system(size: 26, weight: .bold, design: .rounded)))
        #expect(both.colors.accent == .purple && both.colors.danger == SeamTheme.default.colors.danger)
        let style: SeamTheme.KeyCardStyle = .default.with(shadowRadius: 8)
        #expect(style.shadowRadius == 8 && style.with(shadowRadius: 0) == .default)
        #expect(SeamTheme.Toast.default.with(textColor: .red).textColor == .red)
        #expect(SeamTheme.UnlockCard.default.with(successColor: .mint) != .default)
    }

    @Test("theme: each role of the seeds can be read and replaced alone")
    func roles() {
        let colors: [WritableKeyPath<SeamTheme.Colors, Color>] = [
            \.accent, \.primaryText, \.secondaryText, \.primaryTextLight, \.primaryTextDark, \.danger, \.error,
            \.warning, \.info, \.success, \.grayFill, \.lightFill, \.darkFill, \.secondaryFill, \.progress,
            \.primaryBackground, \.secondaryBackground,
        ]
        let fonts: [WritableKeyPath<SeamTheme.Fonts, Font>] = [
            \.largeTitle, \.title, \.title2, \.title3, \.headline, \.subheadline, \.body, \.callout, \.footnote,
            \.caption, \.caption2, \.actionTitle, \.sectionHeader,
        ]
        for role in colors {
            var theme = SeamTheme.default
            theme.colors[keyPath: role] = Color(red: 0.1, green: 0.2, blue: 0.3)
            #expect(colors.count { theme.colors[keyPath: $0] != SeamTheme.default.colors[keyPath: $0] } == 1)
            #expect(theme.colors.with() == theme.colors)
        }
        for role in fonts {
            var theme = SeamTheme.default
            theme.fonts[keyPath: role] = .system(size: 99)
            #expect(fonts.count { theme.fonts[keyPath: $0] != SeamTheme.default.fonts[keyPath: $0] } == 1)
            #expect(theme.fonts.with() == theme.fonts)
        }
    }

    @Test("theme: LumiKit's designs become themes, and themes designs", arguments: LMKDesign.builtInNames)
    func lumiKit(name: String) throws {
        let design = try #require(LMKDesign.named(name))
        let theme = SeamTheme(design)
        #expect((theme == .default) == (name == "default"))
        #expect(theme.colors.accent == design.colors.primary && theme.colors.primaryTextLight == design.colors.white)
        let back = theme.design(over: design).colors
        let (one, other) = (LMKFixedTheme(back), LMKFixedTheme(design.colors))
        let roles: [KeyPath<LMKFixedTheme, UIColor>] = [
            \.primary, \.secondary, \.success, \.warning, \.error, \.info, \.textPrimary, \.textSecondary,
            \.textTertiary, \.backgroundPrimary, \.backgroundSecondary, \.backgroundTertiary, \.white, \.black,
        ]
        for role in roles { #expect(one[keyPath: role] == other[keyPath: role]) }
        let failed = LMKContrast.audit(LMKFixedTheme(back)).filter { !$0.passes }
        #expect(failed.count == LMKContrast.audit(LMKFixedTheme(design.colors)).count { !$0.passes })
    }

    private struct Probe: View {
        let told: (SeamTheme) -> Void
        @Environment(\.seamTheme) private var theme
        @Environment(\.lmkDesign) private var design
        var body: some View {
            told(theme)
            return VStack {
                Text("accent").foregroundColor(theme.colors.accent)
                Text("primary").foregroundColor(design.colors.primary)
            }
        }
    }

    @Test("theme: views get the theme that is set around them, else that of the design in force")
    func environment() {
        var seen: [SeamTheme] = []
        let branded = SeamTheme.default.with(colors: .default.with(accent: .orange))
        let pilot = Pilot(Probe { seen.append($0) }.environment(\.seamTheme, branded))
        #expect(seen.last == branded)
        #expect(pilot.style(of: "accent")?.foreground == pilot.style(of: "primary")?.foreground)
        #expect(pilot.style(of: "accent")?.foreground != Pilot(Probe { _ in }).style(of: "accent")?.foreground)
        let phosphor = LMKDesign.named("phosphor") ?? LMKDesign()
        _ = Pilot(Probe { seen.append($0) }.lmk_design(phosphor))
        #expect(seen.last == SeamTheme(phosphor))
        _ = Pilot(Probe { seen.append($0) })
        #expect(seen.last == .default)
    }

    @Test("theme: each error has a sign that terminals have, words, and an action where a person can act")
    func errors() {
        let (style, theme) = (SeamAccessCredentialErrorStyle.default, SeamTheme.default)
        #expect(SeamFixtures.errors.count == 10)
        for error in SeamFixtures.errors {
            let signs = [TerminalProfile.Glyphs.ascii, .console, .unicode].map {
                SymbolTable.sign(style.systemIcon(error, theme: theme), $0).description
            }
            #expect(!signs.contains("■") && signs.dropFirst(2).allSatisfy { $0.count == 1 })
            #expect(style.message(error).hasSuffix(".") && !style.title(error).isEmpty)
            #expect((1...18).contains(style.shortDescription(error).count))
            if case .userInteractionRequired = error {
                #expect(style.primaryActionTitle(error) != nil)
            } else {
                #expect(style.primaryActionTitle(error) == nil)
            }
        }
        #expect(style.message(.expired) == "Expired. Ask for a new key where you got this one.")
        #expect(style.systemIcon(.awaitingLocalCredential, theme: theme) == "hourglass")
    }

    @Test("theme: a program's own closures replace the words, and nothing else")
    func ownStyle() {
        let style = SeamAccessCredentialErrorStyle(
            message: { _ in "Ask at the desk." }, primaryActionTitle: { _ in nil })
        #expect(style.message(.expired) == "Ask at the desk." && style.title(.expired) == "Expired")
        #expect(style.primaryActionTitle(.userInteractionRequired(.enableBluetooth)) == nil)
        let copy = style
        #expect(copy == style && style != .default)
        let error: SeamAccessCredentialError = .unknown
        style.primaryAction(error)()
        #expect(SeamInteractionHandler.shared.page == nil)
    }

    /// The way in which Seam's guides show an error and offer help.
    private struct ErrorRow: View {
        let credential: SeamAccessCredential
        private let style = SeamAccessCredentialErrorStyle.default
        private let theme = SeamTheme.default

        var body: some View {
            VStack {
                if let error = credential.errors.first {
                    Image(systemName: style.systemIcon(error, theme: theme))
                    Text(style.message(error))
                    if let title = style.primaryActionTitle(error) {
                        Button(title) { style.primaryAction(error)() }
                    }
                }
            }
            .seamInteractions()
        }
    }

    @Test("The action shows its page in front of the screen: by keys, by mouse, in lines")
    func pages() throws {
        for error in SeamFixtures.errors {
            guard case .userInteractionRequired(let action) = error else { continue }
            let pilot = Pilot(ErrorRow(credential: SeamFixtures.credential(errors: [error])), columns: 100, rows: 50)
            pilot.press(.return)
            #expect(pilot.hasWayBack && pilot.shows("This closes by itself"), "\(action)")
            if case .completeOtpAuthorization(let url) = action {
                #expect(pilot.shows(url.absoluteString) && pilot.shows("▀"))
                #expect(pilot.plain.lines.contains { $0.description.contains(url.absoluteString) })
                pilot.press("c")
                #expect(pilot.shows("The terminal does not accept copies."), "nobody says that it was copied")
            }
            if action == .appRestartRequired { #expect(pilot.shows("systemctl restart bluetooth seam-radiod")) }
            pilot.press(.escape)
            #expect(!pilot.hasWayBack)
            pilot.click(try #require(SeamAccessCredentialErrorStyle.default.primaryActionTitle(error)))
            #expect(pilot.hasWayBack)
            #expect(pilot.plain.lines.contains { $0.description.hasSuffix("Close") })
            #expect(pilot.plain.perform("1") == .done)
            pilot.advance(by: .zero)
            #expect(!pilot.hasWayBack && SeamInteractionHandler.shared.page == nil)
            pilot.close()
        }
    }

    @Test("theme: the address of a one-time password goes to the terminal, which is all that is said")
    func copied() {
        var sent: [String] = []
        let key = SeamFixtures.credential(errors: [SeamFixtures.errors[6]])
        let view = ErrorRow(credential: key).environment(
            \.copyText,
            CopyAction {
                sent.append($0)
                return true
            })
        let pilot = Pilot(view, columns: 100, rows: 50)
        pilot.press(.return, "c")
        #expect(pilot.shows("Sent to the terminal.") && sent.count == 1 && sent[0].hasPrefix("https://"), "\(sent)")
        pilot.press(.escape)
        pilot.close()
    }

    @Test("theme: a program may act itself")
    func ownWay() {
        let handler = SeamInteractionHandler()
        var asked: [SeamCredentialError.RequiredUserInteraction] = []
        handler.ownWay = {
            asked.append($0)
            return $0 == .enableInternet
        }
        let pilot = Pilot(Text("keys").seamInteractions(handler).seamInteractions(handler))
        handler.perform(.enableInternet)
        pilot.advance(by: .zero)
        #expect(!pilot.hasWayBack)
        handler.perform(.enableBluetooth)
        pilot.advance(by: .zero)
        #expect(pilot.hasWayBack && asked == [.enableInternet, .enableBluetooth])
        pilot.press(.escape)
        #expect(!pilot.hasWayBack)
    }
}
