/// One place of a screen.
package struct Cell: Hashable, Sendable {
    /// The place's part of what stands there.
    package enum Span: UInt8, Sendable {
        /// All of a character of one column.
        case whole
        /// The first column of a wide one.
        case leading
        /// The second; its character stands in the cell before, and a blank in it.
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

    /// Nothing, in the terminal's own colours.
    package static let blank = Cell()

    /// A space that looks like any other space of the same background.
    var isBlank: Bool {
        glyph == .blank && span == .whole && style.attributes.isDisjoint(with: .onBlanks)
    }
}
