/// One place of a screen.
package struct Cell: Hashable, Sendable {
    /// Which part of a character the place shows.
    package enum Span: UInt8, Sendable {
        /// A whole character of one column.
        case whole
        /// The first column of a wide character.
        case leading
        /// The second column of a wide character; the character is in the cell before, and this cell has a blank.
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

    /// Whether it is a space that looks like any other space of the same background.
    var isBlank: Bool {
        glyph == .blank && span == .whole && style.attributes.isDisjoint(with: .onBlanks)
    }
}
