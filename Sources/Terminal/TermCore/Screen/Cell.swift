/// A place on a screen that shows a character.
package struct Cell: Hashable, Sendable {
    /// The part of a character that a cell shows.
    package enum Span: UInt8, Sendable {
        /// A whole character of one column.
        case whole
        /// The first column of a wide character.
        case leading
        /// The second column of a wide character. The character is in the cell before, and this cell contains a blank.
        case trailing
    }

    package var glyph: Glyph
    package var style: CellStyle
    package var span: Span

    package init(_ glyph: Glyph = .blank, _ style: CellStyle = .plain, span: Span = .whole) {
        self.glyph = glyph
        self.style = style
        self.span = span
    }

    /// An empty cell in the terminal's own colours.
    package static let blank = Cell()

    /// Whether the cell is a space that looks like any other space with the same background.
    var isBlank: Bool {
        glyph == .blank && span == .whole && style.attributes.isDisjoint(with: .onBlanks)
    }
}
