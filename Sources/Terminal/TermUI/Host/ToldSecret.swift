import TermCore

/// How far above the cursor a printed secret is, so that it can be erased at the end.
nonisolated package struct ToldSecret: Sendable {
    /// The rows printed or typed since, including the secret's own; nil if no secret was printed.
    private var rows: Int?
    /// The terminal's columns while they were printed; nil if the number has changed since.
    private var columns: Int?

    /// A line may take one row more than its characters need.
    private static let margin = 2

    package init() {}

    /// Counts lines that were printed or typed; `hasSecret` if one is a secret. Each ends with a newline.
    package mutating func add(_ lines: String, hasSecret: Bool = false, columns: Int) {
        if hasSecret, rows == nil { (rows, self.columns) = (0, columns) }
        guard let before = rows else { return }
        if columns != self.columns { self.columns = nil }
        let added = lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            1 + max(0, line.unicodeScalars.count - 1) / max(1, columns)
        }
        rows = min(before + added.reduce(0, +), 100_000)
    }

    /// The bytes to write at the end: nothing if no secret was printed. Otherwise sequences that erase its rows, if
    /// `hasSequences`, and a notice if it may remain. Rows are erased one by one: terminals keep in their history what
    /// they clear as a whole.
    package func farewell(hasSequences: Bool, columns: Int, height: Int) -> String {
        guard let rows else { return "" }
        let isWithin = columns == self.columns && rows + Self.margin <= height
        let count = min(rows + Self.margin, height)
        // The terminal's echo of Ctrl-C is in the cursor's own row.
        let erased = hasSequences ? "\u{1b}[2K" + String(repeating: "\u{1b}[A\u{1b}[2K", count: count) + "\r" : ""
        let words =
            hasSequences && isWithin ? "" : "A code was printed. Clear this terminal's lines: the code is among them.\n"
        return erased + words
    }
}
