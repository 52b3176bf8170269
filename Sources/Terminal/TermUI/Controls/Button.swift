import Foundation
import TermCore

/// What a button is for.
nonisolated public enum ButtonRole: Hashable, Sendable {
    /// It deletes something.
    case destructive
    /// It leaves everything as it is.
    case cancel
}

/// How a button looks.
nonisolated public enum ButtonLook: Hashable, Sendable {
    /// `[ Open ]`.
    case bordered
    /// Only its label.
    case plain
}

/// A control that runs an action: on Enter or the space bar while it has the focus, on a click, and on its shortcut
/// wherever the focus is.
public struct Button<Label: View>: View {
    private let role: ButtonRole?
    private let action: () -> Void
    private let label: Label

    @Environment(\.buttonLook) private var look

    /// `action` is called on the main actor.
    public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    /// A button with a role.
    public init(role: ButtonRole?, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.role = role
        self.action = action
        self.label = label()
    }

    /// The label, which can be pressed.
    public var body: some View {
        Pressable(action: action, isBordered: look == .bordered, isCancelling: role == .cancel) {
            switch look {
            case .plain: label
            case .bordered:
                HStack(spacing: 0) {
                    Text("[ ").foregroundColor(.secondary).accessibilityHidden(true)
                    label
                    Text(" ]").foregroundColor(.secondary).accessibilityHidden(true)
                }
                .lineLimit(1)
            }
        }
        .foregroundColor(role == .destructive ? .red : nil, keeping: role != .destructive)
    }
}

extension Button where Label == Text {
    /// A button with a title.
    public init(_ title: some StringProtocol, action: @escaping () -> Void) {
        self.init(action: action) { Text(title) }
    }

    /// A button with a title and a role.
    public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

/// A view that runs an action when it is pressed.
struct Pressable<Content: View>: CancellingView {
    let action: () -> Void
    let isBordered: Bool
    let isCancelling: Bool
    let content: Content

    init(
        action: @escaping () -> Void, isBordered: Bool, isCancelling: Bool = false, @ViewBuilder content: () -> Content
    ) {
        self.action = action
        self.isBordered = isBordered
        self.isCancelling = isCancelling
        self.content = content()
    }

    func update(_ node: ViewNode) { node.setChildren([content]) }

    func isFocusable(_ node: ViewNode) -> Bool { true }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard node.environment.isEnabled else { return false }
        let isChosen = node.isFocused && key.modifiers.isEmpty && (key.key == .return || key.key == .space)
        guard isChosen || node.environment.shortcut == key else { return false }
        perform(node)
        return true
    }

    func perform(_ node: ViewNode) {
        action()
        node.environment.afterPress?.action()
    }

    func semantics(_ node: ViewNode) -> [Semantic] {
        [Semantic(.button, Semantic.sentence(node.contentSemantics)) { perform(node) }]
    }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left):
            node.graph.focus(node)
            node.graph.hold(node)
        case .release(.left):
            if node.frame.contains(x: event.x, y: event.y) { perform(node) }
        default: return false
        }
        return true
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        guard node.isFocused else { return }
        canvas.restyle(node.frame) { $0.attributes = $0.attributes.subtracting(.dim).union(.reverse) }
        canvas.park(at: node.frame)
    }
}

extension View {
    /// How buttons in the view look.
    public func buttonLook(_ look: ButtonLook) -> some View { environment(\.buttonLook, look) }

    /// The key that presses the button wherever the focus is.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = []) -> some View {
        environment(\.shortcut, KeyPress(key, modifiers: modifiers))
    }

    /// Sets the colour, or keeps the current one.
    @ViewBuilder fileprivate func foregroundColor(_ color: Color?, keeping isKept: Bool) -> some View {
        if isKept { self } else { foregroundColor(color) }
    }
}

nonisolated private enum ButtonLookKey: EnvironmentKey { static let defaultValue = ButtonLook.bordered }
nonisolated private enum ShortcutKey: EnvironmentKey { static let defaultValue: KeyPress? = nil }

nonisolated extension EnvironmentValues {
    /// How buttons look.
    public var buttonLook: ButtonLook {
        get { self[ButtonLookKey.self] }
        set { self[ButtonLookKey.self] = newValue }
    }

    var shortcut: KeyPress? {
        get { self[ShortcutKey.self] }
        set { self[ShortcutKey.self] = newValue }
    }
}
