package import TermCore

/// A colour with a meaning, or a colour of sRGB. The terminal shows the nearest colour that it has.
///
/// If nothing is known of the background, colours with a meaning are the terminal owner's own. Otherwise they can be
/// read on that background (WCAG 2.2, 4.5 to 1).
nonisolated public struct Color: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case named(Name)
        case fixed(TerminalColor)
    }

    private enum Name: Hashable, Sendable {
        case primary, secondary, accent, red, orange, yellow, green, blue, purple, pink, gray, black, white, clear
    }

    private let kind: Kind

    private init(_ name: Name) {
        kind = .named(name)
    }

    /// A colour of sRGB, each part from 0 to 1.
    public init(red: Double, green: Double, blue: Double) {
        func part(_ value: Double) -> UInt8 { value.isNaN ? 0 : UInt8((min(max(value, 0), 1) * 255).rounded()) }
        kind = .fixed(.rgb(part(red), part(green), part(blue)))
    }

    /// A colour that a terminal has.
    package init(_ color: TerminalColor) {
        kind = .fixed(color)
    }

    /// For text.
    public static let primary = Color(.primary)
    /// For text that matters less.
    public static let secondary = Color(.secondary)
    /// For what can be done here.
    public static let accentColor = Color(.accent)
    /// For what went wrong.
    public static let red = Color(.red)
    /// For what needs attention.
    public static let orange = Color(.orange)
    /// For what needs attention.
    public static let yellow = Color(.yellow)
    /// For what is well.
    public static let green = Color(.green)
    /// Blue.
    public static let blue = Color(.blue)
    /// Purple.
    public static let purple = Color(.purple)
    /// Pink.
    public static let pink = Color(.pink)
    /// Between black and white.
    public static let gray = Color(.gray)
    /// Black.
    public static let black = Color(.black)
    /// White.
    public static let white = Color(.white)
    /// The terminal's own background.
    public static let clear = Color(.clear)

    /// The terminal's colour, for text or behind it.
    func resolved(in environment: EnvironmentValues) -> TerminalColor {
        switch kind {
        case .fixed(let color): color
        case .named(let name): Self.color(name, on: environment.knownColorScheme)
        }
    }

    /// Whether text of this colour is also dim: the only sign that exists at every depth.
    var isDim: Bool { kind == .named(.secondary) }

    /// The colour for a dark background, a light one, or an unknown one.
    private static func color(_ name: Name, on scheme: ColorScheme?) -> TerminalColor {
        let (dark, light, unknown): (TerminalColor, TerminalColor, TerminalColor) =
            switch name {
            case .primary, .secondary, .clear: (.standard, .standard, .standard)
            case .accent: (.rgb(95, 175, 255), .rgb(0, 95, 175), .palette(6))
            case .red: (.rgb(255, 135, 135), .rgb(175, 0, 0), .palette(1))
            case .orange: (.rgb(255, 175, 95), .rgb(135, 75, 0), .palette(3))
            case .yellow: (.rgb(255, 215, 95), .rgb(110, 90, 0), .palette(3))
            case .green: (.rgb(135, 215, 135), .rgb(0, 95, 0), .palette(2))
            case .blue: (.rgb(135, 175, 255), .rgb(0, 95, 215), .palette(4))
            case .purple: (.rgb(215, 175, 255), .rgb(95, 0, 175), .palette(5))
            case .pink: (.rgb(255, 175, 215), .rgb(175, 0, 95), .palette(5))
            case .gray: (.rgb(178, 178, 178), .rgb(88, 88, 88), .standard)
            case .black: (.rgb(0, 0, 0), .rgb(0, 0, 0), .palette(0))
            case .white: (.rgb(255, 255, 255), .rgb(255, 255, 255), .palette(15))
            }
        switch scheme {
        case .dark: return dark
        case .light: return light
        case nil: return unknown
        }
    }
}

extension Color: PrimitiveView {
    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 1, proposal.height ?? 1)
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        canvas.fill(node.frame, " ", CellStyle(background: resolved(in: node.environment)))
    }
}

/// Whether text is light on dark or dark on light.
nonisolated public enum ColorScheme: Hashable, Sendable {
    /// Light on dark.
    case dark
    /// Dark on light.
    case light
}
