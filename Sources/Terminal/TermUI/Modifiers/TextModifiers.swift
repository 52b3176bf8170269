public import Foundation
import TermCore

nonisolated extension Text {
    /// The place where text that does not fit is cut.
    public typealias TruncationMode = TextTruncationMode
    public typealias Case = TextCase

    /// A line under or through a text.
    public struct LineStyle: Hashable, Sendable {
        /// The pattern of the line. In a terminal, the line is always solid.
        public enum Pattern: Hashable, Sendable {
            case solid, dot, dash, dashDot, dashDotDot
        }
    }

    /// Returns the text with or without a line under it. The line is solid and has the text's colour.
    @_disfavoredOverload
    public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        underline(isActive)
    }

    /// Returns the text with or without a line through it. The line is solid and has the text's colour.
    @_disfavoredOverload
    public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        strikethrough(isActive)
    }
}

/// A setting for whether text can be selected. In fact, the terminal decides this.
public protocol TextSelectability {}

nonisolated public struct EnabledTextSelectability: TextSelectability {}

nonisolated public struct DisabledTextSelectability: TextSelectability {}

extension TextSelectability where Self == EnabledTextSelectability {
    nonisolated public static var enabled: Self { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    nonisolated public static var disabled: Self { DisabledTextSelectability() }
}

// These modifiers set the parts of a text's style that a terminal draws.
extension View {
    /// Sets the smallest number of lines to the beginning of the range.
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { lines(limit.lowerBound, nil) }
    /// Sets the largest number of lines to the end of the range.
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lines(0, limit.upperBound) }
    /// Limits the number of lines to the range.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { lines(limit.lowerBound, limit.upperBound) }
    /// Limits text to `limit` lines. If space is reserved, the text always takes `limit` lines.
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lines(reservesSpace ? limit : 0, limit) }

    private func lines(_ least: Int, _ most: Int?) -> some View {
        modified(StyleChange(.lines(least: max(0, min(least, 10_000)), most: most.map { max(1, $0) })))
    }

    /// Sets the space between the lines of a text, in points. The space is drawn as blank rows, at most 100.
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View {
        let rows = CellMetrics.rows(lineSpacing)
        return modified(StyleChange(.blankRows(min(max(rows, 0), 100))))
    }
    /// Sets where text that does not fit is cut.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View { modified(StyleChange(.truncation(mode))) }
    /// Shows text in upper or lower case. With nil, the text is unchanged. People who do not see the screen always get
    /// the unchanged text.
    public func textCase(_ textCase: Text.Case?) -> some View { modified(StyleChange(.textCase(textCase))) }
    /// Sets whether text has a line under it. The line is solid and has the text's colour.
    public func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { modified(StyleChange(.attribute(.underline, isActive))) }
    /// Sets whether text has a line through it. The line is solid and has the text's colour.
    public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { modified(StyleChange(.attribute(.strikethrough, isActive))) }
}

// A terminal's letters cannot change in these ways, so each of these modifiers leaves the view unchanged.
extension View {
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    public func allowsTightening(_ flag: Bool) -> some View { self }
    public func kerning(_ kerning: CGFloat) -> some View { self }
    public func tracking(_ tracking: CGFloat) -> some View { self }
    public func baselineOffset(_ baselineOffset: CGFloat) -> some View { self }
    /// Leaves the view unchanged, because the terminal handles selection.
    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
}
