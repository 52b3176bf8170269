import TermUI

/// A table of the rows in each line, and of the length of each line. A line that has not been measured yet is assumed
/// to have the average length of the measured lines.
///
/// The cost depends on how many lines have been measured. It does not depend on how many lines there are.
struct LineTable {
    /// A line of one or several rows, with the role of its row in the section.
    struct Line {
        let rows: Range<Int>
        let part: SectionPart.Kind?
    }

    /// A block of lines that are full of rows, except for the last line. A header or a footer has a line of its own.
    private struct Block {
        let first: Int
        let rows: Range<Int>
        let part: SectionPart.Kind?
    }

    private var blocks: [Block] = []
    /// The number of rows in a full line.
    private let width: Int
    private(set) var count = 0
    /// The numbers of the lines that are headers.
    private(set) var headers: [Int] = []
    private var lengths: [Int: Int] = [:]
    /// The sum of the known lengths.
    private var sum = 0

    /// Creates the lines for a table of rows. Each line has `width` rows, but at least 1.
    init(_ rows: RowTable, in width: Int) {
        self.width = max(1, width)
        for span in rows.spans where !span.rows.isEmpty {
            if span.part == nil, let last = blocks.last, last.part == nil {
                // Rows of several sources follow one another in a line.
                blocks[blocks.count - 1] = Block(
                    first: last.first, rows: last.rows.lowerBound..<span.rows.upperBound, part: nil)
            } else if span.part == nil {
                blocks.append(Block(first: count, rows: span.rows, part: nil))
            } else {
                for row in span.rows {
                    if span.part == .header { headers.append(count) }
                    blocks.append(Block(first: count, rows: row..<row + 1, part: span.part))
                    count += 1
                }
                continue
            }
            if let last = blocks.last { count = last.first + (last.rows.count + self.width - 1) / self.width }
        }
    }

    private func block(where isBefore: (Block) -> Bool) -> Block? {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(blocks[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? blocks[low - 1] : nil
    }

    /// The line with a number.
    subscript(line: Int) -> Line {
        guard let block = block(where: { $0.first <= line }) else { return Line(rows: 0..<0, part: nil) }
        let start = block.rows.lowerBound + (line - block.first) * width
        return Line(rows: (start..<start + width).clamped(to: block.rows), part: block.part)
    }

    /// Returns the number of the line that contains a row, or nil if there is no such row.
    func line(of row: Int) -> Int? {
        guard let block = block(where: { $0.rows.lowerBound <= row }), block.rows.contains(row) else { return nil }
        return block.first + (row - block.rows.lowerBound) / width
    }

    // MARK: - Lengths

    /// The assumed length of a line that has not been measured yet.
    private var estimate: Int { lengths.isEmpty ? 1 : max(1, sum / lengths.count) }

    /// Returns the length of a line.
    func length(of line: Int) -> Int { lengths[line] ?? estimate }

    /// The total length of all lines.
    var total: Int { sum + (count - lengths.count) * estimate }

    /// Returns the place where a line begins. It is counted from the first line, and includes the spacing between
    /// lines.
    func position(of line: Int, _ spacing: Int) -> Int {
        var (known, length) = (0, 0)
        for (other, its) in lengths where other < line { (known, length) = (known + 1, length + its) }
        return length + (line - known) * estimate + line * spacing
    }

    /// Records the measured length of a line.
    mutating func set(_ length: Int, of line: Int) {
        sum += length - (lengths.updateValue(length, forKey: line) ?? 0)
    }

    /// Forgets the lengths, so that all lines must be measured again.
    mutating func forgetLengths() { (lengths, sum) = ([:], 0) }

    // MARK: - What is seen

    /// Returns the lines that are visible in a range along the axis. One line more is returned on each side, so that
    /// the focus can move there. Returns nil if no line is visible. The argument `start` is the place where the first
    /// line begins.
    func visible(in seen: Range<Int>, from start: Int, _ spacing: Int) -> Range<Int>? {
        let first = firstLine { start + position(of: $0, spacing) + length(of: $0) + 1 >= seen.lowerBound }
        var (line, place) = (first, start + position(of: first, spacing))
        while line < count, place - 1 <= seen.upperBound {
            place += length(of: line) + spacing
            line += 1
        }
        return first < line ? first..<line : nil
    }

    /// Returns the last header that begins before a place, if there is one. The argument `start` is the place where the
    /// first line begins.
    func header(before place: Int, from start: Int, _ spacing: Int) -> Int? {
        var (low, high) = (0, headers.count)
        while low < high {
            let middle = (low + high) / 2
            if start + position(of: headers[middle], spacing) < place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? headers[low - 1] : nil
    }

    /// Returns the first line for which `holds` is true. If it is true for no line, returns the number of lines. If
    /// `holds` is true for a line, it is also true for all later lines.
    private func firstLine(_ holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
