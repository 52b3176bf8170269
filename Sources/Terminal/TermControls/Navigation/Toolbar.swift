import TermCore
public import TermUI

/// An item in a navigation's lines.
struct BarItem {
    enum Side { case leading, middle, trailing, below }

    let side: Side
    let view: AnyView
}

@MainActor @preconcurrency public protocol ToolbarContent {
    /// The type of the toolbar's items.
    associatedtype Body: ToolbarContent

    /// The items of the toolbar.
    @ToolbarContentBuilder var body: Body { get }
}

extension Never: ToolbarContent {}

/// The same as ``ToolbarContent``, because the items of a toolbar in a terminal cannot be moved.
public typealias CustomizableToolbarContent = ToolbarContent

nonisolated public struct ToolbarItemPlacement: Hashable, Sendable {
    private enum Kind { case leading, middle, trailing, below, cancel, confirm }

    private let kind: Kind

    var side: BarItem.Side {
        switch kind {
        case .leading, .cancel: .leading
        case .middle: .middle
        case .trailing, .confirm: .trailing
        case .below: .below
        }
    }

    /// The key that presses the item wherever the focus is.
    var key: KeyEquivalent? {
        switch kind {
        case .cancel: .escape
        case .confirm: .return
        default: nil
        }
    }

    /// The item is at the right edge of the first line.
    public static let automatic = Self(kind: .trailing)
    public static let primaryAction = Self(kind: .trailing)
    public static let secondaryAction = Self(kind: .trailing)
    public static let topBarTrailing = Self(kind: .trailing)
    public static let navigationBarTrailing = Self(kind: .trailing)
    public static let destructiveAction = Self(kind: .trailing)
    public static let navigation = Self(kind: .leading)
    public static let topBarLeading = Self(kind: .leading)
    public static let navigationBarLeading = Self(kind: .leading)
    public static let principal = Self(kind: .middle)
    public static let title = Self(kind: .middle)
    public static let bottomBar = Self(kind: .below)
    public static let status = Self(kind: .below)
    public static let keyboard = Self(kind: .below)
    /// The item is at the left edge. Esc has the same effect.
    public static let cancellationAction = Self(kind: .cancel)
    /// The item is at the right edge. Enter has the same effect, except when the control that has the focus uses Enter.
    public static let confirmationAction = Self(kind: .confirm)
}

public struct ToolbarItem<Content: View>: ToolbarContent {
    fileprivate let placement: ToolbarItemPlacement
    fileprivate let content: () -> Content

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: @escaping () -> Content) {
        (self.placement, self.content) = (placement, content)
    }

    /// Creates an item that people can move on other systems, but not in a terminal.
    public init(
        id: String, placement: ToolbarItemPlacement = .automatic, showsByDefault: Bool = true,
        @ViewBuilder content: @escaping () -> Content
    ) {
        (self.placement, self.content) = (placement, content)
    }

    public var body: Never { preconditionFailure("a toolbar item cannot contain other items") }
}

public struct ToolbarItemGroup<Content: View>: ToolbarContent {
    fileprivate let placement: ToolbarItemPlacement
    fileprivate let content: () -> Content

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: @escaping () -> Content) {
        (self.placement, self.content) = (placement, content)
    }

    public var body: Never { preconditionFailure("a toolbar item cannot contain other items") }
}

/// The space between items. In a terminal, items are always one column apart.
public struct ToolbarSpacer: ToolbarContent {
    /// Creates a fixed or flexible space. In a terminal, the space is always fixed.
    public init(_ sizing: SpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {}

    public var body: Never { preconditionFailure("a toolbar item cannot contain other items") }
}

nonisolated public struct SpacerSizing: Hashable, Sendable {
    private let isFixed: Bool

    public static let flexible = SpacerSizing(isFixed: false)
    public static let fixed = SpacerSizing(isFixed: true)
}

/// A menu on the title. In a terminal, the items of the menu are shown instead of the menu.
public struct ToolbarTitleMenu<Content: View>: ToolbarContent {
    fileprivate let content: () -> Content

    public init(@ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }

    public var body: Never { preconditionFailure("a toolbar item cannot contain other items") }
}

public struct TupleToolbarContent: ToolbarContent {
    let parts: [any ToolbarContent]

    public var body: Never { preconditionFailure("a toolbar item cannot contain other items") }
}

@resultBuilder
@preconcurrency @MainActor public enum ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> TupleToolbarContent {
        var parts: [any ToolbarContent] = []
        repeat parts.append(each content)
        return TupleToolbarContent(parts: parts)
    }

    /// Handles an `if` without `else`.
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }

    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        first: First
    ) -> ConditionalToolbarContent<First, Second> { ConditionalToolbarContent(content: first) }

    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        second: Second
    ) -> ConditionalToolbarContent<First, Second> { ConditionalToolbarContent(content: second) }

    /// Handles an `if #available`.
    public static func buildLimitedAvailability(_ content: some ToolbarContent) -> TupleToolbarContent {
        TupleToolbarContent(parts: [content])
    }
}

public struct ConditionalToolbarContent<First: ToolbarContent, Second: ToolbarContent>: ToolbarContent {
    let content: any ToolbarContent

