import Foundation

/// The tables of `Protocol/errors.md`.
enum ErrorTables {
    /// The rows of the table whose head is `head`, cells without code marks, all tables of that head together.
    static func rows(under head: [String]) throws -> [[String]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Protocol/errors.md"), encoding: .utf8)
        var rows: [[String]] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isInside = false
                continue
            }
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
            }
            if cells == head {
                isInside = true
            } else if isInside, !line.hasPrefix("|---") {
                rows.append(cells)
            }
        }
        return rows
    }
}
