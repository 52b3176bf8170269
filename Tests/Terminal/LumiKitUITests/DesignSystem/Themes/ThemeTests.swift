import Foundation
import LumiKitUI
import SeamSwiftUI
import TermControls
import TermUI
import Testing

@MainActor @Suite struct LMKAnimationThemeTests {
    @Test("LMK animation theme: the times are LumiKit kit's") func theTimesAreLumiKits() {
        let theme = LMKAnimationTheme()
        #expect(
            [theme.screenTransition, theme.modalPresentation, theme.actionSheet, theme.alert] == [
                0.35, 0.3, 0.25, 0.2,
            ])
        #expect(theme.buttonPress == 0.1 && theme.springDamping == 0.8)
        #expect(LMKAnimationTheme(alert: -1, cardExpand: .nan).alert == 0)
        #expect(LMKAnimationHelper.Duration.successFeedback == 0.5 && LMKAnimationHelper.Spring.damping == 0.8)
    }
}

@MainActor @Suite struct LMKBadgeThemeTests {
    @Test("LMK badge theme: the sizes are LumiKit kit's") func theSizesAreLumiKits() {
        let theme = LMKThemeManager.shared.badge
        #expect([theme.minWidth, theme.height, theme.horizontalPadding] == [18, 18, 6])
        #expect(theme.borderWidth == 1.5 && theme.dotSizeRatio == 0.55)
    }
}

@Suite struct SendableComplianceTests {
    /// Any thread can make a configuration and give it to another thread.
    @Test("sendable compliance: configurations are made anywhere") func configurationsAreMadeAnywhere() async {
        let design = await Task.detached {
            LMKDesign(
                typography: .init(), spacing: .init(large: 20), cornerRadius: .init(), shadow: .init(), alpha: .init(),
                layout: .init(), animation: .init(), badge: .init())
        }.value
        #expect(design.spacing.large == 20)
    }
}

@MainActor @Suite struct LMKThemeManagerTests {
    private struct Mine: LMKTheme {
        private let base = LMKDefaultTheme()
        var primary: UIColor { .systemPurple }
        var primaryDark: UIColor { .systemPurple }
        var secondary: UIColor { base.secondary }
        var tertiary: UIColor { base.tertiary }
        var success: UIColor { base.success }
        var warning: UIColor { base.warning }
        var error: UIColor { base.error }
        var info: UIColor { base.info }
        var textPrimary: UIColor { base.textPrimary }
        var textSecondary: UIColor { base.textSecondary }
        var textTertiary: UIColor { base.textTertiary }
        var backgroundPrimary: UIColor { base.backgroundPrimary }
        var backgroundSecondary: UIColor { base.backgroundSecondary }
        var backgroundTertiary: UIColor { base.backgroundTertiary }
        var divider: UIColor { base.divider }
        var imageBorder: UIColor { base.imageBorder }
        var graySoft: UIColor { .systemGray4 }
        var grayMuted: UIColor { .systemGray5 }
        var white: UIColor { .white }
        var black: UIColor { .black }
    }

    private let manager = LMKThemeManager.shared

    @Test("LMK theme manager: one category is set") func oneCategoryIsSet() {
        defer { manager.reset() }
        manager.apply(Mine())
        manager.apply(spacing: .init(large: 20))
        #expect(LMKColor.primary == .systemPurple && LMKSpacing.large == 20 && LMKSpacing.small == 8)
        manager.reset()
        #expect(LMKColor.primary == .systemGreen && LMKSpacing.large == 16)
    }

    @Test("LMK theme manager: several are set at once") func severalAreSetAtOnce() {
        defer { manager.reset() }
        manager.configure(
            colors: Mine(), typography: .init(fontFamily: "Inter"), spacing: .init(large: 20, xxl: 28),
            cornerRadius: .init(small: 12, medium: 16))
        #expect(LMKColor.primary == .systemPurple && LMKTypography.body.familyName == "Inter")
        #expect(LMKSpacing.xxl == 28 && LMKCornerRadius.medium == 16 && LMKCornerRadius.large == 16)
        #expect(manager.badge == LMKBadgeTheme() && manager.animation == LMKAnimationTheme())
    }

    private struct Counter: View {
        @State private var count = 0

        var body: some View {
            VStack {
                Button("count \(count)") { count += 1 }
                Text("large \(Int(LMKSpacing.large))")
                Inner()
            }
        }
    }

    private struct Inner: View {
        @Environment(\.lmkDesign) private var design

        var body: some View { Text("inner \(Int(design.spacing.large))") }
    }

    @Test("LMK theme manager: a change is drawn and state stays") func aChangeIsDrawnAndStateStays() {
        defer { manager.reset() }
        let pilot = Pilot(Counter(), columns: 20, rows: 5)
        pilot.press(.return)
        #expect(pilot.text.contains("count 1") && pilot.text.contains("large 16"))
        manager.apply(spacing: .init(large: 24))
        #expect(pilot.text.contains("count 1") && pilot.text.contains("large 24") && pilot.text.contains("inner 24"))
    }

    @Test("LMK theme manager: a part of the screen has its own") func aPartOfTheScreenHasItsOwn() {
        defer { manager.reset() }
        let other = LMKDesign(spacing: .init(large: 40))
        let pilot = Pilot(
            VStack {
                Inner(); Inner().lmk_design(other)
            }, columns: 20, rows: 5)
        #expect(pilot.text.contains("inner 16") && pilot.text.contains("inner 40"))
        manager.apply(spacing: .init(large: 24))
        #expect(pilot.text.contains("inner 24") && pilot.text.contains("inner 40"))
    }
}
