import Wire

/// An accepted pattern matches its own samples. The pattern matches a text if and only if a second matcher also matches
/// it. The second matcher tries every division of the text.
///
/// The input consists of a pattern, a line feed, and a text.
enum PatternProperty {
    static func check(_ bytes: [UInt8]) throws {
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let source = String(decoding: parts.first ?? [], as: UTF8.self)
        let text = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
        guard let pattern = try? SchemaPattern(source) else { return }
        try expect(pattern.description == source, "another pattern")
        for sample in pattern.samples(limit: 32) {
            let isCut = sample.utf8.count >= 32
            try expect(isCut || pattern.matches(sample), "\(source) does not match its sample \(sample)")
        }
        guard let pieces = pieces(of: Array(source.utf8)), text.utf8.count <= 64 else { return }
        let expected = matches(Array(text.utf8), pieces)
        try expect(pattern.matches(text) == expected, "\(source) matches \(text): \(!expected)")
    }

    private struct Piece {
        var characters: Set<UInt8>
        var least: Int
        var most: Int
    }

    /// A second reader for patterns, which accepts only patterns that are known to be valid.
    private static func pieces(of pattern: [UInt8]) -> [Piece]? {
        var rest = pattern.dropFirst().dropLast()
        var pieces: [Piece] = []
        while let first = rest.popFirst() {
            var characters: Set<UInt8> = []
            if first == UInt8(ascii: "[") {
                var low: UInt8?
                while let byte = rest.popFirst(), byte != UInt8(ascii: "]") {
                    if byte == UInt8(ascii: "-"), let from = low, let to = rest.first, to != UInt8(ascii: "]") {
                        _ = rest.popFirst()
                        let end = to == UInt8(ascii: "\\") ? rest.popFirst() ?? to : to
                        guard from <= end else { return nil }
                        characters.formUnion(from...end)
                        low = nil
                    } else {
                        let literal = byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte
                        characters.insert(literal)
                        low = literal
                    }
                }
            } else {
                characters = [first == UInt8(ascii: "\\") ? rest.popFirst() ?? first : first]
            }
            let (least, most) = repetition(&rest)
            pieces.append(Piece(characters: characters, least: least, most: most))
        }
        return pieces
    }

    private static func repetition(_ rest: inout ArraySlice<UInt8>) -> (Int, Int) {
        let many = 65_536
        switch rest.first {
        case UInt8(ascii: "?"): rest.removeFirst(); return (0, 1)
        case UInt8(ascii: "*"): rest.removeFirst(); return (0, many)
        case UInt8(ascii: "+"): rest.removeFirst(); return (1, many)
        case UInt8(ascii: "{"):
            let inside = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
            rest = rest.dropFirst(inside.count + 2)
            let counts = inside.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
                Int(String(decoding: $0, as: UTF8.self))
            }
            let least = counts.first.flatMap { $0 } ?? 0
            return (least, counts.count == 1 ? least : counts.last.flatMap { $0 } ?? many)
        default: return (1, 1)
        }
    }

    /// Whether the pieces match the whole text. For each piece, follows all positions at which the piece can end, all
    /// at the same time.
    private static func matches(_ text: [UInt8], _ pieces: [Piece]) -> Bool {
        var positions: Set<Int> = [0]
        for piece in pieces {
            var ends: Set<Int> = []
            for position in positions {
                var end = position
                if piece.least == 0 { ends.insert(end) }
                while end < text.count, end - position < piece.most, piece.characters.contains(text[end]) {
                    end += 1
                    if end - position >= piece.least { ends.insert(end) }
                }
            }
            positions = ends
        }
        return positions.contains(text.count)
    }
}
