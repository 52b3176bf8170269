package import TermCore

/// The style of text without a style of its own, and the characters for drawing.
nonisolated package struct TextStyle: Equatable {
    var font = Font.body
    package var color = Color.primary
    /// The style with which shapes are filled, and the second and third of such styles. The value is empty if there is
    /// only `color`.
    package var styles: [Paint] = []
    /// The attributes in addition to the attributes of the font.
    package var attributes: CellStyle.Attributes = []
    package var lineLimit: Int?
    /// The number of lines to reserve space for.
    package var leastLines = 0
    /// The number of blank rows between two lines.
    package var blankRows = 0
    var truncation = TextTruncationMode.tail
    var textCase: TextCase?
    package var alignment = TextAlignment.leading

    package init() {}

    /// Returns the cell style for drawing text of this style.
    package func cellStyle(in environment: EnvironmentValues) -> CellStyle {
        var attributes = font.attributes.union(attributes)
        if color.isDim(in: environment), !attributes.contains(.bold) { attributes.insert(.dim) }
        return CellStyle(foreground: color.resolved(in: environment), attributes: attributes)
    }
}

/// The alignment of lines of different lengths.
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

/// The characters used to draw lines and boxes.
nonisolated package struct LineGlyphs: Hashable, Sendable {
    package let horizontal: Unicode.Scalar
    package let vertical: Unicode.Scalar
    package let topLeft: Unicode.Scalar
    package let topRight: Unicode.Scalar
    package let bottomLeft: Unicode.Scalar
    package let bottomRight: Unicode.Scalar

    /// Creates the characters that the terminal supports.
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

    /// The terminal's colour scheme. If the terminal does not report its background, this is dark.
    public var colorScheme: ColorScheme {
        get { knownColorScheme ?? .dark }
        set { knownColorScheme = newValue }
    }

    /// The terminal's colour scheme, or nil if the terminal does not report its background.
    @Entry package var knownColorScheme: ColorScheme? = nil

    /// The terminal's colour depth.
    @Entry package var colorDepth = ColorDepth.truecolor

    /// The colours that `Color(_:bundle:)` finds by name.
    @Entry public var namedColors: [String: Color] = [:]

    /// The colour of interactive elements in the view, or nil for the default.
    @Entry var tint: Color? = nil

    /// The style that `.background` means in the view.
    @Entry var backgroundPaint = Paint.solid(.background)

    /// The characters that are available for drawing.
    @Entry package var glyphs = TerminalProfile.Glyphs.unicode

    /// Whether controls can be used.
    @Entry public var isEnabled = true

    /// Whether clicks reach the view.
    @Entry var allowsHitTesting = true

    /// Whether the view handles the mouse.
    var takesMouse: Bool { isEnabled && allowsHitTesting }

    var lineGlyphs: LineGlyphs { LineGlyphs(glyphs, isRounded: false) }

    /// The cell style of text in the view.
    package var cellStyle: CellStyle { textStyle.cellStyle(in: self) }
}
