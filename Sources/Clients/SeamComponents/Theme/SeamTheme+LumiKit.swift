public import LumiKitUI
public import SeamSwiftUI
import TermUI

nonisolated extension SeamTheme {
    /// Creates a theme that draws the access screens in a LumiKit design.
    public init(_ design: LMKDesign) {
        self.init(
            colors: Colors(design.colors), fonts: Fonts(design.typography),
            keyCard: KeyCard(cornerRadius: design.cornerRadius.large),
            toast: Toast(cornerRadius: design.cornerRadius.medium))
    }

    /// Returns a LumiKit design with this theme's colours. All properties that a theme does not define, such as
    /// distances, come from `design`.
    public func design(over design: LMKDesign = LMKDesign()) -> LMKDesign {
        var design = design
        var fixed = LMKFixedTheme(design.colors)
        fixed.primary = colors.accent
        (fixed.textPrimary, fixed.textSecondary) = (colors.primaryText, colors.secondaryText)
        (fixed.white, fixed.black) = (colors.primaryTextLight, colors.primaryTextDark)
        (fixed.error, fixed.warning) = (colors.error, colors.warning)
        (fixed.info, fixed.success) = (colors.info, colors.success)
        (fixed.graySoft, fixed.grayMuted) = (colors.grayFill, colors.lightFill)
        (fixed.textTertiary, fixed.backgroundTertiary) = (colors.darkFill, colors.secondaryFill)
        (fixed.backgroundPrimary, fixed.backgroundSecondary) = (colors.primaryBackground, colors.secondaryBackground)
        design.colors = fixed
        design.cornerRadius.large = keyCard.cornerRadius
        design.cornerRadius.medium = toast.cornerRadius
        return design
    }
}

nonisolated extension SeamTheme.Fonts {
    /// Creates the fonts of LumiKit's typography. For the default typography, these are SwiftUI's own fonts.
    fileprivate init(_ type: LMKTypographyTheme) {
        guard type != LMKTypographyTheme() else {
            self = .default
            return
        }
        func font(_ size: CGFloat, _ weight: UIFont.Weight = .regular) -> Font {
            .system(size: size, weight: weight.rawValue < 0.2 ? .regular : weight.rawValue < 0.35 ? .semibold : .bold)
        }
        self.init(
            largeTitle: font(type.h1Size, type.h1Weight), title: font(type.h1Size, type.h1Weight),
            title2: font(type.h2Size, type.h2Weight), title3: font(type.h3Size, type.h3Weight),
            headline: font(type.h4Size, type.h4Weight), subheadline: font(type.subbodySize), body: font(type.bodySize),
            callout: font(type.bodySize), footnote: font(type.captionSize), caption: font(type.smallSize),
            caption2: font(type.extraSmallSize), actionTitle: font(type.h4Size, type.h4Weight),
            sectionHeader: font(type.h4Size, type.h4Weight))
    }
}

private nonisolated struct SeamThemeKey: EnvironmentKey {
    static var defaultValue: SeamTheme? { nil }
}

nonisolated extension EnvironmentValues {
    /// The theme of the access screens inside this view. The default is the theme of LumiKit's current design. Setting
    /// the theme also sets LumiKit's colours for these views.
    public var seamTheme: SeamTheme {
        get { self[SeamThemeKey.self] ?? SeamTheme(lmkDesign) }
        set {
            self[SeamThemeKey.self] = newValue
            lmkDesign = newValue.design(over: lmkDesign)
        }
    }
}
