/// The content of a cell: a character and at most two marks on it, or a part of a picture, in one word.
package struct Glyph: Hashable, Sendable {
    /// Three scalars of 21 bits each. The character is in the lowest bits. If the highest bit is set, the others are
    /// the picture, the row and the column.
    private var bits: UInt64

    /// A blank.
    package static let blank = Glyph(" ")

    /// Creates the content from a character without marks.
    package init(_ scalar: Unicode.Scalar) {
        bits = UInt64(scalar.value)
    }

    /// Creates a part of a picture. In a text, the part is a blank.
    init(_ part: PicturePart) {
        bits = 1 << 63 | UInt64(part.serial) << 20 | UInt64(part.row) << 10 | UInt64(part.column)
    }

    /// The part of a picture, or nil for a character.
    var picturePart: PicturePart? {
        guard isPicture else { return nil }
        return PicturePart(
            serial: Int((bits << 1) >> 21), row: Int(bits >> 10 & 0x3FF), column: Int(bits & 0x3FF))
    }

    /// A cell of a picture.
    struct PicturePart: Hashable, Sendable {
        let serial: Int
        let row: Int
        let column: Int
    }

    private var isPicture: Bool { bits >> 63 != 0 }

    /// The character and its marks, in order.
    package var scalars: [Unicode.Scalar] {
        if isPicture { return [" "] }
        var scalars: [Unicode.Scalar] = []
        var rest = bits
        repeat {
            if let scalar = Unicode.Scalar(UInt32(rest & Self.mask)) { scalars.append(scalar) }
            rest >>= 21
        } while rest != 0
        return scalars
    }

    /// The character without its marks.
    package var base: Unicode.Scalar { isPicture ? " " : Unicode.Scalar(UInt32(bits & Self.mask)) ?? " " }

    /// Adds a mark to the character. Does nothing if the character already has two marks.
    package mutating func add(_ mark: Unicode.Scalar) {
        // The highest bit of a part of a picture is set, so no place in it is free.
        for shift in [21, 42] as [UInt64] where bits >> shift == 0 {
            bits |= UInt64(mark.value) << shift
            return
        }
    }

    /// Whether terminals disagree on how far the glyph moves the cursor. This concerns flags, and marks that take a
    /// column of their own on some terminals.
    package var isRisky: Bool {
        // The blocks of punctuation and symbols contain no such mark. Most glyphs other than letters are box-drawing
        // lines.
        if bits < 0x300 || (0x2000...0x2FFF).contains(bits) || isPicture { return false }
        // Only a terminal that knows this character gets it.
        if base == Placeholder.scalar { return false }
        if bits >> 21 != 0 { return true }
        if (0x1F1E6...0x1F1FF).contains(bits) { return true }
        return base.properties.generalCategory == .spacingMark
    }

    /// Appends the glyph as UTF-8.
    func append(to bytes: inout [UInt8]) {
        if isPicture { return bytes.append(UInt8(ascii: " ")) }
        var rest = bits
        repeat {
            if let scalar = Unicode.Scalar(UInt32(rest & Self.mask)) { bytes.append(contentsOf: scalar.utf8) }
            rest >>= 21
        } while rest != 0
    }

    /// The glyph's byte if the glyph is ASCII, or nil otherwise.
    var ascii: UInt8? { bits < 0x80 ? UInt8(bits) : nil }

    private static let mask: UInt64 = 0x1F_FFFF
}
