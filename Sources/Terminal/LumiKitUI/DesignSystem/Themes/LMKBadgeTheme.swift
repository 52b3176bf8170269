public import Foundation

/// Sizes of badges, in points.
public nonisolated struct LMKBadgeTheme: Sendable, Hashable {
    /// The least width.
    public var minWidth: CGFloat
    /// The height.
    public var height: CGFloat
    /// Beside the text.
    public var horizontalPadding: CGFloat
    /// Of the line around it; a terminal draws none.
    public var borderWidth: CGFloat
    /// The size of a dot as a share of the height.
    public var dotSizeRatio: CGFloat

    /// The given values, and LumiKit's own for the others.
    public init(
        minWidth: CGFloat = 18,
        height: CGFloat = 18,
        horizontalPadding: CGFloat = 6,
        borderWidth: CGFloat = 1.5,
        dotSizeRatio: CGFloat = 0.55
    ) {
        self.minWidth = LMKDesign.length(minWidth)
        self.height = LMKDesign.length(height)
        self.horizontalPadding = LMKDesign.length(horizontalPadding)
        self.borderWidth = LMKDesign.length(borderWidth)
        self.dotSizeRatio = LMKDesign.length(dotSizeRatio)
    }
}
