package import TermCore

/// A way to emphasize text. A style never carries meaning alone, because the words say the same.
package enum TextStyle: Sendable, Hashable, CaseIterable {
    case plain
    case strong
    case faint
    case good
    case warning
    case bad
}

/// Turns styles into colours, or leaves text without colours.
package struct TextPalette: Sendable, Hashable {
    package let hasColour: Bool

    package init(hasColour: Bool) {
        self.hasColour = hasColour
    }

    /// The text with its style's escape sequences, if the palette has colours.
    package func paint(_ text: TerminalSafe, _ style: TextStyle) -> TerminalSafe {
        guard hasColour, !text.isEmpty, let code = Self.code(style) else { return text }
        return TerminalSafe(trusted: "\u{1b}[\(code)m\(text.description)\u{1b}[0m")
    }

    private static func code(_ style: TextStyle) -> String? {
        switch style {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .good: "32"
        case .warning: "33"
        case .bad: "31"
        }
    }
}
