import LumiKitUI
import SeamSDK
import SeamSwiftUI
import TermControls
import TermCore
import TermUI

/// A card in a list of cards. The card is a frame with as many lines as the density allows. Where a theme's gradient
/// would hide the text, the text's colours are corrected line by line.
struct SeamKeyCardFace: View, Equatable {
    let row: SeamKeyRow
    /// The card's look. The value nil means the look from the theme.
    let card: SeamTheme.KeyCard?
    let style: SeamAccessCredentialErrorStyle
    var isChosen = false
    var isFocused = false

    @Environment(\.seamDensity) private var density

    /// The number of rows of a regular card including its frame.
    static let rows = rows(.regular)

    /// Returns the number of rows of a card including its frame.
    static func rows(_ density: SeamDensity) -> Int { density.cardRows }

    nonisolated static func == (one: Self, other: Self) -> Bool {
        one.row == other.row && one.card == other.card && one.style == other.style && one.isChosen == other.isChosen
            && one.isFocused == other.isFocused
    }

    var body: some View {
        let lines = density.cardRows - 2
        SeamCardBox(card: card, lines: lines, isChosen: isChosen || isFocused) {
            VStack(alignment: .leading, spacing: 0) {
                SeamCardHead(row: row, card: card, style: style)
                SeamCardText(row: row, card: card, style: style, mark: isFocused ? "> " : "")
            }
            .frame(rows: lines, alignment: .topLeading)
        }
        .accessibilityLabel(row.spoken)
    }
}

/// The frame of a card, and the colours behind it.
struct SeamCardBox<Content: View>: View {
    let card: SeamTheme.KeyCard?
    /// The number of lines that the gradient covers.
    let lines: Int
    let isChosen: Bool
    @ViewBuilder let content: Content

    @Environment(\.seamTheme) private var theme
    @Environment(\.lmkDesign) private var design
    @Environment(\.self) private var environment

    var body: some View {
        let padding = CellMetrics.points(environment.seamDensity.cardPadding, along: .horizontal)
        let card = card ?? theme.keyCard
        // A colour chosen by the terminal's owner is not drawn behind text, because the text might become unreadable.
        let isKnown = !card.backgroundGradient.contains { $0.resolved(in: environment) == .standard }
        let fills = isKnown ? card.backgroundGradient : []
        content
            .environment(\.seamCardInk, SeamCardInk(fills, theme, design, environment, lines: lines))
            .frame(maxWidth: .infinity, alignment: .leading)
            .padding(.horizontal, padding)
            .background { SeamCardFill(colors: fills, other: theme.colors.secondaryBackground) }
            .clipped()
            .lmk_applyBorder(
                color: isChosen ? card.accentColor ?? theme.colors.accent : theme.colors.secondaryText,
                cornerRadius: card.cornerRadius
            )
            .cellShadow(dark: shade(card, .dark), light: shade(card, .light))
    }
}

extension SeamCardBox {
    /// Returns the darkness of the shadow, from 0 to 1, or 0 if the shadow reaches less than a cell's width.
    private func shade(_ card: SeamTheme.KeyCard, _ scheme: ColorScheme) -> Double {
        card.shadowRadius >= 8 ? card.shadowColor.parts(on: scheme).alpha : 0
    }
}

private struct SeamCardFill: View, Equatable {
    let colors: [Color]
    let other: Color

    var body: some View {
        LinearGradient(colors: colors.isEmpty ? [other] : colors, startPoint: .top, endPoint: .bottom)
            .accessibilityHidden(true)
    }
}

/// Readable text colours for each line of a card.
nonisolated struct SeamCardInk {
    private let fills: [Color]
    private let readable: (@MainActor (Color, Color) -> Color)?

    @MainActor init(
        _ colors: [Color], _ theme: SeamTheme, _ design: LMKDesign, _ environment: EnvironmentValues, lines: Int
    ) {
        guard !colors.isEmpty, environment.colorDepth > .mono else {
            (fills, readable) = ([], nil)
            return
        }
        let scheme = environment.knownColorScheme ?? .dark
        fills = (0..<max(1, lines)).map { line in
            let place = Double(colors.count - 1) * (Double(line) + 0.5) / Double(max(1, lines))
            let first = min(Int(place), colors.count - 1)
            let (one, other) = (
                colors[first].parts(on: scheme), colors[min(first + 1, colors.count - 1)].parts(on: scheme)
            )
            let part = place - Double(first)
            func mixed(_ path: KeyPath<(red: Double, green: Double, blue: Double, alpha: Double), Double>) -> Double {
                one[keyPath: path] * (1 - part) + other[keyPath: path] * part
            }
            return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
        }
        var themed = design
        themed.colors = theme.design(over: design).colors
        let mend = LMKReadable(design: themed, environment: environment)
        readable = { mend.text($0, on: $1) }
    }

    fileprivate init() { (fills, readable) = ([], nil) }

    /// Returns `color`, or a readable colour in its place, for a line of the card.
    @MainActor func callAsFunction(_ color: Color, line: Int) -> Color {
        guard let readable, let last = fills.indices.last else { return color }
        return readable(color, fills[min(max(line, 0), last)])
    }
}

nonisolated extension EnvironmentValues {
    /// The text colours of the enclosing card.
    @Entry var seamCardInk: SeamCardInk = SeamCardInk()
}

/// The first line of a card. The line shows the key's first error as a badge, together with the number of other errors.
/// If there are no errors, it shows a bar.
struct SeamCardHead: View {
    let row: SeamKeyRow
    let card: SeamTheme.KeyCard?
    let style: SeamAccessCredentialErrorStyle

    @Environment(\.seamTheme) private var theme
    @Environment(\.seamCardInk) private var ink
    @Environment(\.glyphs) private var glyphs

    var body: some View {
        if let error = row.error {
            HStack(spacing: 8) {
                Image(systemName: style.systemIcon(error, theme: theme)).accessibilityHidden(true)
                    .foregroundColor(ink(style.iconColor(error, theme: theme), line: 0))
                LMKBadge(
                    .text(style == .default ? row.badge : style.shortDescription(error, in: row.language)),
                    color: style.iconColor(error, theme: theme),
                    textColor: theme.colors.primaryTextLight)
                if let more = row.more {
                    Text(verbatim: "+\(row.key.errors.count - 1)").font(theme.fonts.caption2.bold())
                        .foregroundColor(ink(theme.colors.primaryText, line: 0))
                        .accessibilityLabel(more)
                }
            }
            .lineLimit(1)
        } else {
            GeometryReader { proxy in
                Text(String(repeating: sign, count: min(max(0, proxy.cells.width), 500))).lineLimit(1)
                    .foregroundColor((card ?? theme.keyCard).accentColor ?? theme.colors.accent)
            }
            .frame(rows: 1)
            .accessibilityHidden(true)
        }
    }

    private var sign: String {
        switch glyphs {
        case .ascii: "="
        case .console: "─"
        case .unicode: "▀"
        }
    }
}
