public import Foundation

public nonisolated struct LMKBadgeTheme: Sendable, Hashable {
    public var minWidth: CGFloat
    public var height: CGFloat
    public var horizontalPadding: CGFloat
    /// The width of the line around a badge. A terminal does not draw this line.
    public var borderWidth: CGFloat
    /// The size of a dot, as a share of the badge's height.
    public var dotSizeRatio: CGFloat

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
