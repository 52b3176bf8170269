/// A key that was pressed.
package struct KeyEvent: Hashable, Sendable {
    /// The key that was pressed.
    package enum Key: Hashable, Sendable {
        /// The character that the key types, without the effect of Control and Alt.
        case character(Unicode.Scalar)
        case enter, escape, tab, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// A function key, F1 to F24.
        case function(Int)
    }

    /// The modifier keys that were held down.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The modifiers, numbered as in xterm. For a character, Shift is part of the character.
        package static let shift = Modifiers(rawValue: 1 << 0)
        package static let alt = Modifiers(rawValue: 1 << 1)
        package static let control = Modifiers(rawValue: 1 << 2)
        package static let superKey = Modifiers(rawValue: 1 << 3)
    }

    package var key: Key
    package var modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}

extension KeyEvent: CustomStringConvertible {
    /// The key's name for people, such as `Ctrl-c`, `Shift-Tab`, `Alt-x`, `F5` or `é`. The name is safe to print.
    package var description: String {
        let held: [(Modifiers, String)] = [
            (.superKey, "Super-"), (.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"),
        ]
        return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + key.name
    }
}

extension KeyEvent.Key {
    fileprivate var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let scalar): TerminalSafe(String(Character(scalar))).description
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "Page Up"
        case .pageDown: "Page Down"
        case .function(let number): "F\(number)"
        }
    }
}
