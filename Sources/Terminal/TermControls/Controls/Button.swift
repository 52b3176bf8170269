import Foundation
public import TermUI

nonisolated public enum ButtonRole: Hashable, Sendable {
    /// The button deletes data, and is red.
    case destructive
    /// The button changes nothing. In an alert, Esc does the same.
    case cancel
    /// The button closes a view. In an alert, Esc does the same.
    case close
    case confirm
}

/// A view that may have a button's role.
protocol RoleBearing {
    var role: ButtonRole? { get }
}

/// A control that runs an action. It runs on a click, on Enter or the space bar while the control has the focus, and on
/// its shortcut wherever the focus is. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Button<Label: View>: View, RoleBearing {
    let role: ButtonRole?
    private let action: () -> Void
    private let label: Label

    @Environment(\.styles) private var styles

    public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    public init(role: ButtonRole?, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.role = role
        self.action = action
        self.label = label()
    }

    public var body: some View {
        switch styles[.button]?.base {
        case let style as any ButtonStyle:
            let (role, label) = (role, AnyView(label))
            PressedButton(role: role, action: action) { isPressed in
                style.styled(ButtonStyleConfiguration(label: label, isPressed: isPressed, role: role))
            }
        case let style as any PrimitiveButtonStyle:
            style.styled(PrimitiveButtonStyleConfiguration(label: AnyView(label), role: role, action: action))
        default:
            BuiltInButton(look: .automatic, role: role, action: action, label: label)
        }
    }
}

extension Button where Label == Text {
    public init(_ titleKey: LocalizedStringKey, action: @escaping () -> Void) {
        self.init(action: action) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, action: @escaping () -> Void) {
        self.init(action: action) { Text(title) }
    }

    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }

    public init(role: ButtonRole, action: @escaping () -> Void) {
        let title: LocalizedStringKey =
            switch role {
            case .destructive: "Delete"
            case .cancel: "Cancel"
            case .close: "Close"
            case .confirm: "Done"
            }
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Label == TermControls.Label<Text, Image> {
    /// Creates a button with a picture and a title.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
    ) {
        self.init(role: role, action: action) { TermControls.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a button with a picture and a title.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
    ) {
        self.init(role: role, action: action) { TermControls.Label(title, systemImage: systemImage) }
    }
}

extension Button where Label == AnyView {
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, action: configuration.action) { configuration.label }
    }
}

/// A button without a built-in look.
private struct PressedButton<Content: View>: View {
    let role: ButtonRole?
    let action: () -> Void
    @ViewBuilder let content: (_ isPressed: Bool) -> Content

    var body: some View {
        Control(isCancelling: role == .cancel || role == .close, endsLayer: true, action: action, content: content)
    }
}

/// A button that is drawn by a built-in style.
struct BuiltInButton<Label: View>: View {
    /// The looks of a built-in button.
    enum Look {
        /// The look `[ Open ]` if the label is only words and pictures in a row. In a menu, and if the program draws
        /// the label itself, only the label is drawn.
        case automatic
        case bordered
        case prominent
        case plain
        /// The look of a label with a line under it.
        case link
    }

    let look: Look
    let role: ButtonRole?
    let action: () -> Void
    let label: Label

    @Environment(\.isInMenu) private var isInMenu

    private var isBordered: Bool {
        look == .bordered || look == .prominent || look == .automatic && !isInMenu && isWords(label)
    }

    var body: some View {
        Control(
            isCancelling: role == .cancel || role == .close, endsLayer: true, isProminent: look == .prominent,
            action: action
        ) { _ in
            if isBordered {
                HStack(spacing: 0) {
                    edge("[ ")
                    label
                    edge(" ]")
                }
                .lineLimit(1)
            } else {
                label.underlined(look == .link)
            }
        }
        .red(role == .destructive)
    }

    private func edge(_ sign: String) -> some View {
        Text(verbatim: sign).foregroundColor(look == .prominent ? nil : .secondary).accessibilityHidden(true)
    }
}

extension View {
    /// Sets a key that presses the button wherever the focus is.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = []) -> some View {
        environment(\.shortcut, KeyPress(key, modifiers: modifiers))
    }

    /// Sets a key that presses the button wherever the focus is. If the focused view handles this key, it gets the key
    /// instead.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        keyboardShortcut(shortcut.key, modifiers: shortcut.modifiers)
    }

    /// Sets a key that presses the button wherever the focus is. Nil means that there is no such key.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        environment(\.shortcut, shortcut.map { KeyPress($0.key, modifiers: $0.modifiers) })
    }

    /// Returns the view in red, or unchanged.
    @ViewBuilder fileprivate func red(_ isRed: Bool) -> some View {
        if isRed { foregroundColor(.red) } else { self }
    }

    @ViewBuilder fileprivate func underlined(_ isUnderlined: Bool) -> some View {
        if isUnderlined { underline() } else { self }
    }
}

/// A key that presses a button.
nonisolated public struct KeyboardShortcut: Hashable, Sendable {
    public var key: KeyEquivalent
    public var modifiers: EventModifiers

    /// Creates a shortcut from a key and the modifiers held with the key. By default, there are no modifiers. SwiftUI's
    /// default is the command key, and no terminal reports this key.
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// The shortcut Enter.
    public static let defaultAction = KeyboardShortcut(.return)
    /// The shortcut Esc.
    public static let cancelAction = KeyboardShortcut(.escape)
}

nonisolated extension EnvironmentValues {
    @Entry var shortcut: KeyPress? = nil
}
