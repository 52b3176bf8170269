public import Foundation

/// The current sizes, in points.
public enum LMKLayout {
    private static var config: LMKLayoutTheme { LMKThemeManager.shared.layout }

    public static var minimumTouchTarget: CGFloat { config.minimumTouchTarget }
    public static var iconLarge: CGFloat { config.iconLarge }
    public static var iconMedium: CGFloat { config.iconMedium }
    public static var iconSmall: CGFloat { config.iconSmall }
    public static var iconExtraSmall: CGFloat { config.iconExtraSmall }
    public static var pullThreshold: CGFloat { config.pullThreshold }
    /// The smallest height of a row that is a card.
    public static var cellHeightMin: CGFloat { config.cellHeightMin }
    public static var searchBarHeight: CGFloat { config.searchBarHeight }
    public static var searchBarIconSize: CGFloat { config.searchBarIconSize }
    public static var clearButtonSize: CGFloat { config.clearButtonSize }
}
