import TermCore
public import TermUI

/// A control that opens a list of buttons in front of the screen. Pressing a button or Esc closes the list.
/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Menu<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content
    private let primaryAction: (() -> Void)?

    @State private var isOpen = false
    @Environment(\.hidesMenuIndicator) private var hidesIndicator
    @Environment(\.glyphs) private var glyphs

    fileprivate init(_ label: Label, _ content: Content, _ primaryAction: (() -> Void)?) {
        (self.label, self.content, self.primaryAction) = (label, content, primaryAction)
    }

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(label(), content(), nil)
    }

    /// Creates a menu beside a button for the most common action.
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
    ) {
        self.init(label(), content(), primaryAction)
    }

    /// The label of the menu. A sign on it shows that the menu opens.
    public var body: some View {
        if let primaryAction {
            HStack {
                Button(action: primaryAction) { label }
                opener.accessibilityHint("more")
            }
        } else {
            opener
        }
    }

    private var opener: some View {
        Control(action: { isOpen = true }) { _ in
            HStack {
                if primaryAction == nil { label }
                if primaryAction != nil || !hidesIndicator {
                    Text(verbatim: OpeningSign.down(glyphs)).accessibilityHidden(true)
                }
            }
        }
        .menuPanel($isOpen) { content }
    }
}

/// The signs for controls that open.
enum OpeningSign {
    static func down(_ glyphs: TerminalProfile.Glyphs) -> String { glyphs == .unicode ? "▾" : "v" }
}

extension Menu where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(Text(titleKey), content(), nil)
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(Text(title), content(), nil)
    }

    /// Creates a menu beside a button with the title.
    public init(
        _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content, primaryAction: @escaping () -> Void
    ) { self.init(Text(titleKey), content(), primaryAction) }

    /// Creates a menu beside a button with the title.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, @ViewBuilder content: () -> Content, primaryAction: @escaping () -> Void
    ) { self.init(Text(title), content(), primaryAction) }
}

extension Menu where Label == TermControls.Label<Text, Image> {
    /// Creates a menu with a picture and a title.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(TermControls.Label(titleKey, systemImage: systemImage), content(), nil)
    }

    /// Creates a menu with a picture and a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(TermControls.Label(title, systemImage: systemImage), content(), nil)
    }
}

extension Menu where Label == AnyView, Content == AnyView {
    /// Creates the menu that a style draws.
    public init(_ configuration: MenuStyleConfiguration) {
        self.init(configuration.label, configuration.content, nil)
    }
}

/// The parts of a menu that a style receives.
public struct MenuStyleConfiguration {
    let label: AnyView
    let content: AnyView
}

/// The look of menus. In a terminal, all menus look alike.
@MainActor @preconcurrency public protocol MenuStyle {}

/// The style that draws a title and a sign. The sign shows that the menu opens.
public struct DefaultMenuStyle: MenuStyle {
    public init() {}
}

public typealias ButtonMenuStyle = DefaultMenuStyle
public typealias BorderlessButtonMenuStyle = DefaultMenuStyle

extension MenuStyle where Self == DefaultMenuStyle {
    public static var automatic: DefaultMenuStyle { DefaultMenuStyle() }
    public static var button: DefaultMenuStyle { DefaultMenuStyle() }
    public static var borderlessButton: DefaultMenuStyle { DefaultMenuStyle() }
}

/// The order of a menu's rows. In a terminal, the rows keep the order in which they are written.
nonisolated public struct MenuOrder: Hashable, Sendable {
    public static let automatic = Self(), priority = Self(), fixed = Self()
}

/// Whether a menu closes when one of its buttons is pressed. In a terminal, the menu always closes.
nonisolated public struct MenuActionDismissBehavior: Hashable, Sendable {
    public static let automatic = Self(), enabled = Self(), disabled = Self()
}

nonisolated extension EnvironmentValues {
    @Entry fileprivate var hidesMenuIndicator = false
}

extension View {
    /// Leaves the view unchanged, because all menus look alike.
    public func menuStyle<S: MenuStyle>(_ style: S) -> some View { self }

    /// Sets whether menus in the view have a sign that shows that they open.
    public func menuIndicator(_ visibility: Visibility) -> some View {
        environment(\.hidesMenuIndicator, visibility == .hidden)
    }

    /// Leaves the view unchanged, because rows keep the order in which they are written.
    public func menuOrder(_ order: MenuOrder) -> some View { self }

    /// Leaves the view unchanged, because pressing a button always closes its menu.
    public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> some View { self }

    /// Shows a list in front of the screen while `isOpen` is true. The arrows move through the list's rows, and Esc
    /// closes the list.
    func menuPanel<Rows: View>(_ isOpen: Binding<Bool>, @ViewBuilder rows: @escaping () -> Rows) -> some View {
        let dismiss = { isOpen.wrappedValue = false }
        return panel(isOpen.wrappedValue ? true : nil, dismiss: dismiss) { _ in
            MenuPanel(dismiss: dismiss, rows: rows())
        }
    }
}

/// The box of a menu. Closing a menu inside another menu closes both menus.
private struct MenuPanel<Rows: View>: View {
    let dismiss: () -> Void
    let rows: Rows

    @Environment(\.isInMenu) private var isInner
    @Environment(\.afterPress) private var outer

    var body: some View {
        let (dismiss, outer) = (dismiss, isInner ? outer : nil)
        let close = AfterPress {
            dismiss()
            outer?.action()
        }
        Box(.accentColor) {
            ScrollView {
                VStack(alignment: .leading) { rows }.lineLimit(1).modified(MenuKeys())
            }
            .hugging()
        }
        .modified(Hugging())
        .environment(\.afterPress, close)
        .environment(\.isInMenu, true)
        .environment(\.labelsAreSpread, false)
        .environment(\.styles, [:])
    }
}

/// Lets the arrows move from row to row.
struct MenuKeys: NodeModifier, Equatable {
    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard key.modifiers.isEmpty else { return false }
        switch key.key {
        case .upArrow: return node.graph.moveFocus(by: -1)
        case .downArrow: return node.graph.moveFocus(by: 1)
        default: return false
        }
    }
}

/// Gives the view the focus when the view appears.
struct FirstFocus: NodeModifier, Equatable {
    let isWanted: Bool

    static var isTransparent: Bool { true }

    func appear(_ node: ViewNode) {
        if isWanted { node.graph.wish(node) }
    }
}

/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct ControlGroup<Content: View>: View {
    private let label: AnyView?
    private let content: Content

    public init(@ViewBuilder content: () -> Content) {
        (label, self.content) = (nil, content())
    }

    public init<Label: View>(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (AnyView(label()), content())
    }

    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }

    public var body: some View {
        HStack {
            label
            content
        }
    }
}

/// The look of groups of controls. In a terminal, all groups look alike.
nonisolated public struct ControlGroupStyle: Hashable, Sendable {
    public static let automatic = Self(), navigation = Self(), menu = Self(), compactMenu = Self(), palette = Self()
}

extension View {
    /// Leaves the view unchanged, because all groups of controls look alike.
    public func controlGroupStyle(_ style: ControlGroupStyle) -> some View { self }
}
