public import Foundation
import TermCore

nonisolated extension Text {
    /// Where text that does not fit is cut.
    public typealias TruncationMode = TextTruncationMode
    public typealias Case = TextCase

    /// A line under or through a text.
    public struct LineStyle: Hashable, Sendable {
        /// Whether the line is in one piece; a terminal's always is.
        public enum Pattern: Hashable, Sendable {
            case solid, dot, dash, dashDot, dashDotDot
        }
    }

    /// The text with or without a line under it; the line has the text's colour and is in one piece.
    @_disfavoredOverload
    public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        underline(isActive)
    }

    /// The text with or without a line through it; the line has the text's colour and is in one piece.
    @_disfavoredOverload
    public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        strikethrough(isActive)
    }
}

/// Whether a text can be selected: the terminal decides.
public protocol TextSelectability {}

nonisolated public struct EnabledTextSelectability: TextSelectability {}

nonisolated public struct DisabledTextSelectability: TextSelectability {}

extension TextSelectability where Self == EnabledTextSelectability {
    nonisolated public static var enabled: Self { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    nonisolated public static var disabled: Self { DisabledTextSelectability() }
}

// The parts of text's style that a terminal draws.
extension View {
    /// At least as many lines as the range begins with.
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { lines(limit.lowerBound, nil) }
    /// At most as many lines as the range ends with.
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lines(0, limit.upperBound) }
    /// Limits the lines to the range.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { lines(limit.lowerBound, limit.upperBound) }
    /// At most `limit` lines; exactly that many if space is reserved.
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lines(reservesSpace ? limit : 0, limit) }

    private func lines(_ least: Int, _ most: Int?) -> some View {
        modified(StyleChange(.lines(least: max(0, min(least, 10_000)), most: most.map { max(1, $0) })))
    }

    /// Sets where text that does not fit is cut.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View { modified(StyleChange(.truncation(mode))) }
    /// Shows text in upper or lower case, or unchanged for nil. People who do not see the screen always get the text
    /// unchanged.
    public func textCase(_ textCase: Text.Case?) -> some View { modified(StyleChange(.textCase(textCase))) }
    /// A line under text, or none. It has the text's colour and is in one piece.
    public func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { modified(StyleChange(.attribute(.underline, isActive))) }
    /// A line through text, or none. It has the text's colour and is in one piece.
    public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { modified(StyleChange(.attribute(.strikethrough, isActive))) }
}

// A terminal's letters cannot do this: each of these leaves the view as it is.
extension View {
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    public func allowsTightening(_ flag: Bool) -> some View { self }
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View { self }
    public func kerning(_ kerning: CGFloat) -> some View { self }
    public func tracking(_ tracking: CGFloat) -> some View { self }
    public func baselineOffset(_ baselineOffset: CGFloat) -> some View { self }
    /// Leaves the view as it is: the terminal selects.
    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
}
