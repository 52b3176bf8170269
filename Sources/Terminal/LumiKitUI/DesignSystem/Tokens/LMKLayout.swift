public import Foundation

/// The sizes in force, in points.
public enum LMKLayout {
    private static var config: LMKLayoutTheme { LMKThemeManager.shared.layout }

    /// The least height of what is touched.
    public static var minimumTouchTarget: CGFloat { config.minimumTouchTarget }
    /// Of a large symbol.
    public static var iconLarge: CGFloat { config.iconLarge }
    /// Of a symbol.
    public static var iconMedium: CGFloat { config.iconMedium }
    /// Of a small symbol.
    public static var iconSmall: CGFloat { config.iconSmall }
    /// Of the smallest symbols.
    public static var iconExtraSmall: CGFloat { config.iconExtraSmall }
    /// How far one pulls to refresh.
    public static var pullThreshold: CGFloat { config.pullThreshold }
    /// The least height of a row that is a card.
    public static var cellHeightMin: CGFloat { config.cellHeightMin }
    /// Of a search bar.
    public static var searchBarHeight: CGFloat { config.searchBarHeight }
    /// Of its symbol.
    public static var searchBarIconSize: CGFloat { config.searchBarIconSize }
    /// Of the button that clears it.
    public static var clearButtonSize: CGFloat { config.clearButtonSize }
}
