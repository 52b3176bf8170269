package import OpenCombine
import TermCore
package import TermUI

/// The screen's colours, beside that of plain text.
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

/// What the screen shows that can change, and the events that change it.
@MainActor package final class BenchModel: ObservableObject {
    @Published package private(set) var step = 0
    /// Seconds of the day.
    @Published package private(set) var time = 12 * 3600 + 34 * 60 + 56
    @Published package var selected: Int? = 3
    @Published package private(set) var palette = BenchPalette.first
    package let rows: Range<Int>

    /// Rows that are seen at once.
    package static let page = 46

    package init(rows: Int) { self.rows = 0..<rows }

    /// The spinner shows its next character.
    package func spin() { step += 1 }

    /// A second passes.
    package func tick() { time += 1 }

    /// The next row is selected, which is seen already while there are some left.
    package func select() { selected = min((selected ?? -1) + 1, rows.upperBound - 1) }

    /// The next row below those of the first page is selected: the list scrolls by one.
    package func scroll() { selected = min(max((selected ?? -1) + 1, Self.page), rows.upperBound - 1) }

    /// All that has a colour has another.
    package func recolour() { palette = palette == .first ? .second : .first }
}
