import Foundation
import LumiKitUI
import SeamSwiftUI
import Testing

// Each suite tests LumiKit's own values, and then tests the values that a program sets in their place. If a test
// changes the theme manager, it does not suspend, and resets the manager at its end. No other test therefore sees the
// change.

@MainActor @Suite struct LMKColorTests {
    @Test("LMK color: the colours are the themes") func theColoursAreTheThemes() {
        let theme = LMKThemeManager.shared.current
        #expect(LMKColor.primary == theme.primary && LMKColor.error == theme.error)
        #expect(LMKColor.textPrimary == theme.textPrimary && LMKColor.divider == theme.divider)
        #expect(LMKColor.photoBrowserBackground == UIColor(white: 0.1, alpha: 1))
    }

    @Test("LMK color: a grey depends on the screen") func aGreyDependsOnTheScreen() {
        let (light, dark) = (
            UITraitCollection(userInterfaceStyle: .light), UITraitCollection(userInterfaceStyle: .dark)
        )
        #expect(LMKColor.graySoft.resolvedColor(with: dark).lmk_hexString == "595959")
        #expect(LMKColor.graySoft.resolvedColor(with: light).lmk_hexString == "BFBFBF")
    }
}

@MainActor @Suite struct LMKTypographyTests {
    @Test("LMK typography: the fonts are LumiKit kit's") func theFontsAreLumiKits() {
        let theme = LMKTypographyTheme()
        #expect([theme.h1Size, theme.h2Size, theme.h3Size, theme.h4Size] == [28, 22, 18, 16])
        #expect([theme.bodySize, theme.subbodySize, theme.captionSize] == [16, 14, 13])
        #expect([theme.smallSize, theme.extraSmallSize, theme.extraExtraSmallSize] == [12, 11, 10])
        #expect(theme.fontFamily == nil && theme.h1Weight == .bold && theme.h3Weight == .semibold)
        #expect(LMKTypography.h1.pointSize == 28 && LMKTypography.body.weight == .regular)
        #expect(LMKTypography.bodyBold.fontDescriptor.symbolicTraits == .traitBold)
        #expect(LMKTypography.italicBody.fontDescriptor.symbolicTraits.contains(.traitItalic))
        #expect(LMKTypography.italic(LMKTypography.h1).fontDescriptor.symbolicTraits == [.traitBold, .traitItalic])
    }

    @Test("LMK typography: a program has its own") func aProgramHasItsOwn() {
        let before = LMKThemeManager.shared.typography
        defer { LMKThemeManager.shared.apply(typography: before) }
        LMKThemeManager.shared.apply(typography: .init(fontFamily: "Inter", h1Size: 32, headingLetterSpacing: -1))
        #expect(LMKTypography.h1.pointSize == 32 && LMKTypography.h1.familyName == "Inter")
        #expect(LMKTypography.letterSpacing(for: .heading) == -1 && LMKTypography.letterSpacing(for: .small) == 0.5)
        #expect(LMKTypography.lineHeight(for: LMKTypography.body, type: .body) == 24)
    }

    @Test("LMK typography: a size that is none is not drawn") func aSizeThatIsNoneIsNotDrawn() {
        for size: CGFloat in [.nan, .infinity, -7, 0] {
            #expect((1...1_000).contains(UIFont.systemFont(ofSize: size).pointSize))
        }
    }
}

@MainActor @Suite struct LMKSpacingTests {
    @Test("LMK spacing: the distances are LumiKit kit's") func theDistancesAreLumiKits() {
        let theme = LMKSpacingTheme()
        #expect(
            [theme.xxs, theme.xs, theme.small, theme.medium, theme.large, theme.xl, theme.xxl] == [
                2, 4, 8, 12, 16, 20, 24,
            ])
        #expect([theme.buttonPaddingVertical, theme.buttonPaddingHorizontal] == [12, 16])
        #expect([theme.iconSpacing, theme.iconToText] == [6, 8])
        #expect(LMKSpacing.cardPadding == 16 && LMKSpacing.cellPaddingVertical == 8)
    }

    @Test("LMK spacing: a program has its own") func aProgramHasItsOwn() {
        let before = LMKThemeManager.shared.spacing
        defer { LMKThemeManager.shared.apply(spacing: before) }
        LMKThemeManager.shared.apply(spacing: .init(small: -.infinity, large: 20, xxl: .nan))
        #expect(LMKSpacing.large == 20 && LMKSpacing.medium == 12)
        #expect(LMKSpacing.small == 0 && LMKSpacing.xxl == 0)
    }
}

