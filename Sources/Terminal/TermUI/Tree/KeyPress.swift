package import TermCore

/// A key press that is reported to a view.
nonisolated public struct KeyPress: Hashable, Sendable {
    /// Whether a view has used the key.
    public enum Result: Hashable, Sendable {
        /// The view used the key, so no other view is asked.
        case handled
        /// The view did not use the key, so other views are asked.
        case ignored
    }

    public let key: KeyEquivalent
    public let modifiers: EventModifiers

    public init(_ key: KeyEquivalent, modifiers: EventModifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// The text that the key types. The value is empty for a key that types nothing.
    public var characters: String {
        guard modifiers.isDisjoint(with: [.control, .option, .command]), key.isText else { return "" }
        return String(key.character)
    }

    /// The name of the key on a keyboard: `Ctrl-S`, `Esc`.
    package var name: String {
        let held: [(EventModifiers, String)] = [(.control, "Ctrl-"), (.option, "Alt-"), (.command, "Super-")]
        let before = held.filter { modifiers.contains($0.0) }.map(\.1).joined()
        let text = String(key.character)
        return before + (Self.names[key] ?? (before.isEmpty ? text : text.uppercased()))
    }

    private static let names: [KeyEquivalent: String] = [
        .return: "Enter", .escape: "Esc", .tab: "Tab", .space: "Space", .delete: "Backspace", .deleteForward: "Delete",
        .upArrow: "Up", .downArrow: "Down", .leftArrow: "Left", .rightArrow: "Right", .home: "Home", .end: "End",
        .pageUp: "PgUp", .pageDown: "PgDn",
    ]

    /// Creates a key press from a terminal's event, or returns nil for a key for which SwiftUI has no name, such as F1.
    package init?(_ event: KeyEvent) {
        guard let key = KeyEquivalent(event.key) else { return nil }
        self.key = key
        var modifiers: EventModifiers = []
        if event.modifiers.contains(.shift) { modifiers.insert(.shift) }
        if event.modifiers.contains(.control) { modifiers.insert(.control) }
        if event.modifiers.contains(.alt) { modifiers.insert(.option) }
        if event.modifiers.contains(.superKey) { modifiers.insert(.command) }
        self.modifiers = modifiers
    }
}

/// A key, identified by the character it types or by its function.
nonisolated public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// The character that the key types. Keys that type no character have AppKit's characters, or their control
    /// characters.
    public let character: Character

    public init(_ character: Character) {
        self.character = character
    }

    public init(extendedGraphemeClusterLiteral character: Character) {
        self.character = character
    }

    /// The Enter key.
    public static let `return` = KeyEquivalent("\r")
    /// The Esc key.
    public static let escape = KeyEquivalent("\u{1b}")
    /// The Tab key.
    public static let tab = KeyEquivalent("\t")
    public static let space = KeyEquivalent(" ")
    public static let delete = KeyEquivalent("\u{8}")
    /// The Delete key, which removes the character after the cursor.
    public static let deleteForward = KeyEquivalent("\u{7f}")
    public static let upArrow = KeyEquivalent("\u{f700}")
    public static let downArrow = KeyEquivalent("\u{f701}")
    /// The arrow that points to the left.
    public static let leftArrow = KeyEquivalent("\u{f702}")
    /// The arrow that points to the right.
    public static let rightArrow = KeyEquivalent("\u{f703}")
    public static let home = KeyEquivalent("\u{f729}")
    public static let end = KeyEquivalent("\u{f72b}")
    public static let pageUp = KeyEquivalent("\u{f72c}")
    public static let pageDown = KeyEquivalent("\u{f72d}")

    var isText: Bool {
        character.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0xF700...0xF8FF).contains(scalar.value)
        }
    }

    init?(_ key: KeyEvent.Key) {
        switch key {
        case .character(let scalar): self.init(Character(scalar))
        case .enter: self = .return
        case .escape: self = .escape
        case .tab: self = .tab
        case .backspace: self = .delete
        case .delete: self = .deleteForward
        case .up: self = .upArrow
        case .down: self = .downArrow
        case .left: self = .leftArrow
        case .right: self = .rightArrow
        case .home: self = .home
        case .end: self = .end
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .insert, .function: return nil
        }
    }
}

/// The modifiers held down with a key.
nonisolated public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The Shift key. For a key that types, Shift is part of the character.
    public static let shift = EventModifiers(rawValue: 1 << 0)
    public static let control = EventModifiers(rawValue: 1 << 1)
    public static let option = EventModifiers(rawValue: 1 << 2)
    public static let command = EventModifiers(rawValue: 1 << 3)
}

extension View {
    /// Gives a key an action while the view is on the screen, unless a view inside this view or in front of it handles
    /// the key.
    public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View {
        onKeyPress { press in press.key == key && press.modifiers.isSubset(of: .shift) ? action() : .ignored }
    }

    public func onKeyPress(
        keys: Set<KeyEquivalent>, action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        onKeyPress { press in keys.contains(press.key) ? action(press) : .ignored }
    }

    public func onKeyPress(_ action: @escaping (KeyPress) -> KeyPress.Result) -> some View {
        modified(KeyAction(action: action))
    }
}

private struct KeyAction: NodeModifier {
    let action: (KeyPress) -> KeyPress.Result

    static var isTransparent: Bool { true }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        node.environment.isEnabled && action(key) == .handled
    }
}
