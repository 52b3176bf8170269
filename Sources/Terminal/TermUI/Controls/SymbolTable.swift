public import Foundation
package import TermCore

/// The replacements for the pictures that Apple's systems have by name: one or two characters for each kind of
/// terminal.
nonisolated package enum SymbolTable {
    /// In the order of ``TermCore/TerminalProfile/Glyphs``: ASCII, a console's font, all of Unicode. In Unicode none
    /// is wider than one column, and none is an emoji, because terminals differ in the width of emoji.
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

    /// The characters that a terminal shows for the picture with that name. For an unknown name, the first part of
    /// the name that is known decides; if there is none, a sign for unknown pictures is shown.
    package static func sign(_ name: String, _ glyphs: TerminalProfile.Glyphs) -> TerminalSafe {
        var parts = name.split(separator: ".")[...]
        while !parts.isEmpty {
            if let found = signs[parts.joined(separator: ".")] {
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

    /// All names.
    package static var names: [String] { signs.keys.sorted() }
}

/// A picture that Apple's systems have by name, shown as the nearest character.
nonisolated public struct Image: @MainActor PrimitiveView, Equatable, Sendable {
    private let name: String

    /// Its characters within a text, where the terminal's set is not known.
    nonisolated var sign: String { SymbolTable.sign(name, .unicode).description }

    /// The picture with that name in SF Symbols.
    public init(systemName: String) {
        name = systemName
    }

    @MainActor package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(SymbolTable.sign(name, node.environment.glyphs).columns, 1)
    }

    @MainActor package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let sign = SymbolTable.sign(name, node.environment.glyphs)
        canvas.write(sign, node.environment.cellStyle, x: node.frame.x, y: node.frame.y)
    }
}

nonisolated extension Text {
    /// A picture in a text.
    public init(_ image: Image) {
        self.init(verbatim: image.sign)
    }
}

nonisolated extension LocalizedStringKey.StringInterpolation {
    /// A picture.
    public mutating func appendInterpolation(_ image: Image) { appendInterpolation(Text(image)) }
}

extension GraphicsContext {
    /// Draws a picture's character in the middle of a rectangle.
    public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) {
        draw(Text(image), at: CGPoint(x: rect.midX, y: rect.midY))
    }

    /// Draws a picture's character at a point.
    public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(Text(image), at: point, anchor: anchor)
    }
}
