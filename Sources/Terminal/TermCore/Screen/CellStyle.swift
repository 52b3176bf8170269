/// The look of a cell, apart from its character.
package struct CellStyle: Hashable, Sendable {
    /// Attributes that make text stand out. An attribute is never the only thing that shows a meaning.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Combines the listed attributes. The loop is written out because the standard library's version takes a
        /// hundred times as long.
        package init(arrayLiteral elements: Attributes...) {
            var all: UInt8 = 0
            for element in elements { all |= element.rawValue }
            rawValue = all
        }

        package static let bold = Attributes(rawValue: 1 << 0)
        package static let dim = Attributes(rawValue: 1 << 1)
        package static let italic = Attributes(rawValue: 1 << 2)
        package static let underline = Attributes(rawValue: 1 << 3)
        package static let reverse = Attributes(rawValue: 1 << 4)
        package static let strikethrough = Attributes(rawValue: 1 << 5)

        /// The attributes that are visible even on a blank.
        static let onBlanks: Attributes = [.underline, .reverse, .strikethrough]
    }

    /// The colour of the text.
    package var foreground: TerminalColor
    /// The colour behind the text.
    package var background: TerminalColor
    package var attributes: Attributes

    package init(
        foreground: TerminalColor = .standard, background: TerminalColor = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's default style.
    package static let plain = CellStyle()
}
