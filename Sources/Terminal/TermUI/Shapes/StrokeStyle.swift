public import Foundation

/// The style of a line's ends. In cells, all styles look alike.
nonisolated public enum CGLineCap: Int32, Hashable, Sendable {
    case butt, round, square
}

/// The style of a line's corners. In cells, all styles look alike.
nonisolated public enum CGLineJoin: Int32, Hashable, Sendable {
    case miter, round, bevel
}

/// A line's width in points, and its dashes. A box has a thin line, or a heavy line from 2 points. Other lines are made
/// of dots, 2 by 4 in a cell.
nonisolated public struct StrokeStyle: Hashable, Sendable, Animatable {
    public var lineWidth: CGFloat
    /// The style of the line's ends, which is not drawn.
    public var lineCap: CGLineCap
    /// The style of the line's corners, which is not drawn.
    public var lineJoin: CGLineJoin
    /// The limit for sharp corners, which is not drawn.
    public var miterLimit: CGFloat
    /// The alternating lengths of dashes and gaps, in points.
    public var dash: [CGFloat]
    /// The position in the dash pattern at which the line begins.
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
    /// Whether edges are smoothed, which is not drawn.
    public var isAntialiased: Bool

    /// Creates a fill style. By default, all areas that the outline encloses are inside.
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        (isEOFilled, isAntialiased) = (eoFill, antialiased)
    }
}
