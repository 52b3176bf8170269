public import Foundation

/// The radii of corners, in points. If the radius is 4 points or more, a corner is rounded, provided that the terminal
/// has the characters for round corners.
public nonisolated struct LMKCornerRadiusTheme: Sendable, Hashable {
    public var xs: CGFloat
    public var small: CGFloat
    public var medium: CGFloat
    public var large: CGFloat
    public var xl: CGFloat

    public init(
        xs: CGFloat = 4,
        small: CGFloat = 8,
        medium: CGFloat = 12,
        large: CGFloat = 16,
        xl: CGFloat = 20
    ) {
        self.xs = LMKDesign.length(xs)
        self.small = LMKDesign.length(small)
        self.medium = LMKDesign.length(medium)
        self.large = LMKDesign.length(large)
        self.xl = LMKDesign.length(xl)
    }
}
