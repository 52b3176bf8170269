public import Foundation

/// The current spacing values, in points.
public enum LMKSpacing {
    private static var config: LMKSpacingTheme { LMKThemeManager.shared.spacing }

    public static var xxs: CGFloat { config.xxs }
    public static var xs: CGFloat { config.xs }
    public static var small: CGFloat { config.small }
    public static var medium: CGFloat { config.medium }
    public static var large: CGFloat { config.large }
    public static var xl: CGFloat { config.xl }
    /// The distance at the edges of a screen.
    public static var xxl: CGFloat { config.xxl }
    /// The distance above and below a button's title.
    public static var buttonPaddingVertical: CGFloat { config.buttonPaddingVertical }
    public static var buttonPaddingHorizontal: CGFloat { config.buttonPaddingHorizontal }
    public static var iconSpacing: CGFloat { config.iconSpacing }
    public static var iconToText: CGFloat { config.iconToText }
    /// The distance above and below the text of a field of several lines.
    public static var textViewPaddingVertical: CGFloat { config.textViewPaddingVertical }
    /// The distance beside the text of a field of several lines.
    public static var textViewPaddingHorizontal: CGFloat { config.textViewPaddingHorizontal }
    /// The distance around cards: the value of `large`, as on a phone.
    public static var cardPadding: CGFloat { config.large }
    /// The distance above and below a row: the value of `small`, as on a phone.
    public static var cellPaddingVertical: CGFloat { config.small }
}
