package import TermCore
import TermUI

/// Replacements for the named pictures of Apple's systems. Each picture has one or two characters for each kind of
/// terminal.
nonisolated package enum SymbolTable {
    /// The signs, by name. For each name, they have the order of ``TermCore/TerminalProfile/Glyphs``: ASCII, a
    /// console's font, and all of Unicode. No sign of Unicode is wider than one column. No sign is an emoji, because
    /// terminals differ in the width of emoji.
    private static let signs: [String: (ascii: String, console: String, unicode: String)] = [
        "arrow.clockwise": ("r", "r", "↻"),
        "arrow.left": ("<-", "←", "←"),
        "arrow.right": ("->", "→", "→"),
        "bell": ("!", "!", "!"),
        "building": ("#", "#", "⌂"),
        "building.2": ("#", "#", "⌂"),
        "calendar": ("#", "#", "▦"),
        "checkmark": ("+", "√", "✓"),
        "checkmark.circle": ("(+)", "(√)", "✓"),
        "chevron.left": ("<", "<", "‹"),
        "chevron.right": (">", ">", "›"),
        "circle": ("o", "o", "○"),
        "clock": ("@", "@", "◷"),
        "creditcard": ("=", "=", "▭"),
        "door": ("]", "]", "▯"),
        "door.left.hand.closed": ("]", "]", "▮"),
        "door.left.hand.open": ("[", "[", "▯"),
        "ellipsis": ("...", "...", "…"),
        "envelope": ("@", "@", "@"),
        "exclamationmark": ("!", "!", "!"),
        "exclamationmark.circle": ("(!)", "(!)", "!"),
        "exclamationmark.triangle": ("/!\\", "!", "△"),
        "eye": ("o", "o", "◉"),
        "eye.slash": ("-", "-", "◌"),
        "gear": ("*", "*", "✱"),
        "hourglass": ("~", "~", "⧗"),
        "house": ("^", "^", "⌂"),
        "info.circle": ("(i)", "(i)", "ⓘ"),
        "key": ("K", "K", "⚷"),
        "link": ("&", "&", "∞"),
        "list.bullet": ("=", "≡", "≡"),
        "lock": ("#", "#", "▣"),
        "lock.open": ("U", "U", "▢"),
        "lock.slash": ("#", "#", "⚿"),
        "magnifyingglass": ("/", "/", "⌕"),
        "minus": ("-", "-", "−"),
        "network": ("%", "%", "⌘"),
        "person": ("i", "i", "☻"),
        "person.circle": ("i", "i", "☻"),
        "phone": ("T", "T", "✆"),
        "plus": ("+", "+", "+"),
        "qrcode": ("%", "▒", "▩"),
        "questionmark.circle": ("(?)", "(?)", "?"),
        "star": ("*", "*", "★"),
        "trash": ("x", "x", "⌫"),
        "wave.3.right": (")))", ")))", "⦚"),
        "wifi": (")))", ")))", "≋"),
        "wifi.slash": ("x", "x", "≉"),
        "xmark": ("x", "x", "✕"),
        "xmark.circle": ("(x)", "(x)", "✕"),
    ]

    /// Whether there are characters for the first part of a name.
    static func knows(_ name: String) -> Bool {
        let first = name.prefix { $0 != "." }
        return signs[name] != nil || signs[String(first)] != nil || MoreSymbols.signs[String(first)] != nil
    }

    /// Returns the characters that a terminal shows for the picture with a name. If a name is unknown, its first known
    /// part is used. If no part is known, the result is a placeholder sign.
    package static func sign(_ name: String, _ glyphs: TerminalProfile.Glyphs) -> TerminalSafe {
        var parts = name.split(separator: ".")[...]
        while !parts.isEmpty {
            if let found = signs[parts.joined(separator: ".")]
                ?? MoreSymbols.signs[parts.joined(separator: ".")]
            {
                switch glyphs {
                case .ascii: return TerminalSafe(found.ascii)
                case .console: return TerminalSafe(found.console)
                case .unicode: return TerminalSafe(found.unicode)
                }
            }
            parts.removeLast()
        }
        return glyphs == .unicode ? "■" : "*"
    }

    /// The names of all pictures.
    package static var names: [String] { Set(signs.keys).union(MoreSymbols.signs.keys).sorted() }
}
