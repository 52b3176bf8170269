import TermCore

/// The distance between a secret that was printed and the cursor. With this distance, the secret can be erased at the
/// end.
nonisolated package struct ToldSecret: Sendable {
    /// The number of rows that were printed or typed since the secret. It includes the secret's own rows. If no secret
    /// was printed, this is nil.
    private var rows: Int?
    /// The number of columns that the terminal had while the rows were printed. If the number has changed since then,
    /// this is nil.
    private var columns: Int?

    /// The tolerance for lines that take one row more than their characters need.
    private static let margin = 2

    package init() {}

    /// Counts the rows of lines that were printed or typed. The argument `hasSecret` is true if one of the lines is a
    /// secret. Each line ends with a newline.
    package mutating func add(_ lines: String, hasSecret: Bool = false, columns: Int) {
        if hasSecret, rows == nil { (rows, self.columns) = (0, columns) }
        guard let before = rows else { return }
        if columns != self.columns { self.columns = nil }
        let added = lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            1 + max(0, line.unicodeScalars.count - 1) / max(1, columns)
        }
        rows = min(before + added.reduce(0, +), 100_000)
    }

    /// Returns the text to write at the end. The result is empty if no secret was printed. If `hasSequences` is true,
    /// the text contains the sequences that erase the secret's rows. If the secret may remain visible, the text also
    /// contains a notice. The rows are erased one by one, because some terminals keep in their history what is cleared
    /// as a whole.
    package func farewell(hasSequences: Bool, columns: Int, height: Int) -> String {
        guard let rows else { return "" }
        let isWithin = columns == self.columns && rows + Self.margin <= height
        let count = min(rows + Self.margin, height)
        // The terminal may have echoed Ctrl-C in the cursor's own row.
        let erased = hasSequences ? "\u{1b}[2K" + String(repeating: "\u{1b}[A\u{1b}[2K", count: count) + "\r" : ""
        let words =
            hasSequences && isWithin ? "" : "A code was printed and is still among this terminal's lines: clear them.\n"
        return erased + words
    }
}
