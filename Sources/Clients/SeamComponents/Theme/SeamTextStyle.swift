public import SeamSwiftUI
import TermCore
import TermUI

/// Text in one of the theme's fonts, in the colour that belongs to the font.
///
///     Text("Front Door").textStyle(.title)
public struct TextStyle: ViewModifier {
    /// The use of a text.
    public nonisolated enum Style: CaseIterable, Hashable, Sendable {
        /// A page's title.
        case largeTitle
        /// A title, from the largest.
        case title, title2, title3
        /// A short emphasized text.
        case headline
        /// The text below a headline.
        case subheadline
        /// Ordinary text.
        case body
        /// A short explanation.
        case callout
        /// A remark, in the secondary colour.
        case footnote
        /// A remark, in the primary colour.
        case footnotePrimary
        /// A note, in the secondary colour. The style `caption2` is the smaller of the two.
        case caption, caption2
        /// The words above a group, in the secondary colour.
        case sectionHeader
    }

    private let style: Style
    @Environment(\.seamTheme) private var theme

    /// Creates the modifier for a use.
    public init(style: Style) { self.style = style }

    /// Returns the text in the style. Titles and section headers are headers for people who do not see the screen.
    public func body(content: Content) -> some View {
        content
            .font(theme.fonts[style])
            .foregroundColor(isSecondary ? theme.colors.secondaryText : theme.colors.primaryText)
            .multilineTextAlignment(.leading)
            .accessibilityAddTraits(isHeader ? .isHeader : [])
    }

    private var isSecondary: Bool { [.footnote, .caption, .caption2, .sectionHeader].contains(style) }

    private var isHeader: Bool { [.largeTitle, .title, .title2, .title3, .sectionHeader].contains(style) }
}

extension View {
    /// Draws the texts inside in one of the theme's fonts, in the colour that belongs to the font.
    public func textStyle(_ style: TextStyle.Style) -> some View { modifier(TextStyle(style: style)) }
}

nonisolated extension SeamTheme.Fonts {
    /// The font of a style.
    subscript(style: TextStyle.Style) -> Font {
        switch style {
        case .largeTitle: largeTitle
        case .title: title
        case .title2: title2
        case .title3: title3
        case .headline: headline
        case .subheadline: subheadline
        case .body: body
        case .callout: callout
        case .footnote, .footnotePrimary: footnote
        case .caption: caption
        case .caption2: caption2
        case .sectionHeader: sectionHeader
        }
    }
}

/// A line across the view, in a colour. A `Divider` has no colour of its own.
struct SeamRule: View {
    let color: Color
    @Environment(\.glyphs) private var glyphs

    /// The widest line.
    private static let most = 500

    var body: some View {
        GeometryReader { proxy in
            Text(String(repeating: glyphs == .ascii ? "-" : "─", count: min(max(0, proxy.cells.width), Self.most)))
                .lineLimit(1)
                .foregroundColor(color)
        }
        .frame(rows: 1)
        .accessibilityHidden(true)
    }
}

/// A neutral fill behind a view. A terminal with few colours has no greys between black and white, so it gets no fill.
struct SeamFill: ViewModifier {
    let color: Color
    @Environment(\.colorDepth) private var colorDepth

    func body(content: Content) -> some View { content.background(colorDepth < .indexed ? .clear : color) }
}
