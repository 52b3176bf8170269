public import Foundation

/// What a text is, for the height of its lines and the distance of its letters.
public nonisolated enum LMKTypographyType: Sendable {
    case heading
    case body
    case caption
    case small
}

/// The fonts in force. A terminal draws weight and slant, and dims what is smaller than 13 points.
public enum LMKTypography {
    private static var config: LMKTypographyTheme { LMKThemeManager.shared.typography }

    private static func font(_ size: CGFloat, _ weight: UIFont.Weight, isItalic: Bool = false) -> UIFont {
        UIFont(size: size, weight: weight, family: config.fontFamily, isItalic: isItalic)
    }

    /// A screen's title.
    public static var h1: UIFont { font(config.h1Size, config.h1Weight) }
    /// A title.
    public static var h2: UIFont { font(config.h2Size, config.h2Weight) }
    /// A section's title.
    public static var h3: UIFont { font(config.h3Size, config.h3Weight) }
    /// The smallest title.
    public static var h4: UIFont { font(config.h4Size, config.h4Weight) }
    /// Text.
    public static var body: UIFont { font(config.bodySize, .regular) }
    /// Text that stands out a little.
    public static var bodyMedium: UIFont { font(config.bodySize, .medium) }
    /// Text that stands out.
    public static var bodyBold: UIFont { font(config.bodySize, .semibold) }
    /// Labels.
    public static var subbodyMedium: UIFont { font(config.subbodySize, .medium) }
    /// Captions.
    public static var caption: UIFont { font(config.captionSize, .regular) }
    /// Captions that stand out.
    public static var captionMedium: UIFont { font(config.captionSize, .medium) }
    /// Small text.
    public static var small: UIFont { font(config.smallSize, .regular) }
    /// Small text that stands out.
    public static var smallMedium: UIFont { font(config.smallSize, .medium) }
    /// Smaller text.
    public static var extraSmall: UIFont { font(config.extraSmallSize, .regular) }
    /// Smaller text that stands out.
    public static var extraSmallMedium: UIFont { font(config.extraSmallSize, .medium) }
    /// Smaller text in bold.
    public static var extraSmallSemibold: UIFont { font(config.extraSmallSize, .semibold) }
    /// The smallest text.
    public static var extraExtraSmall: UIFont { font(config.extraExtraSmallSize, .regular) }
    /// The smallest text in bold.
    public static var extraExtraSmallSemibold: UIFont { font(config.extraExtraSmallSize, .semibold) }
    /// Text that slants.
    public static var italicBody: UIFont { font(config.bodySize, .regular, isItalic: true) }
    /// Captions that slant.
    public static var italicCaption: UIFont { font(config.captionSize, .regular, isItalic: true) }

    /// The same font, slanted.
    public static func italic(_ font: UIFont) -> UIFont { font.italic }

    /// The height of a title's line as a share of its size.
    public static var headingLineHeightMultiplier: CGFloat { config.headingLineHeightMultiplier }
    /// The same of text.
    public static var bodyLineHeightMultiplier: CGFloat { config.bodyLineHeightMultiplier }
    /// The same of captions.
    public static var captionLineHeightMultiplier: CGFloat { config.captionLineHeightMultiplier }
    /// The same of small text.
    public static var smallLineHeightMultiplier: CGFloat { config.smallLineHeightMultiplier }
    /// Between a title's letters, in points.
    public static var headingLetterSpacing: CGFloat { config.headingLetterSpacing }
    /// Between letters of text.
    public static var bodyLetterSpacing: CGFloat { config.bodyLetterSpacing }
    /// Between small letters.
    public static var smallLetterSpacing: CGFloat { config.smallLetterSpacing }

    /// The height of a line, in points. A terminal's lines are one row each.
    public static func lineHeight(for font: UIFont, type: LMKTypographyType) -> CGFloat {
        let share =
            switch type {
            case .heading: headingLineHeightMultiplier
            case .body: bodyLineHeightMultiplier
            case .caption: captionLineHeightMultiplier
            case .small: smallLineHeightMultiplier
            }
        return font.pointSize * share
    }

    /// The distance of letters, in points. A terminal's letters stand in columns.
    public static func letterSpacing(for type: LMKTypographyType) -> CGFloat {
        switch type {
        case .heading: headingLetterSpacing
        case .body, .caption: bodyLetterSpacing
        case .small: smallLetterSpacing
        }
    }
}
