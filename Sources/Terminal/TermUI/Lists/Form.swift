import TermCore

/// Controls in rows: sections under bold headers with dim footers, a blank line between them. The arrows that no
/// control takes go from control to control. Only the visible rows are made.
public struct Form<Content: View>: View {
    private let content: Content

    /// Rows of any kind.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// The rows.
    public var body: some View {
        List { content }.modified(ListLook(isGrouped: true, margin: 0))
    }
}

/// How lists in the view look.
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

/// How a list looks.
@MainActor @preconcurrency public protocol ListStyle {}

/// How a form looks.
@MainActor @preconcurrency public protocol FormStyle {}

/// As usual: of a list, as ``PlainListStyle``.
public struct DefaultListStyle: ListStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

/// Rows without blank lines between sections.
public struct PlainListStyle: ListStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

/// A blank line between two sections.
public struct GroupedListStyle: ListStyle, GroupingStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

/// A blank line between two sections.
public struct InsetGroupedListStyle: ListStyle, GroupingStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

/// As ``PlainListStyle``.
public struct InsetListStyle: ListStyle {
    /// The one of its kind.
    nonisolated public init() {}

    /// Every other row on another background, which a terminal's list leaves out.
    public init(alternatesRowBackgrounds: Bool) {}
}

/// A blank line between two sections.
public struct SidebarListStyle: ListStyle, GroupingStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

/// As ``PlainListStyle``.
public struct BorderedListStyle: ListStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

private protocol GroupingStyle {}

extension ListStyle where Self == DefaultListStyle {
    /// As usual.
    public static var automatic: Self { Self() }
}

extension ListStyle where Self == PlainListStyle {
    /// Rows without blank lines between sections.
    public static var plain: Self { Self() }
}

extension ListStyle where Self == GroupedListStyle {
    /// A blank line between two sections.
    public static var grouped: Self { Self() }
}

extension ListStyle where Self == InsetGroupedListStyle {
    /// A blank line between two sections.
    public static var insetGrouped: Self { Self() }
}

extension ListStyle where Self == InsetListStyle {
    /// As `.plain`.
    public static var inset: Self { Self() }
}

extension ListStyle where Self == SidebarListStyle {
    /// A blank line between two sections.
    public static var sidebar: Self { Self() }
}

extension ListStyle where Self == BorderedListStyle {
    /// As `.plain`.
    public static var bordered: Self { Self() }
}

/// As usual.
public struct AutomaticFormStyle: FormStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

/// As usual.
public struct GroupedFormStyle: FormStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

/// As usual.
public struct ColumnsFormStyle: FormStyle {
    /// The one of its kind.
    nonisolated public init() {}
}

extension FormStyle where Self == AutomaticFormStyle {
    /// As usual.
    public static var automatic: Self { Self() }
}

extension FormStyle where Self == GroupedFormStyle {
    /// As usual.
    public static var grouped: Self { Self() }
}

extension FormStyle where Self == ColumnsFormStyle {
    /// As usual.
    public static var columns: Self { Self() }
}

extension View {
    /// How lists in the view look.
    public func listStyle<S: ListStyle>(_ style: S) -> some View {
        modified(ListLook(isGrouped: style is any GroupingStyle))
    }

    /// Leaves forms as they are.
    public func formStyle<S: FormStyle>(_ style: S) -> some View { self }

    /// Whether what scrolls in the view has a bar on the right.
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
        -> some View
    {
        environment(\.hidesScrollBars, visibility.isHidden)
    }
}

/// Whether what scrolls has a bar.
nonisolated public struct ScrollIndicatorVisibility: Hashable, Sendable {
    let isHidden: Bool

    /// As usual: it has one.
    public static let automatic = Self(isHidden: false)
    /// It has one.
    public static let visible = Self(isHidden: false)
    /// It has none.
    public static let hidden = Self(isHidden: true)
    /// It has none.
    public static let never = Self(isHidden: true)
}
