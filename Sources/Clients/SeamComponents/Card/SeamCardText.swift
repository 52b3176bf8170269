import LumiKitUI
import SeamSwiftUI
import SeamWords
import TermCore
import TermUI

/// The lines of a card below its head: location, name, numbers and state. The name and the state appear at every
/// density. A compact card has no numbers, and shows the location after the name if there is room.
struct SeamCardText: View {
    let row: SeamKeyRow
    let card: SeamTheme.KeyCard?
    let style: SeamAccessCredentialErrorStyle
    let mark: String

    @Environment(\.seamTheme) private var theme
    @Environment(\.seamCardInk) private var ink
    @Environment(\.seamDensity) private var density
    @Environment(\.glyphs) private var glyphs

    var body: some View {
        let places = SeamCardPlaces(density)
        VStack(alignment: .leading, spacing: 0) {
            if density == .compact {
                ViewThatFits(in: .horizontal) {
                    HStack(spacing: 16) {
                        name(places)
                        place(places)
                    }
                    name(places)
                }
            } else {
                if density == .large { blank }
                HStack(spacing: 8) {
                    place(places).frame(maxWidth: .infinity, alignment: .leading)
                    logo(places)
                }
                name(places).frame(rows: places.nameLines, alignment: .topLeading)
                Text(verbatim: numbers).foregroundColor(ink(theme.colors.secondaryText, line: places.numbers))
                if density == .large { blank }
            }
            state(places)
        }
        .lineLimit(1)
        .opacity(row.isDim ? 0.5 : 1)
    }

    private var blank: some View { Text(verbatim: "").accessibilityHidden(true) }

    private func place(_ places: SeamCardPlaces) -> some View {
        Text(verbatim: row.place).font(theme.fonts.caption)
            .foregroundColor(ink(theme.colors.secondaryText, line: places.place))
    }

    private func name(_ places: SeamCardPlaces) -> some View {
        Text(verbatim: mark + row.key.name).font(theme.fonts.headline).lineLimit(places.nameLines).foregroundColor(
            ink(row.isDim ? theme.colors.secondaryText : theme.colors.primaryText, line: places.name))
    }

    @ViewBuilder private func logo(_ places: SeamCardPlaces) -> some View {
        if let logo = (card ?? theme.keyCard).logoAssetName, !logo.isEmpty {
            LMKThemePicture(logo) {
                Text(verbatim: String(logo.prefix(8))).bold()
                    .foregroundColor(
                        ink((card ?? theme.keyCard).accentColor ?? theme.colors.accent, line: places.place))
            }
            .frame(maxWidth: CellMetrics.points(8, along: .horizontal), maxHeight: CellMetrics.pointsPerRow)
            .fixedSize(horizontal: true, vertical: true).layoutPriority(1).accessibilityHidden(true)
        }
    }

    /// The state, with the note beside the state, or below the state if there is room.
    @ViewBuilder private func state(_ places: SeamCardPlaces) -> some View {
        let bars = row.signal.map { " " + $0.bars(glyphs) } ?? ""
        let state = Text(verbatim: row.state + bars).bold()
            .foregroundColor(ink(row.color(theme, style), line: places.state))
        // The badge already shows the other errors.
        let text = row.error == nil || row.error == .expired ? row.note : ""
        let note = Text(verbatim: text).foregroundColor(ink(theme.colors.secondaryText, line: places.note))
        if places.note > places.state {
            state
            note
        } else {
            HStack(spacing: 8) {
                state.layoutPriority(1)
                note
            }
        }
    }

    private var numbers: String {
        let (mask, language) = (SeamMask(glyphs), row.language)
        return [
            row.key.code.map { _ in language("code %@", mask.code) },
            row.key.cardNumber.map { language("card %@", mask.card($0)) },
            row.key.isManaged ? nil : language("discovered"),
        ].compactMap(\.self).joined(separator: "  ")
    }
}

/// The line of each part of a card. The head has the first line.
private struct SeamCardPlaces {
    let place: Int
    let name: Int
    /// The number of lines of a name.
    let nameLines: Int
    let numbers: Int
    let state: Int
    /// The line of the note. If the line equals `state`, the note is beside the state.
    let note: Int

    init(_ density: SeamDensity) {
        switch density {
        case .compact: (place, name, nameLines, numbers, state, note) = (1, 1, 1, 1, 2, 2)
        case .regular: (place, name, nameLines, numbers, state, note) = (1, 2, 1, 3, 4, 4)
        case .comfortable: (place, name, nameLines, numbers, state, note) = (1, 2, 2, 4, 5, 6)
        case .large: (place, name, nameLines, numbers, state, note) = (2, 3, 2, 5, 7, 8)
        }
    }
}
