package import TermCore

/// The style of text without a style of its own, and the characters for drawing.
nonisolated package struct TextStyle: Equatable {
    var font = Font.body
    package var color = Color.primary
    /// The style that shapes are filled with, and the second and third of such styles, if there is more than `color`.
    package var styles: [Paint] = []
    /// The attributes in addition to the font's.
    package var attributes: CellStyle.Attributes = []
    package var lineLimit: Int?
    /// The number of lines to reserve space for.
    package var leastLines = 0
    var truncation = TextTruncationMode.tail
    var textCase: TextCase?
    package var alignment = TextAlignment.leading

    package init() {}

    /// The cell style that draws it.
    package func cellStyle(in environment: EnvironmentValues) -> CellStyle {
        var attributes = font.attributes.union(attributes)
        if color.isDim(in: environment), !attributes.contains(.bold) { attributes.insert(.dim) }
        return CellStyle(foreground: color.resolved(in: environment), attributes: attributes)
    }
}

/// How lines of different lengths are aligned.
nonisolated public enum TextAlignment: Hashable, Sendable {
    case leading
    case center
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

nonisolated extension EnvironmentValues {
    @Entry package var textStyle = TextStyle()

    /// The terminal's scheme: dark if it does not report its background.
    public var colorScheme: ColorScheme {
        get { knownColorScheme ?? .dark }
        set { knownColorScheme = newValue }
    }

    /// The terminal's scheme; nil if it does not report its background.
    @Entry package var knownColorScheme: ColorScheme? = nil

    /// The terminal's colour depth.
    @Entry package var colorDepth = ColorDepth.truecolor

    /// The colours that `Color(_:bundle:)` finds by name.
    @Entry public var namedColors: [String: Color] = [:]

    /// The colour of interactive elements here; nil for the default.
    @Entry var tint: Color? = nil

    /// The style that `.background` stands for.
    @Entry var backgroundPaint = Paint.solid(.background)

    /// The characters that are available for drawing.
    @Entry package var glyphs = TerminalProfile.Glyphs.unicode

    /// Whether controls can be used.
    @Entry public var isEnabled = true

    var lineGlyphs: LineGlyphs { LineGlyphs(glyphs, isRounded: false) }

    /// The text style here.
    package var cellStyle: CellStyle { textStyle.cellStyle(in: self) }
}
