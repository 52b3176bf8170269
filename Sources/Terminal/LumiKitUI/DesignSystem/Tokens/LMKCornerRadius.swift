public import Foundation

/// The radii of corners in force, in points.
public enum LMKCornerRadius {
    private static var config: LMKCornerRadiusTheme { LMKThemeManager.shared.cornerRadius }

    /// Of the smallest.
    public static var xs: CGFloat { config.xs }
    /// Of buttons and fields.
    public static var small: CGFloat { config.small }
    /// Of cards.
    public static var medium: CGFloat { config.medium }
    /// Of sheets.
    public static var large: CGFloat { config.large }
    /// Of the largest.
    public static var xl: CGFloat { config.xl }
}
