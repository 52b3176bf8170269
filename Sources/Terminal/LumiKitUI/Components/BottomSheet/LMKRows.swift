import Foundation
import SeamSwiftUI
import TermCore
import TermUI

/// A list of lines. A person chooses a line with a digit, with the arrows and Enter, or with a click.
struct LMKRows: View {
    /// A line of the list.
    struct Row: Equatable {
        let title: String
        var subtitle: String?
        var icon: UIImage?
        var isDestructive = false
        var leadsOn = false
        /// Whether the line is the current choice. If nothing can be chosen, this is nil.
        var isChosen: Bool?
    }

    let rows: [Row]
    let choose: (Int) -> Void

    @FocusState private var focused: Int?
    /// The destructive line that was pressed once.
    @State private var armed: Int?
    @Environment(\.lmkDesign) private var design
    @Environment(\.glyphs) private var glyphs

    var body: some View {
        // The view is as high as its lines. If the space is not high enough for this, the view is as high as the space.
        ScrollView { lines.onKeyPress(arrow) }
            .frame(maxHeight: CellMetrics.points(height, along: .vertical))
            .onKeyPress { key in
                if let digit = key.key.character.wholeNumberValue, key.modifiers.isEmpty, (1...9).contains(digit) {
                    guard rows.indices.contains(digit - 1) else { return .ignored }
                    focused = digit - 1
                    press(digit - 1)
                    return .handled
                }
                return .ignored
            }
    }

    /// The height of all lines, in rows.
    private var height: Int {
        let between = CellMetrics.rows(design.spacing.xxs)
        return rows.reduce(0) { $0 + ($1.subtitle == nil ? 1 : 2 + between) }
    }

    /// Handles the arrows. The handler is attached inside the scroll view. Otherwise, the scroll view itself would
    /// handle the arrows.
    private func arrow(_ key: KeyPress) -> KeyPress.Result {
        switch key.key {
        case .upArrow: move(-1)
        case .downArrow: move(1)
        default: .ignored
        }
    }

    private var lines: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(rows.indices, id: \.self) { place in
                Button {
                    press(place)
                } label: {
                    line(place)
                }.buttonStyle(.plain).focused($focused, equals: place)
            }
        }
    }

    private func move(_ by: Int) -> KeyPress.Result {
        guard let focused, rows.indices.contains(focused + by) else { return .ignored }
        self.focused = focused + by
        armed = nil
        return .handled
    }

    private func press(_ place: Int) {
        guard rows.indices.contains(place) else { return }
        if rows[place].isDestructive, armed != place {
            armed = place
        } else {
            armed = nil
            choose(place)
        }
    }

    @ViewBuilder private func line(_ place: Int) -> some View {
        let row = rows[place]
        let ink = row.isDestructive ? design.colors.error : design.colors.textPrimary
        VStack(alignment: .leading, spacing: design.spacing.xxs) {
            HStack(spacing: 0) {
                Text(place < 9 ? "\(place + 1) " : "  ").foregroundColor(design.colors.textTertiary)
                    .accessibilityHidden(true)
                if let isChosen = row.isChosen {
                    let mark = glyphs.sign(ascii: "*", console: "√", unicode: "✓")
                    Text(verbatim: isChosen ? "\(mark) " : "  ").accessibilityHidden(true)
                }
                if let icon = row.icon {
                    icon.image.foregroundColor(design.colors.primary).accessibilityHidden(true)
                    LMKBlank(design.spacing.iconToText)
                }
                Text(verbatim: row.title).foregroundColor(ink)
                if row.leadsOn { Text(" >").foregroundColor(design.colors.textTertiary).accessibilityHidden(true) }
                if armed == place {
                    Text(" - press again").bold().foregroundColor(design.colors.error).layoutPriority(1)
                }
                if row.isChosen == true { Text("").accessibilityLabel("chosen") }
            }
            .lineLimit(1)
            if let subtitle = row.subtitle {
                Text(verbatim: "  \(subtitle)").font(design.typography.caption).foregroundColor(
                    design.colors.textSecondary
                )
                .lineLimit(1)
            }
        }
    }
}
