public import Foundation
import TermCore
public import TermUI

/// Controls in rows, with labels at the left edge and values at the right edge: sections under bold headers with dim
/// footers, a blank line between them. Arrow keys that no control handles move from control to control. Only the
/// visible rows are made.
/// Example: `ListsPage.swift` in `Tests/Gallery`.
public struct Form<Content: View>: View {
    private let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public var body: some View {
        List { content }.modified(ListLook(isGrouped: true, margin: 0)).environment(\.labelsAreSpread, true)
    }
}

/// Sets how lists in the view look.
struct ListLook: NodeModifier, Equatable {
    let isGrouped: Bool
    var margin: Int?

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: self) { values in
            values.listIsGrouped = isGrouped
            if let margin { values.listMargin = margin }
        }
    }
}

@MainActor @preconcurrency public protocol ListStyle {}

/// Rows without blank lines between sections.
nonisolated public struct PlainListStyle: @MainActor ListStyle {
    public init() {}
}

/// A blank line between two sections.
nonisolated public struct GroupedListStyle: @MainActor ListStyle {
    public init() {}
}

/// The same as ``PlainListStyle``.
public typealias DefaultListStyle = PlainListStyle
/// The same as ``PlainListStyle``.
public typealias InsetListStyle = PlainListStyle
/// The same as ``PlainListStyle``.
public typealias BorderedListStyle = PlainListStyle
/// The same as ``GroupedListStyle``.
public typealias InsetGroupedListStyle = GroupedListStyle
/// The same as ``GroupedListStyle``.
public typealias SidebarListStyle = GroupedListStyle

extension ListStyle where Self == PlainListStyle {
    /// Same as `.plain`.
    public static var automatic: Self { Self() }
    /// Rows without blank lines between sections.
    public static var plain: Self { Self() }
    /// Same as `.plain`.
    public static var inset: Self { Self() }
    /// Same as `.plain`.
    public static var bordered: Self { Self() }
}

extension ListStyle where Self == GroupedListStyle {
    /// A blank line between two sections.
    public static var grouped: Self { Self() }
    /// A blank line between two sections.
    public static var insetGrouped: Self { Self() }
    /// A blank line between two sections.
    public static var sidebar: Self { Self() }
}

/// How a form looks; there is only one look.
@MainActor @preconcurrency public protocol FormStyle {}

nonisolated public struct GroupedFormStyle: @MainActor FormStyle {
    public init() {}
}

/// The same as ``GroupedFormStyle``.
public typealias ColumnsFormStyle = GroupedFormStyle

extension FormStyle where Self == GroupedFormStyle {
    public static var automatic: Self { Self() }
    public static var grouped: Self { Self() }
    public static var columns: Self { Self() }
}

extension View {
    public func listStyle<S: ListStyle>(_ style: S) -> some View {
        modified(ListLook(isGrouped: style is GroupedListStyle))
    }

    /// Sets the empty lines between two rows. Less than a whole line is none.
    public func listRowSpacing(_ spacing: CGFloat?) -> some View {
        let rows = ((spacing ?? 0) / CellMetrics.pointsPerRow).rounded(.down)
        return environment(\.listRowSpacing, max(0, CellMetrics.cells(rows)))
    }

    public func formStyle<S: FormStyle>(_ style: S) -> some View { self }

    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
        -> some View
    {
        environment(\.hidesScrollBars, visibility.isHidden)
    }
}

nonisolated public struct ScrollIndicatorVisibility: Hashable, Sendable {
    let isHidden: Bool

    /// The default: it has one.
    public static let automatic = Self(isHidden: false)
    public static let visible = Self(isHidden: false)
    public static let hidden = Self(isHidden: true)
    public static let never = Self(isHidden: true)
}
