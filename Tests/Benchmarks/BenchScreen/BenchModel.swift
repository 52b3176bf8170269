package import OpenCombine
import TermCore
package import TermUI

/// The screen's colours, apart from the colour of plain text.
package struct BenchPalette: Hashable {
    package let accent: Color
    package let faint: Color
    package let good: Color

    static let first = BenchPalette(
        accent: Color(.rgb(0x4F, 0x8C, 0xFF)), faint: Color(.rgb(0x8A, 0x8F, 0x98)), good: Color(.rgb(0x3F, 0xB9, 0x50))
    )
    static let second = BenchPalette(
        accent: Color(.rgb(0xF2, 0x8B, 0x30)), faint: Color(.rgb(0xA3, 0x9B, 0x8B)), good: Color(.rgb(0x9D, 0xB9, 0x3F))
    )
}

/// The changing parts of the benchmark's screen, and the events that change them.
@MainActor package final class BenchModel: ObservableObject {
    @Published package private(set) var step = 0
    /// Seconds since midnight.
    @Published package private(set) var time = 12 * 3600 + 34 * 60 + 56
    @Published package var selected: Int? = 3
    @Published package private(set) var palette = BenchPalette.first
    package let rows: Range<Int>

    /// The number of rows that fit on the screen.
    package static let page = 46

    package init(rows: Int) { self.rows = 0..<rows }

    /// Shows the spinner's next character.
    package func spin() { step += 1 }

    /// Advances the clock by a second.
    package func tick() { time += 1 }

    /// Selects the next row. The row after the selected row is visible, except when the selection is at the end of the
    /// page.
    package func select() { selected = min((selected ?? -1) + 1, rows.upperBound - 1) }

    /// Selects the next row below the first page, so that the list scrolls by one row.
    package func scroll() { selected = min(max((selected ?? -1) + 1, Self.page), rows.upperBound - 1) }

    /// Changes every colour on the screen, apart from the colour of plain text.
    package func recolour() { palette = palette == .first ? .second : .first }
}
