import Foundation
import TestSupport

/// The tables of `Protocol/errors.md`.
enum ErrorTables {
    /// The rows of all tables with the header `head`. The backticks in cells are removed.
    static func rows(under head: [String]) throws -> [[String]] {
        let text = try String(contentsOfFile: "\(Products.package)Protocol/errors.md", encoding: .utf8)
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
