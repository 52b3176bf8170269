public import Foundation

/// The ends of a line; in cells all look alike.
nonisolated public enum CGLineCap: Int32, Hashable, Sendable {
    case butt, round, square
}

/// The corners of a line; in cells all look alike.
nonisolated public enum CGLineJoin: Int32, Hashable, Sendable {
    case miter, round, bevel
}

/// A line's width in points, and its dashes. A box has a thin line, or a heavy one from 2 points; other lines are
/// made of dots, 2 by 4 in a cell.
nonisolated public struct StrokeStyle: Hashable, Sendable, Animatable {
    public var lineWidth: CGFloat
    /// Not drawn.
    public var lineCap: CGLineCap
    /// Not drawn.
    public var lineJoin: CGLineJoin
    /// Not drawn.
    public var miterLimit: CGFloat
    /// The lengths of dashes and gaps in turn, in points.
    public var dash: [CGFloat]
    /// Where in the dash pattern the line begins.
    public var dashPhase: CGFloat

    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {
        (self.lineWidth, self.lineCap, self.lineJoin) = (lineWidth, lineCap, lineJoin)
        (self.miterLimit, self.dash, self.dashPhase) = (miterLimit, dash, dashPhase)
    }
}

nonisolated public struct FillStyle: Hashable, Sendable {
    public var isEOFilled: Bool
    /// Not drawn.
    public var isAntialiased: Bool

    /// By default, everything that the outline encloses is inside.
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        (isEOFilled, isAntialiased) = (eoFill, antialiased)
    }
}