@MainActor @Suite struct LMKCornerRadiusTests {
    @Test("LMK corner radius: the radii are LumiKit kit's") func theRadiiAreLumiKits() {
        #expect(LMKCornerRadius.xs == 4 && LMKCornerRadius.small == 8 && LMKCornerRadius.medium == 12)
        #expect(LMKCornerRadius.large == 16 && LMKCornerRadius.xl == 20)
        #expect(LMKCornerRadiusTheme(small: -3).small == 0)
    }
}

@MainActor @Suite struct LMKAlphaTests {
    @Test("LMK alpha: the shares are LumiKit kit's") func theSharesAreLumiKits() {
        #expect(LMKAlpha.overlay == 0.5 && LMKAlpha.dimmingOverlay == 0.4 && LMKAlpha.disabled == 0.38)
        #expect(LMKAlpha.semiTransparent == 0.3 && LMKAlpha.overlayStrong == 0.7 && LMKAlpha.overlayLight == 0.1)
        #expect(LMKAlpha.overlayDark == 0.2 && LMKAlpha.overlayMedium == 0.15 && LMKAlpha.overlayOpaque == 0.8)
        #expect(LMKAlphaTheme(overlay: 7, disabled: .nan).overlay == 1)
    }
}

@MainActor @Suite struct LMKLayoutTests {
    @Test("LMK layout: the sizes are LumiKit kit's") func theSizesAreLumiKits() {
        #expect(LMKLayout.minimumTouchTarget == 44 && LMKLayout.searchBarHeight == 36)
        #expect(
            [LMKLayout.iconExtraSmall, LMKLayout.iconSmall, LMKLayout.iconMedium, LMKLayout.iconLarge] == [
                16, 20, 24, 28,
            ])
        #expect([LMKLayout.pullThreshold, LMKLayout.cellHeightMin] == [80, 100])
        #expect([LMKLayout.searchBarIconSize, LMKLayout.clearButtonSize] == [18, 22])
        #expect(LMKLayoutTheme(iconMedium: 28).iconMedium == 28 && LMKLayoutTheme(iconSmall: -1).iconSmall == 0)
    }
}

@MainActor @Suite struct LMKShadowTests {
    @Test("LMK shadow: the shadows are LumiKit kit's") func theShadowsAreLumiKits() {
        let theme = LMKShadowTheme()
        let all = [theme.cellCard, theme.card, theme.button, theme.small, theme.medium, theme.large]
        #expect(all.map(\.radius) == [6, 8, 4, 2, 12, 24])
        #expect(theme.iconOverlayOpacity == 0.8 && LMKShadow.opacity == 0.8)
        #expect(LMKShadow.large().offset == CGSize(width: 0, height: 8) && LMKShadow.cellCard().opacity == 0.5)
    }

    @Test("LMK shadow: a shadow is darker on a dark screen") func aShadowIsDarkerOnADarkScreen() {
        func alpha(_ style: UIUserInterfaceStyle) -> CGFloat {
            var parts = (red: CGFloat(0), green: CGFloat(0), blue: CGFloat(0), alpha: CGFloat(0))
            let color = LMKShadow.card().color.resolvedColor(with: UITraitCollection(userInterfaceStyle: style))
            color.getRed(&parts.red, green: &parts.green, blue: &parts.blue, alpha: &parts.alpha)
            return parts.alpha
        }
        #expect(alpha(.light) == 0.1 && alpha(.dark) == 0.3)
    }
}
