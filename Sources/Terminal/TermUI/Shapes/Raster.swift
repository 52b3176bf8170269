import Foundation

/// Converts a path to cells. Only a window of cells is computed, because the space can be larger than any screen.
nonisolated struct Raster {
    /// The cells to compute, counted from the upper left cell of the space.
    let window: CellRect

    // MARK: - What is inside

    /// Returns the quarters and the dots of each cell that are inside the path. At least half of their samples are
    /// inside. A quarter has 2 × 4 samples, and a dot has 2 × 2. The bits of the quarters are: 1 upper left, 2 upper
    /// right, 4 lower left, 8 lower right.
    func inside(of path: Path, isEOFilled: Bool) -> (quarters: [UInt8], dots: [UInt8]) {
        let rows = crossings(of: path.parts(closed: true).joined())
        let cells = window.width * window.height
        var inside = [UInt8](repeating: 0, count: cells * 8)
        for (row, crossings) in rows.enumerated() where crossings.count > 1 {
            let crossings = crossings.sorted { $0.x < $1.x }
            var winding = 0
            for (crossing, next) in zip(crossings, crossings.dropFirst()) {
                winding += crossing.turn
                guard isEOFilled ? !winding.isMultiple(of: 2) : winding != 0 else { continue }
                for sample in samples(from: crossing.x, to: next.x) {
                    let cell = (row / 8) * window.width + sample / 4
                    inside[cell * 8 + (row % 8) / 2 * 2 + (sample % 4) / 2] += 1
                }
            }
        }
        var (quarters, dots) = ([UInt8](repeating: 0, count: cells), [UInt8](repeating: 0, count: cells))
        for cell in 0..<cells {
            for quarter in 0..<4 {
                let first = cell * 8 + quarter / 2 * 4 + quarter % 2
                if inside[first] + inside[first + 2] >= 4 { quarters[cell] |= 1 << UInt8(quarter) }
            }
            for dot in 0..<8 where inside[cell * 8 + dot] >= 2 { dots[cell] |= Self.bits[dot] }
        }
        return (quarters, dots)
    }

    /// The bits of braille dots, row by row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// Returns the samples between two places. Samples are 2 points apart, and the first sample is a point from the
    /// window's edge.
    private func samples(from left: CGFloat, to right: CGFloat) -> Range<Int> {
        let edge = CGFloat(window.x) * 8 + 1
        func index(_ x: CGFloat) -> Int { Int(min(max(((x - edge) / 2).rounded(.up), 0), CGFloat(window.width * 4))) }
        let first = index(left)
        return first..<max(first, index(right))
    }

    /// Returns the places where lines cross each row of samples, and the direction of each crossing: downwards (1) or
    /// upwards (-1).
    private func crossings(of lines: some Sequence<Path.Line>) -> [[(x: CGFloat, turn: Int)]] {
        let edge = CGFloat(window.y) * 16 + 1
        let count = window.height * 8
        var rows = [[(x: CGFloat, turn: Int)]](repeating: [], count: count)
        for line in lines where line.from.y != line.to.y {
            let (low, high) = line.from.y < line.to.y ? (line.from, line.to) : (line.to, line.from)
            let first = Int(min(max(((low.y - edge) / 2).rounded(.up), 0), CGFloat(count)))
            let end = Int(min(max(((high.y - edge) / 2).rounded(.up), 0), CGFloat(count)))
            guard first < end else { continue }
            for row in first..<end {
                let part = (CGFloat(row) * 2 + edge - low.y) / (high.y - low.y)
                rows[row].append((low.x + part * (high.x - low.x), line.from.y < line.to.y ? 1 : -1))
            }
        }
        return rows
    }

    // MARK: - Lines

    /// Returns the dots of each cell that a line covers, in braille order.
    func dots(of path: Path, _ style: StrokeStyle) -> [UInt8] {
        var dots = [UInt8](repeating: 0, count: window.width * window.height)
        let reach = style.lineWidth.isFinite ? min(max(style.lineWidth, 0), 200) / 2 : 0
        var dashes = Dashes(style)
        for part in path.parts(closed: false) {
            dashes.begin()
            for line in part {
                let count = min(max(1, (line.length / 2).rounded(.up)), 20_000)
                let step = line.length / count
                for index in 0...Int(count) {
                    let isSeen = index == 0 ? dashes.isSeen : dashes.advance(by: step)
                    guard isSeen else { continue }
                    stamp(line.from.part(CGFloat(index) / count, to: line.to), reach, &dots)
                }
            }
        }
        return dots
    }

    /// Sets the dots around a point. A dot is 4 × 4 points. A line along the edge of the space sets the outermost dots.
    private func stamp(_ point: CGPoint, _ reach: CGFloat, _ dots: inout [UInt8]) {
        let (left, top) = (CGFloat(window.x) * 8, CGFloat(window.y) * 16)
        func index(_ offset: CGFloat, _ count: Int) -> Int? {
            guard offset >= -2, offset <= CGFloat(count) * 4 + 2 else { return nil }
            return min(max(Int((offset / 4).rounded(.down)), 0), count - 1)
        }
        if reach <= 3 {
            guard let x = index(point.x - left, window.width * 2), let y = index(point.y - top, window.height * 4)
            else { return }
            return set(x, y, &dots)
        }
        func range(_ offset: CGFloat, _ count: Int) -> Range<Int> {
            func bounded(_ dot: CGFloat) -> Int { Int(min(max(dot, 0), CGFloat(count))) }
            let first = bounded(((offset - reach) / 4).rounded(.down))
            return first..<max(first, bounded(((offset + reach) / 4).rounded(.up)))
        }
        for y in range(point.y - top, window.height * 4) {
            for x in range(point.x - left, window.width * 2) {
                let (dx, dy) = (CGFloat(x) * 4 + 2 + left - point.x, CGFloat(y) * 4 + 2 + top - point.y)
                if dx * dx + dy * dy <= reach * reach { set(x, y, &dots) }
            }
        }
    }

    private func set(_ x: Int, _ y: Int, _ dots: inout [UInt8]) {
        dots[y / 4 * window.width + x / 2] |= Self.bits[y % 4 * 2 + x % 2]
    }

    /// The visible parts of a dashed line. Dashes finer than any dot result in a solid line.
    private struct Dashes {
        private let lengths: [CGFloat]
        private let whole: CGFloat
        private let phase: CGFloat
        private var index = 0
        private var left: CGFloat = 0

        init(_ style: StrokeStyle) {
            let lengths = style.dash.prefix(16).map { $0.isFinite ? max(0, $0) : 0 }
            let sum = lengths.reduce(0, +)
            let isDashed = sum >= 0.5 && sum.isFinite
            self.lengths = isDashed ? (lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths) : []
            whole = self.lengths.reduce(0, +)
            let phase =
                style.dashPhase.isFinite && isDashed ? style.dashPhase.truncatingRemainder(dividingBy: whole) : 0
            self.phase = phase < 0 ? phase + whole : phase
        }

        var isSeen: Bool { index.isMultiple(of: 2) }

        mutating func begin() {
            index = 0
            left = lengths.first ?? 0
            _ = advance(by: phase)
        }

        mutating func advance(by length: CGFloat) -> Bool {
            guard !lengths.isEmpty, length.isFinite else { return isSeen }
            // After all dashes, the pattern repeats.
            var rest = length.truncatingRemainder(dividingBy: whole)
            while rest >= left, rest > 0 {
                rest -= left
                index = (index + 1) % lengths.count
                left = lengths[index]
            }
            left -= rest
            return isSeen
        }
    }
}
