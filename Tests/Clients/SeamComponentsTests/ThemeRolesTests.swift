import LumiKitUI
import SeamComponents
import TermCore
import TermUI
import TestSupport
import Testing

/// Each role of a theme is drawn. A theme that differs from the default in one role changes a screen. The screens are
/// those of the components, so that a role that only a program's own views draw is found.
@MainActor @Suite("The roles of a theme") struct ThemeRolesTests {
    /// Buttons to which a program applies the theme's styles.
    private struct Own: View {
        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                Button("Secondary") {}.buttonStyle(SeamSecondaryButtonStyle())
                Button("Tertiary") {}.buttonStyle(SeamTertiaryButtonStyle())
                Button("Icon") {}.buttonStyle(SeamIconButtonStyle(iconName: "arrow.clockwise"))
            }
        }
    }

    /// The access screens in each of their states.
    private static func screens(_ theme: SeamTheme) async -> [CellBuffer] {
        var screens: [CellBuffer] = []
        for make in makers(theme) { screens.append(await make()) }
        return screens
    }

    /// Each draws one screen.
    private static func makers(_ theme: SeamTheme) -> [() async -> CellBuffer] {
        func frame(_ view: some View, _ keys: KeyPress...) -> CellBuffer {
            let pilot = Pilot(view.environment(\.seamTheme, theme), columns: 80, rows: 30)
            pilot.advance(by: .milliseconds(400))
            for key in keys { pilot.press(key.key) }
            return pilot.frame
        }
        func access(_ service: TestService, _ style: SeamCredentialsViewStyle = .list) -> some View {
            SeamAccessView(style: style).environment(\.seamService, service)
        }
        func card(
            _ id: String, _ event: SeamAccessUnlockEvent?, _ keys: [SeamAccessCredential] = SeamFixtures.credentials
        ) -> CellBuffer {
            let service = TestService(keys)
            let model = SeamUnlockCardViewModel(credentialId: id, service: service)
            if let event {
                model.startUnlock()
                if event == .launched { service.events.send(event) } else { service.end(event) }
            }
            // After a failure, `d` shows the details for engineers.
            return frame(SeamUnlockCardView(viewModel: model), KeyPress("d"))
        }
        let front = SeamFixtures.credential().id
        return [
            { frame(access(TestService())) }, { frame(access(TestService(), .grid)) }, { card(front, .grantedAccess) },
            { card(front, .connectionFailed(debugDescription: "ATT 0x0e")) }, { frame(access(TestService([]))) },
            { frame(access(TestService(isActive: false))) }, { frame(access(TestService()), KeyPress(.tab)) },
            { frame(access(TestService()), KeyPress("/"), KeyPress("z"), KeyPress("z")) },
            { frame(access(Self.silent())) }, { frame(access(TestService()), KeyPress("a")) },
            { frame(SeamErrorCards()) }, { frame(SeamActivityView(service: TestService())) },
            { frame(SeamCredentialTable(credentials: [], isLoading: true)) }, { card(front, nil) },
            { card(front, .launched) }, { await revealed(theme) }, { card("error-1", nil) },
            { card("private", nil, [Self.inPrivacyMode]) },
        ]
    }

    /// A screen that shows a key's code unmasked.
    private static func revealed(_ theme: SeamTheme) async -> CellBuffer {
        let key = SeamFixtures.credential(id: "gate", name: "Gate", code: "4711")
        let view = SeamKeyCardView(credential: key).environment(\.seamService, TestService([key]))
        let pilot = Pilot(view.environment(\.seamTheme, theme), columns: 80, rows: 30)
        pilot.press("v")
        _ = await pilot.wait { pilot.shows("Code 4711") }
        return pilot.frame
    }

    /// A key of a door in privacy mode.
    private static let inPrivacyMode = SeamAccessCredential(
        id: "private", isManaged: true, name: "Suite", location: "", expiry: nil, cardNumber: nil, code: nil,
        errors: [], warnings: [.init(code: SeamCredentialWarning.privacyMode, message: "private")])

    /// A service in which nobody is signed in.
    private static func silent() -> TestService {
        let service = TestService(isActive: false)
        service.activation = SeamError.initializationRequired
        return service
    }

    /// A card of a key with two errors.
    private struct SeamErrorCards: View {
        var body: some View {
            SeamKeyCardView(
                credential: SeamFixtures.credential(errors: [.expired, .contactSeamSupport]))
        }
    }

    /// A theme with dark fills, on which light text is readable, and a theme with light fills, on which dark text is
    /// readable.
    private static let bases: [SeamTheme] = [0.2, 0.9].map { blue in
        .default.with(colors: .default.with(accent: Color(red: blue, green: blue, blue: 0.4)))
    }

    /// Whether the change to the theme changes at least one screen. The screens after that one are not drawn.
    private static func isDrawn(
        over before: [(SeamTheme, [CellBuffer])], _ change: (inout SeamTheme) -> Void
    ) async -> Bool {
        for (base, screens) in before {
            var theme = base
            change(&theme)
            for (make, screen) in zip(Self.makers(theme), screens) where await make() != screen { return true }
        }
        return false
    }

    private static func before() async -> [(SeamTheme, [CellBuffer])] {
        var before: [(SeamTheme, [CellBuffer])] = []
        for base in bases { before.append((base, await screens(base))) }
        return before
    }

    @Test("theme role: each font changes a screen")
    func fonts() async {
        let fonts: [(String, WritableKeyPath<SeamTheme.Fonts, Font>)] = [
            ("largeTitle", \.largeTitle), ("title", \.title), ("title2", \.title2), ("title3", \.title3),
            ("headline", \.headline), ("subheadline", \.subheadline), ("body", \.body), ("callout", \.callout),
            ("footnote", \.footnote), ("caption", \.caption), ("caption2", \.caption2), ("actionTitle", \.actionTitle),
            ("sectionHeader", \.sectionHeader),
        ]
        let before = await Self.before()
        for (name, role) in fonts.sampled {
            #expect(
                await Self.isDrawn(over: before) { $0.fonts[keyPath: role] = $0.fonts[keyPath: role].italic() },
                "\(name)")
        }
    }

    @Test("theme role: a button's title has the font's weight")
    func weight() {
        let plain = SeamTheme.default.with(fonts: .default.with(actionTitle: .body))
        for (theme, isBold) in [(SeamTheme.default, true), (plain, false)] {
            let pilot = Pilot(Own().environment(\.seamTheme, theme), columns: 40, rows: 30)
            for title in ["Secondary", "Tertiary", "Icon"] {
                #expect(pilot.style(of: title)?.attributes.contains(.bold) == isBold, "\(title)")
            }
        }
    }

    @Test("theme role: each colour changes a screen")
    func colors() async {
        let colors: [(String, WritableKeyPath<SeamTheme.Colors, Color>)] = [
            ("accent", \.accent), ("primaryText", \.primaryText), ("secondaryText", \.secondaryText),
            ("primaryTextLight", \.primaryTextLight), ("primaryTextDark", \.primaryTextDark), ("danger", \.danger),
            ("error", \.error), ("warning", \.warning), ("info", \.info), ("success", \.success),
            ("grayFill", \.grayFill), ("lightFill", \.lightFill), ("darkFill", \.darkFill),
            ("secondaryFill", \.secondaryFill), ("progress", \.progress), ("primaryBackground", \.primaryBackground),
            ("secondaryBackground", \.secondaryBackground),
        ]
        let before = await Self.before()
        for (name, role) in colors.sampled {
            let other = Color(red: 0.9, green: name == "primaryTextDark" ? 0 : 0.8, blue: 0.7)
            #expect(await Self.isDrawn(over: before) { $0.colors[keyPath: role] = other }, "\(name)")
        }
    }
}
