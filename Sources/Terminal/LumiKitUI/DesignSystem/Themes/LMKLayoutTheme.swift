public import Foundation

public nonisolated struct LMKLayoutTheme: Sendable, Hashable {
    /// The smallest width of a button. The smallest height is not drawn, because a button is one row high.
    public var minimumTouchTarget: CGFloat
    public var iconLarge: CGFloat
    public var iconMedium: CGFloat
    public var iconSmall: CGFloat
    public var iconExtraSmall: CGFloat
    /// The distance to pull for a refresh. A terminal does not draw it. A terminal has a key for refreshing.
    public var pullThreshold: CGFloat
    /// The smallest height of a row that is a card. A terminal does not draw the height, because a row is as high as
    /// its lines.
    public var cellHeightMin: CGFloat
    public var searchBarHeight: CGFloat
    public var searchBarIconSize: CGFloat
    public var clearButtonSize: CGFloat

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
