import LumiKitCore
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

/// Tests how a whole screen looks in a theme. The theme manager is reset before any other test runs.
@MainActor @Suite struct LMKThemedTests {
    private struct Screen: View {
        var body: some View {
            VStack {
                Text("text").foregroundColor(LMKColor.textPrimary)
                Text("error").foregroundColor(LMKColor.error)
            }
        }
    }

    @Test("LMK themed: what cannot be read is mended and said once") func whatCannotBeReadIsMendedAndSaidOnce() throws {
        defer { LMKThemeManager.shared.reset() }
        LMKLogger.enableLogStore(maxEntries: 20)
        defer { LMKLogger.disableLogStore() }
        LMKThemeManager.shared.apply(
            try LMKDesign.parse(
                Array(
                    ##"{"colors": {"backgroundPrimary": "#101828", "textPrimary": "#182030", "white": "#F0F0F0"}}"##
                        .utf8),
                name: "night.json"))
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let pilot = shown(Screen().lmk_themed(), 10, 3, environment)
        #expect(pilot.frame[0, 0].style.foreground == .rgb(240, 240, 240))
        #expect(pilot.frame[0, 0].style.background == .rgb(16, 24, 40))
        #expect(LMKThemeManager.shared.current.textPrimary.lmk_hexString == "182030")
        #expect(LMKColor.textPrimary.lmk_hexString == "F0F0F0")
        _ = shown(Screen().lmk_themed(), 10, 3, environment).frame
        let said = (LMKLogger.logStore?.entries ?? []).filter { $0.message.contains("#182030") }
        #expect(said.count == 1 && said.first?.level == .warning)
    }

    @Test("LMK themed: the default is the terminal's own") func theDefaultIsTheTerminalsOwn() {
        let pilot = shown(Text("text").lmk_themed(), 10, 1)
        #expect(pilot.frame[0, 0].style == .plain)
    }
}
