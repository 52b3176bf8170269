public import Foundation
public import TermUI

/// Rows are drawn one below another without lines between them. Modifiers for such lines leave the view unchanged.
extension View {
    /// Leaves the view unchanged, because rows have no lines between them.
    public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listSectionSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }

    public func listSectionSpacing(_ spacing: CGFloat) -> some View { self }
    public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View { self }
    /// Leaves the view unchanged, because its own styles determine its colours.
    public func listItemTint(_ tint: Color?) -> some View { self }
    /// Leaves the view unchanged, because headers are always bold.
    public func headerProminence(_ prominence: Prominence) -> some View { self }
    /// Leaves the view unchanged, because scrolling content has no background of its own.
    public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    /// Leaves the view unchanged, because there is no keyboard on the screen.
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
    /// Leaves the view unchanged, because scrolling content never bounces.
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = .vertical) -> some View { self }
    /// Leaves the view unchanged, because scrolling content is always cut at its edges.
    public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
    /// Leaves the view unchanged, because otherwise hidden rows could not be reached.
    public func scrollDisabled(_ disabled: Bool) -> some View { self }
    /// Leaves the view unchanged, because scrolling may stop at any row.
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View { self }
    /// Leaves the view unchanged, because scrolling may stop at any row.
    public func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> some View { self }
}

/// The prominence of a header.
nonisolated public enum Prominence: Hashable, Sendable {
    case standard, increased
}

/// The space between sections. In a terminal, this is a blank line or no space.
nonisolated public struct ListSectionSpacing: Sendable {
    public static let `default` = Self(), compact = Self()
    public static func custom(_ spacing: CGFloat) -> ListSectionSpacing { Self() }
}

/// The way in which scrolling hides a keyboard. A terminal's keyboard is not on the screen.
nonisolated public struct ScrollDismissesKeyboardMode: Sendable {
    public static let automatic = Self(), immediately = Self(), interactively = Self(), never = Self()
}

/// The way in which the end of a scroll view bounces. In a terminal, the end does not bounce.
nonisolated public struct ScrollBounceBehavior: Sendable {
    public static let automatic = Self(), always = Self(), basedOnSize = Self()
}

/// The places where scrolling stops. In a terminal, scrolling may stop at any row.
nonisolated public protocol ScrollTargetBehavior {}

nonisolated public struct PagingScrollTargetBehavior: ScrollTargetBehavior, Sendable {
    public init() {}
}

nonisolated public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior, Sendable {
    public init() {}
}

nonisolated extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
    public static var paging: Self { Self() }
}

nonisolated extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
    public static var viewAligned: Self { Self() }
}
