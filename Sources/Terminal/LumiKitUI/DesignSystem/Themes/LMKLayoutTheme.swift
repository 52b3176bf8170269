public import Foundation

/// Sizes, in points.
public nonisolated struct LMKLayoutTheme: Sendable, Hashable {
    /// The least height of what is touched. A terminal uses it at a kiosk only.
    public var minimumTouchTarget: CGFloat
    /// Of a large symbol.
    public var iconLarge: CGFloat
    /// Of a symbol.
    public var iconMedium: CGFloat
    /// Of a small symbol.
    public var iconSmall: CGFloat
    /// Of the smallest symbols.
    public var iconExtraSmall: CGFloat
    /// How far one pulls to refresh; kept, as a terminal has a key for it.
    public var pullThreshold: CGFloat
    /// The least height of a row that is a card.
    public var cellHeightMin: CGFloat
    /// Of a search bar.
    public var searchBarHeight: CGFloat
    /// Of its symbol.
    public var searchBarIconSize: CGFloat
    /// Of the button that clears it.
    public var clearButtonSize: CGFloat

    /// The given values, and LumiKit's own for the others.
    public init(
        minimumTouchTarget: CGFloat = 44,
        iconLarge: CGFloat = 28,
        iconMedium: CGFloat = 24,
        iconSmall: CGFloat = 20,
        iconExtraSmall: CGFloat = 16,
        pullThreshold: CGFloat = 80,
        cellHeightMin: CGFloat = 100,
        searchBarHeight: CGFloat = 36,
        searchBarIconSize: CGFloat = 18,
        clearButtonSize: CGFloat = 22
    ) {
        self.minimumTouchTarget = LMKDesign.length(minimumTouchTarget)
        self.iconLarge = LMKDesign.length(iconLarge)
        self.iconMedium = LMKDesign.length(iconMedium)
        self.iconSmall = LMKDesign.length(iconSmall)
        self.iconExtraSmall = LMKDesign.length(iconExtraSmall)
        self.pullThreshold = LMKDesign.length(pullThreshold)
        self.cellHeightMin = LMKDesign.length(cellHeightMin)
        self.searchBarHeight = LMKDesign.length(searchBarHeight)
        self.searchBarIconSize = LMKDesign.length(searchBarIconSize)
        self.clearButtonSize = LMKDesign.length(clearButtonSize)
    }
}
