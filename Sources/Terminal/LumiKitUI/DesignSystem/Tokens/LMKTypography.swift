public import Foundation

/// The kind of a text. It determines the line height and the letter spacing.
public nonisolated enum LMKTypographyType: Sendable {
    case heading
    case body
    case caption
    case small
}

/// The current fonts. A terminal draws weight and slant, and dims text smaller than 13 points.
public enum LMKTypography {
    private static var config: LMKTypographyTheme { LMKThemeManager.shared.typography }

    public static var h1: UIFont { config.h1 }
    public static var h2: UIFont { config.h2 }
    public static var h3: UIFont { config.h3 }
    public static var h4: UIFont { config.h4 }
    public static var body: UIFont { config.body }
    public static var bodyMedium: UIFont { config.bodyMedium }
    public static var bodyBold: UIFont { config.bodyBold }
    public static var subbodyMedium: UIFont { config.subbodyMedium }
    public static var caption: UIFont { config.caption }
    public static var captionMedium: UIFont { config.captionMedium }
    public static var small: UIFont { config.small }
    public static var smallMedium: UIFont { config.smallMedium }
    public static var extraSmall: UIFont { config.extraSmall }
    public static var extraSmallMedium: UIFont { config.extraSmallMedium }
    /// The bold font of smaller text.
    public static var extraSmallSemibold: UIFont { config.extraSmallSemibold }
    public static var extraExtraSmall: UIFont { config.extraExtraSmall }
    /// The bold font of the smallest text.
    public static var extraExtraSmallSemibold: UIFont { config.extraExtraSmallSemibold }
    public static var italicBody: UIFont { config.italicBody }
    public static var italicCaption: UIFont { config.italicCaption }

    public static func italic(_ font: UIFont) -> UIFont { font.italic }

    /// The height of a title's line, as a multiple of the title's size.
    public static var headingLineHeightMultiplier: CGFloat { config.headingLineHeightMultiplier }
    public static var bodyLineHeightMultiplier: CGFloat { config.bodyLineHeightMultiplier }
    public static var captionLineHeightMultiplier: CGFloat { config.captionLineHeightMultiplier }
    public static var smallLineHeightMultiplier: CGFloat { config.smallLineHeightMultiplier }
    /// The spacing between a title's letters, in points.
    public static var headingLetterSpacing: CGFloat { config.headingLetterSpacing }
    public static var bodyLetterSpacing: CGFloat { config.bodyLetterSpacing }
    public static var smallLetterSpacing: CGFloat { config.smallLetterSpacing }

    /// Returns the height of a line, in points. In a terminal, a line takes as many rows as the multiplier has whole
    /// units.
    public static func lineHeight(for font: UIFont, type: LMKTypographyType) -> CGFloat {
        font.pointSize * config.lineHeightMultiplier(type)
    }

    /// Returns the letter spacing, in points. A terminal ignores this spacing, because its letters are in columns.
    public static func letterSpacing(for type: LMKTypographyType) -> CGFloat {
        switch type {
        case .heading: headingLetterSpacing
        case .body, .caption: bodyLetterSpacing
        case .small: smallLetterSpacing
        }
    }
}

nonisolated extension LMKTypographyTheme {
    private func font(_ size: CGFloat, _ weight: UIFont.Weight, isItalic: Bool = false) -> UIFont {
        UIFont(size: size, weight: weight, family: fontFamily, isItalic: isItalic)
    }

    var h1: UIFont { font(h1Size, h1Weight) }
    var h2: UIFont { font(h2Size, h2Weight) }
    var h3: UIFont { font(h3Size, h3Weight) }
    var h4: UIFont { font(h4Size, h4Weight) }
    var body: UIFont { font(bodySize, .regular) }
    var bodyMedium: UIFont { font(bodySize, .medium) }
    var bodyBold: UIFont { font(bodySize, .semibold) }
    var subbodyMedium: UIFont { font(subbodySize, .medium) }
    var caption: UIFont { font(captionSize, .regular) }
    var captionMedium: UIFont { font(captionSize, .medium) }
    var small: UIFont { font(smallSize, .regular) }
    var smallMedium: UIFont { font(smallSize, .medium) }
    var extraSmall: UIFont { font(extraSmallSize, .regular) }
    var extraSmallMedium: UIFont { font(extraSmallSize, .medium) }
    var extraSmallSemibold: UIFont { font(extraSmallSize, .semibold) }
    var extraExtraSmall: UIFont { font(extraExtraSmallSize, .regular) }
    var extraExtraSmallSemibold: UIFont { font(extraExtraSmallSize, .semibold) }
    var italicBody: UIFont { font(bodySize, .regular, isItalic: true) }
    var italicCaption: UIFont { font(captionSize, .regular, isItalic: true) }
}
