/// A regular expression that can be matched in one pass. It consists of `^`, pieces, and `$`.
///
/// A piece is a character class (`[A-Za-z0-9_-]`) or one ASCII character, with an optional repetition: `?`, `*`, `+`,
/// `{n}`, `{m,n}` or `{m,}`. If a piece has a variable length, everything that may follow it must begin with a
/// character that the piece does not have. For this reason, it is always right to match as much as possible, and no
/// piece is tried twice. There are no alternatives, no groups and no classes for other scripts.
package struct SchemaPattern: Sendable, Hashable, CustomStringConvertible {
    /// A class of ASCII characters with its repetition.
    struct Piece: Sendable, Hashable {
        let characters: Set<UInt8>
        let count: ClosedRange<Int>
        /// A bit for each of the piece's characters, which are all ASCII.
        private let bits: (low: UInt64, high: UInt64)

        init(characters: Set<UInt8>, count: ClosedRange<Int>) {
            self.characters = characters
            self.count = count
            bits = characters.reduce(into: (low: 0, high: 0)) { bits, byte in
                if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte & 63) }
            }
        }

        func holds(_ byte: UInt8) -> Bool {
            byte < 0x80 && (byte < 64 ? bits.low : bits.high) >> UInt64(byte & 63) & 1 == 1
        }

        static func == (left: Piece, right: Piece) -> Bool {
            left.characters == right.characters && left.count == right.count
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(characters)
            hasher.combine(count)
        }
    }

    /// The limit for a repetition without an upper bound. It is the length of the wire's longest string.
    static let longest = JSONLimits.wire.stringBytes

    /// The pattern's original text.
    package let description: String
    let pieces: [Piece]

    /// Reads a pattern. The message of a fault says which part of the pattern is not allowed.
    package init(_ text: String) throws(FieldFault) {
        var parser = SchemaPatternParser(text: Array(text.utf8))
        pieces = try parser.parse()
        description = text
        for (index, piece) in pieces.enumerated() where piece.count.lowerBound != piece.count.upperBound {
            for follower in pieces[(index + 1)...] {
                guard piece.characters.isDisjoint(with: follower.characters) else {
                    throw FieldFault("", "contains a repetition that overlaps with the part that may follow it")
                }
                if follower.count.lowerBound > 0 { break }
            }
        }
    }

    /// Whether all of `text` matches.
    package func matches(_ text: some StringProtocol) -> Bool {
        matches(Array(text.utf8).span)
    }

    /// Whether all of `text` matches.
    func matches(_ text: Span<UInt8>) -> Bool {
        var index = 0
        for piece in pieces {
            var taken = 0
            while taken < piece.count.upperBound, index < text.count, piece.holds(text[index]) {
                index += 1
                taken += 1
            }
            guard taken >= piece.count.lowerBound else { return false }
        }
        return index == text.count
    }

    /// The shortest and the longest matching string. Repetitions beyond `limit` are reduced to `limit`.
    package func samples(limit: Int) -> [String] {
        let shortest = pieces.map { String(repeating: Self.example($0), count: $0.count.lowerBound) }.joined()
        let longest = pieces.map { piece in
            let count = max(piece.count.lowerBound, min(piece.count.upperBound, limit))
            return String(repeating: Self.example(piece), count: count)
        }.joined()
        return shortest == longest ? [shortest] : [shortest, longest]
    }

    private static func example(_ piece: Piece) -> String {
        String(decoding: [piece.characters.max() ?? 0], as: UTF8.self)
    }
}

/// Reads a pattern byte by byte.
private struct SchemaPatternParser {
    let text: [UInt8]
    var index = 0

    private static let special = Set("^$.|()[]{}*+?\\".utf8)

    private var next: UInt8? { index < text.count ? text[index] : nil }

    mutating func parse() throws(FieldFault) -> [SchemaPattern.Piece] {
        guard text.count >= 2, text.first == UInt8(ascii: "^"), text.last == UInt8(ascii: "$"), text.count <= 512 else {
            throw FieldFault("", "must begin with ^ and end with $")
        }
        index = 1
        var pieces: [SchemaPattern.Piece] = []
        while index < text.count - 1 {
            let characters = try atom()
            let count = try repetition()
            pieces.append(SchemaPattern.Piece(characters: characters, count: count))
        }
        guard index == text.count - 1 else { throw FieldFault("", "must end with $") }
        return pieces
    }

    private mutating func atom() throws(FieldFault) -> Set<UInt8> {
        if take("[") { return try characterClass() }
        return [try character(special: Self.special)]
    }

    /// Reads one character, plain or after a backslash. It must be printable ASCII.
    private mutating func character(special: Set<UInt8>) throws(FieldFault) -> UInt8 {
        let escaped = take("\\")
        guard let byte = next, (0x20...0x7E).contains(byte) else {
            throw FieldFault("", "contains a character that is not printable ASCII")
        }
        guard escaped ? Self.special.contains(byte) || byte == UInt8(ascii: "-") : !special.contains(byte) else {
            throw FieldFault(
                "", "uses \(String(decoding: [byte], as: UTF8.self)) in a way that is not part of the subset")
        }
        index += 1
        return byte
    }

    private mutating func characterClass() throws(FieldFault) -> Set<UInt8> {
        var characters: Set<UInt8> = []
        let special = Set("[]\\^".utf8)
        while !take("]") {
            let low = try character(special: special)
            guard next == UInt8(ascii: "-"), index + 1 < text.count, text[index + 1] != UInt8(ascii: "]") else {
                characters.insert(low)
                continue
            }
            index += 1
            let high = try character(special: special)
            guard low <= high else { throw FieldFault("", "contains a range that runs backwards") }
            characters.formUnion(low...high)
        }
        guard !characters.isEmpty else { throw FieldFault("", "contains an empty class") }
        return characters
    }

    private mutating func repetition() throws(FieldFault) -> ClosedRange<Int> {
        if take("?") { return 0...1 }
        if take("*") { return 0...SchemaPattern.longest }
        if take("+") { return 1...SchemaPattern.longest }
        guard take("{") else { return 1...1 }
        guard let low = number() else { throw FieldFault("", "contains a repetition without a count") }
        var high = low
        if take(",") { high = number() ?? SchemaPattern.longest }
        guard take("}"), low <= high, high <= SchemaPattern.longest else {
            throw FieldFault("", "contains a repetition with impossible counts")
        }
        return low...high
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), (value ?? 0) < 100_000 {
            value = (value ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
        }
        return value
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = next, UInt32(byte) == character.value else { return false }
        index += 1
        return true
    }
}
