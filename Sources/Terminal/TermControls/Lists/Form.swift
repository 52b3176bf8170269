public import Foundation
import TermCore
public import TermUI

/// A form with controls in rows, whose labels are at the left edge and whose values are at the right edge. Sections
/// have bold headers and dim footers, with a blank line between sections. Arrow keys that no control handles move from
/// control to control. Only the visible rows are created. Example: `ListsPage.swift` in `Tests/Gallery`.
public struct Form<Content: View>: View {
    private let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public var body: some View {
        List { content }.modified(ListLook(isGrouped: true, margin: 0)).environment(\.labelsAreSpread, true)
    }
}

/// Sets the look of lists in the view.
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

/// The style that draws rows without blank lines between sections.
nonisolated public struct PlainListStyle: @MainActor ListStyle {
    public init() {}
}

/// The style that draws a blank line between two sections.
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
    /// The same style as `.plain`.
    public static var automatic: Self { Self() }
    /// The style that draws rows without blank lines between sections.
    public static var plain: Self { Self() }
    /// The same style as `.plain`.
    public static var inset: Self { Self() }
    /// The same style as `.plain`.
    public static var bordered: Self { Self() }
}

extension ListStyle where Self == GroupedListStyle {
    /// The style that draws a blank line between two sections.
    public static var grouped: Self { Self() }
    /// The same style as `.grouped`.
    public static var insetGrouped: Self { Self() }
    /// The same style as `.grouped`.
    public static var sidebar: Self { Self() }
}

/// The look of a form. There is only one look.
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

    /// Sets the number of empty lines between two rows. A spacing of less than a whole line means no empty line.
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

    /// The default, which is visible.
    public static let automatic = Self(isHidden: false)
    public static let visible = Self(isHidden: false)
    public static let hidden = Self(isHidden: true)
    public static let never = Self(isHidden: true)
}
