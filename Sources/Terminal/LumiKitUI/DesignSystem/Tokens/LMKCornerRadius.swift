public import Foundation

/// The current corner radii, in points.
public enum LMKCornerRadius {
    private static var config: LMKCornerRadiusTheme { LMKThemeManager.shared.cornerRadius }

    public static var xs: CGFloat { config.xs }
    public static var small: CGFloat { config.small }
    public static var medium: CGFloat { config.medium }
    public static var large: CGFloat { config.large }
    public static var xl: CGFloat { config.xl }
}