    public var body: Never { preconditionFailure("a toolbar item cannot contain other items") }
}

extension Optional: ToolbarContent where Wrapped: ToolbarContent {
    public var body: Never { preconditionFailure("a toolbar item cannot contain other items") }
}

/// Content whose items are known directly.
private protocol BarItemSource {
    var items: [BarItem] { get }
}

extension ToolbarItem: BarItemSource {
    fileprivate var items: [BarItem] { [BarItem(content(), at: placement)] }
}

extension ToolbarItemGroup: BarItemSource {
    fileprivate var items: [BarItem] { [BarItem(content(), at: placement)] }
}

extension ToolbarTitleMenu: BarItemSource {
    fileprivate var items: [BarItem] { [BarItem(content(), at: .principal)] }
}

extension ToolbarSpacer: BarItemSource {
    fileprivate var items: [BarItem] { [] }
}

extension ConditionalToolbarContent: BarItemSource {
    fileprivate var items: [BarItem] { BarItem.all(of: content) }
}

extension Optional: BarItemSource where Wrapped: ToolbarContent {
    fileprivate var items: [BarItem] { map { BarItem.all(of: $0) } ?? [] }
}

extension TupleToolbarContent: BarItemSource {
    fileprivate var items: [BarItem] { parts.flatMap { BarItem.all(of: $0) } }
}

extension BarItem {
    fileprivate init(_ view: some View, at placement: ToolbarItemPlacement) {
        side = placement.side
        self.view = placement.key.map { AnyView(view.keyboardShortcut($0, modifiers: [])) } ?? AnyView(view)
    }

    /// Returns the items of a toolbar.
    static func all(of content: some ToolbarContent) -> [BarItem] {
        (content as? any BarItemSource)?.items ?? all(of: content.body)
    }
}

extension View {
    /// Adds items to the lines of the page's navigation. If there is no navigation, adds them to lines of the view's
    /// own.
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        Toolbar(content: self, items: BarItem.all(of: content()))
    }

    /// Adds views at the right edge of the page's navigation. If there is no navigation, adds them at the right edge of
    /// the view's own lines.
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        Toolbar(content: self, items: [BarItem(content(), at: .automatic)])
    }

    public func toolbar<Content: ToolbarContent>(
        id: String, @ToolbarContentBuilder content: () -> Content
    ) -> some View { toolbar(content: content) }

    /// Hides or shows the title's line.
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        let hides = visibility == .hidden && (bars.isEmpty || bars.contains { $0.isTitle })
        return modified(BarChange { bar, _ in if hides { bar.isHidden = true } })
    }

    /// Hides or shows the title's line.
    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        let hides = visibility == .hidden && (bars.isEmpty || bars.contains { $0.isTitle })
        return modified(BarChange { bar, _ in if hides { bar.isHidden = true } })
    }

    // The following modifiers change nothing, because toolbars have no background, colours or role of their own.

    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }

    public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        self
    }

    public func toolbarColorScheme(_ scheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }

    public func toolbarRole(_ role: ToolbarRole) -> some View { self }

    /// Leaves the view unchanged, because all titles have the same size.
    public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View { self }

    public func toolbarTitleMenu<Content: View>(@ViewBuilder content: @escaping () -> Content) -> some View {
        toolbar { ToolbarTitleMenu(content: content) }
    }
}

/// A view, and its contribution to the lines of its navigation.
private struct Toolbar<Content: View>: View {
    let content: Content
    let items: [BarItem]

    @Environment(\.navigation) private var navigation

    var body: some View {
        if navigation != nil {
            content.modified(GivenItems(items: items))
        } else {
            let bar = BarContent(items: [(ObjectIdentifier(Self.self), items)])
            VStack(alignment: .leading) {
                BarLine(content: bar, isBelow: false, back: nil)
                content
                BarLine(content: bar, isBelow: true, back: nil)
            }
        }
    }
}

private struct GivenItems: NodeModifier {
    let items: [BarItem]

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) {
        guard let place = node.environment.navigation else { return }
        place.model.say(on: place.page) { $0.set(items, of: ObjectIdentifier(node)) }
    }

    func released(_ node: ViewNode) {
        guard let place = node.environment.navigation else { return }
        place.model.say(on: place.page) { $0.items.removeAll { $0.owner == ObjectIdentifier(node) } }
    }
}

nonisolated public struct ToolbarPlacement: Hashable, Sendable {
    let isTitle: Bool

    public static let automatic = Self(isTitle: true)
    public static let navigationBar = Self(isTitle: true)
    public static let windowToolbar = Self(isTitle: true)
    public static let bottomBar = Self(isTitle: false)
    public static let tabBar = Self(isTitle: false)
}

nonisolated public struct ToolbarRole: Sendable {
    public static let automatic = Self()
    public static let navigationStack = Self()
    public static let browser = Self()
    public static let editor = Self()
}

/// The size of a title. In a terminal, all titles have the same size.
nonisolated public struct ToolbarTitleDisplayMode: Sendable {
    public static let automatic = Self()
    public static let large = Self()
    public static let inline = Self()
    public static let inlineLarge = Self()
}
