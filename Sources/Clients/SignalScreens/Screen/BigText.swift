import SeamSwiftUI
import TermCore
import TermUI

/// A text in block letters, five rows high, which people read from a distance. Words that do not fit beside each other
/// come below each other. Where there is no room for block letters, the text has ordinary letters.
struct BigText: View {
    let text: String
    /// The room for the text.
    let room: CellSize
    let color: Color
    @Environment(\.glyphs) private var glyphs

    var body: some View {
        let lines = Self.lines(text, room)
        VStack(spacing: 0) {
            if lines.isEmpty {
                Text(verbatim: text.uppercased()).bold()
            } else {
                ForEach(Array(lines.enumerated()), id: \.offset) { _, line in
                    Text(verbatim: glyphs == .ascii ? line : line.replacing("#", with: "█")).lineLimit(1)
                }
            }
        }
        .foregroundColor(color)
        .accessibilityElement()
        .accessibilityLabel(text)
    }

    /// Returns the rows of the text, in which `#` is a filled cell, or nothing if it does not fit.
    nonisolated static func lines(_ text: String, _ room: CellSize) -> [String] {
        let words = text.uppercased().split(separator: " ").map { word(String($0)) }
        guard words.allSatisfy({ $0 != nil }), !words.isEmpty else { return [] }
        var rows: [[String]] = []
        for word in words.compactMap(\.self) {
            let width = word.first?.count ?? 0
            if let last = rows.last, (last.first?.count ?? 0) + wordGap + width <= room.width {
                let blank = String(repeating: " ", count: wordGap)
                rows[rows.count - 1] = zip(last, word).map { $0 + blank + $1 }
            } else {
                rows.append(word)
            }
        }
        let height = rows.count * (BlockLetters.height + 1) - 1
        guard height <= room.height, rows.allSatisfy({ ($0.first?.count ?? 0) <= room.width }) else { return [] }
        return Array(rows.joined(separator: [""]))
    }

    private nonisolated static let wordGap = 3

    /// Returns the rows of a word, or nil if a character has no block letter.
    private nonisolated static func word(_ text: String) -> [String]? {
        var rows = Array(repeating: "", count: BlockLetters.height)
        for character in text {
            guard let letter = BlockLetters.rows(of: character) else { return nil }
            for row in rows.indices { rows[row] += (rows[row].isEmpty ? "" : " ") + letter[row] }
        }
        return rows
    }
}

/// The shapes of block letters.
nonisolated enum BlockLetters {
    /// The number of rows of a letter. The first row is for accents.
    static let height = 6

    /// Returns the rows of a capital letter, a digit or a mark.
    static func rows(of character: Character) -> [String]? {
        let (base, accent) = accents[character] ?? (character, "")
        guard let shape = shapes[base] else { return nil }
        let rows = shape.split(separator: "/").map { String($0.replacing(".", with: " ")) }
        let width = rows.first?.count ?? 0
        let mark = accent + String(repeating: " ", count: max(0, width - accent.count))
        return [String(mark.prefix(width))] + rows
    }

    private static let accents: [Character: (Character, String)] = [
        "Ä": ("A", "#  #"), "Ö": ("O", "#  #"), "Ü": ("U", "#  #"), "Ñ": ("N", " ## "), "Á": ("A", "  # "),
        "É": ("E", "  # "), "Í": ("I", " #"), "Ó": ("O", "  # "), "Ú": ("U", "  # "),
    ]

    private static let shapes: [Character: String] = [
        "A": ".##./#..#/####/#..#/#..#", "B": "###./#..#/###./#..#/###.", "C": ".###/#.../#.../#.../.###",
        "D": "###./#..#/#..#/#..#/###.", "E": "####/#.../###./#.../####", "F": "####/#.../###./#.../#...",
        "G": ".###/#.../#.##/#..#/.###", "H": "#..#/#..#/####/#..#/#..#", "I": "###/.#./.#./.#./###",
        "J": "..##/...#/...#/#..#/.##.", "K": "#..#/#.#./##../#.#./#..#", "L": "#.../#.../#.../#.../####",
        "M": "#...#/##.##/#.#.#/#...#/#...#", "N": "#..#/##.#/#.##/#..#/#..#", "O": ".##./#..#/#..#/#..#/.##.",
        "P": "###./#..#/###./#.../#...", "Q": ".##./#..#/#..#/#.#./.#.#", "R": "###./#..#/###./#.#./#..#",
        "S": ".###/#.../.##./...#/###.", "T": "#####/..#../..#../..#../..#..", "U": "#..#/#..#/#..#/#..#/.##.",
        "V": "#...#/#...#/.#.#./.#.#./..#..", "W": "#...#/#...#/#.#.#/##.##/#...#", "X": "#..#/#..#/.##./#..#/#..#",
        "Y": "#...#/.#.#./..#../..#../..#..", "Z": "####/..#./.#../#.../####", "0": ".##./#..#/#..#/#..#/.##.",
        "1": ".#./##./.#./.#./###", "2": "###./...#/.##./#.../####", "3": "###./...#/.##./...#/###.",
        "4": "#..#/#..#/####/...#/...#", "5": "####/#.../###./...#/###.", "6": ".##./#.../###./#..#/.##.",
        "7": "####/...#/..#./.#../.#..", "8": ".##./#..#/.##./#..#/.##.", "9": ".##./#..#/.###/...#/.##.",
        ":": "./#/./#/.", ".": "././././#", ",": "../../../.#/#.", "!": "#/#/#/./#", "'": "#/#/./././",
        "-": ".../.../###/.../...",
    ]
}
