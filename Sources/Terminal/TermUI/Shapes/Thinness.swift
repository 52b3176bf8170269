import Foundation
import TermCore

/// The lengths of a frame that are above zero and below half a cell, in points. Such a frame is filled with a line.
/// Separators and progress bars are drawn in this way.
nonisolated struct Thinness: Hashable, Sendable {
    var width: CGFloat?
    var height: CGFloat?

    static let none = Thinness(nil, nil)

    init(kept width: CGFloat?, _ height: CGFloat?) { (self.width, self.height) = (width, height) }

    /// Creates the thinness of a frame with these lengths.
    init(_ width: CGFloat?, _ height: CGFloat?) {
        if let width, width > 0, CellMetrics.columns(width) == 0 { self.width = width }
        if let height, height > 0, CellMetrics.rows(height) == 0 { self.height = height }
    }
}

nonisolated extension EnvironmentValues {
    /// The thinness of the nearest frame.
    @Entry var thinness = Thinness.none
}

extension ViewNode {
    /// Whether the rearmost view in the node fills its space, and would be visible.
    var isFilled: Bool {
        if let first = elements.first { return first.isFilled }
        return primitive is any FilledView && (primitive as? Color)?.isClear != true
    }
}

extension Canvas {
    /// Draws the fill of a thin frame as a line. From 3 points, the line is heavy. Returns false if the frame is not
    /// thin.
    mutating func line(_ frame: CellRect, _ paint: Paint, _ environment: EnvironmentValues) -> Bool {
        let isFlat = environment.thinness.height != nil && frame.height == 1
        guard isFlat || (environment.thinness.width != nil && frame.width == 1) else { return false }
        let length = (isFlat ? environment.thinness.height : environment.thinness.width) ?? 0
        let glyphs = BoxGlyphs(environment.glyphs, isRounded: false, isHeavy: length >= 3, isDashed: false)
        let inks = paint.inks(in: environment, CGRect(points: frame.size))
        let (sign, visible) = (isFlat ? glyphs.horizontal : glyphs.vertical, clip.intersection(frame))
        for y in visible.rows {
            for x in visible.columns {
                draw(" ", sign, inks(.middle(x - frame.x, y - frame.y)), environment, x: x, y: y)
            }
        }
        return true
    }
}
