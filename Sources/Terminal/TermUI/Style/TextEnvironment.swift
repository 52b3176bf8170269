package import TermCore

/// The style of text that has none of its own, and the characters for drawing.
nonisolated package struct TextStyle: Equatable {
    var font = Font.body
    package var color = Color.primary
    /// What shapes are filled with, and the second and third of such styles, where that is more than `color`.
    package var styles: [Paint] = []
    /// The attributes besides those of the font.
    package var attributes: CellStyle.Attributes = []
    package var lineLimit: Int?
    /// The room for so many lines is kept.
    package var leastLines = 0
    var truncation = TextTruncationMode.tail
    var textCase: TextCase?
    package var alignment = TextAlignment.leading

    package init() {}

    /// How the terminal draws it.
    package func cellStyle(in environment: EnvironmentValues) -> CellStyle {
        var attributes = font.attributes.union(attributes)
        if color.isDim(in: environment), !attributes.contains(.bold) { attributes.insert(.dim) }
        return CellStyle(foreground: color.resolved(in: environment), attributes: attributes)
    }
}

/// How lines of different lengths are aligned.
nonisolated public enum TextAlignment: Hashable, Sendable {
    /// From the left.
    case leading
    /// Around the middle.
    case center
    /// To the right.
    case trailing

    var horizontal: HorizontalAlignment {
        switch self {
        case .leading: .leading
        case .center: .center
        case .trailing: .trailing
        }
    }
}

/// The characters with which lines and boxes are drawn.
nonisolated package struct LineGlyphs: Hashable, Sendable {
    package let horizontal: Unicode.Scalar
    package let vertical: Unicode.Scalar
    package let topLeft: Unicode.Scalar
    package let topRight: Unicode.Scalar
    package let bottomLeft: Unicode.Scalar
    package let bottomRight: Unicode.Scalar

    /// The characters that the terminal has.
    package init(_ glyphs: TerminalProfile.Glyphs, isRounded: Bool) {
        let all: [Unicode.Scalar] =
            switch glyphs {
            case .ascii: ["-", "|", "+", "+", "+", "+"]
            case .unicode where isRounded: ["─", "│", "╭", "╮", "╰", "╯"]
            case .console, .unicode: ["─", "│", "┌", "┐", "└", "┘"]
            }
        (horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight) = (
            all[0], all[1], all[2], all[3], all[4], all[5]
        )
    }
}

nonisolated private enum TextStyleKey: EnvironmentKey { static let defaultValue = TextStyle() }
nonisolated private enum TintKey: EnvironmentKey { static let defaultValue: Color? = nil }
nonisolated private enum NamedColorsKey: EnvironmentKey { static let defaultValue: [String: Color] = [:] }
nonisolated private enum DepthKey: EnvironmentKey { static let defaultValue = ColorDepth.truecolor }
nonisolated private enum BackgroundKey: EnvironmentKey { static let defaultValue = Paint.solid(.background) }
nonisolated private enum ColorSchemeKey: EnvironmentKey { static let defaultValue: ColorScheme? = nil }
nonisolated private enum GlyphsKey: EnvironmentKey { static let defaultValue = TerminalProfile.Glyphs.unicode }
nonisolated private enum EnabledKey: EnvironmentKey { static let defaultValue = true }

nonisolated extension EnvironmentValues {
    package var textStyle: TextStyle {
        get { self[TextStyleKey.self] }
        set { self[TextStyleKey.self] = newValue }
    }

    /// The terminal's scheme: dark if it does not tell its background.
    public var colorScheme: ColorScheme {
        get { knownColorScheme ?? .dark }
        set { knownColorScheme = newValue }
    }

    /// The terminal's scheme; nil if it does not tell its background.
    package var knownColorScheme: ColorScheme? {
        get { self[ColorSchemeKey.self] }
        set { self[ColorSchemeKey.self] = newValue }
    }

    /// How many colours the terminal has.
    package var colorDepth: ColorDepth {
        get { self[DepthKey.self] }
        set { self[DepthKey.self] = newValue }
    }

    /// The colours that `Color(_:bundle:)` finds by their names.
    public var namedColors: [String: Color] {
        get { self[NamedColorsKey.self] }
        set { self[NamedColorsKey.self] = newValue }
    }

    /// The colour of what can be done here; nil: the usual one.
    var tint: Color? {
        get { self[TintKey.self] }
        set { self[TintKey.self] = newValue }
    }

    /// What `.background` stands for.
    var backgroundPaint: Paint {
        get { self[BackgroundKey.self] }
        set { self[BackgroundKey.self] = newValue }
    }

    /// The characters that are available for drawing.
    package var glyphs: TerminalProfile.Glyphs {
        get { self[GlyphsKey.self] }
        set { self[GlyphsKey.self] = newValue }
    }

    /// Whether controls can be used.
    public var isEnabled: Bool {
        get { self[EnabledKey.self] }
        set { self[EnabledKey.self] = newValue }
    }

    var lineGlyphs: LineGlyphs { LineGlyphs(glyphs, isRounded: false) }

    /// The style of text here.
    package var cellStyle: CellStyle { textStyle.cellStyle(in: self) }
}
