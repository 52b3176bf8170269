extension CellBuffer {
    /// Returns the rows as lines of text with style sequences, for scrolling output. Each line begins and ends in the
    /// terminal's own style, and has no trailing blanks.
    package func lines(in depth: ColorDepth) -> [TerminalSafe] {
        (0..<height).map { y in
            var row = self.row(y)
            while let last = row.last, last.isBlank, depth.nearest(to: last.style.background) == .standard {
                row.removeLast()
            }
            var pen = Pen(depth: depth, width: width)
            pen.style = .plain
            for cell in row { pen.write(cell) }
            let end = SGR.change(from: pen.style, to: .plain)
            return TerminalSafe(trusted: String(decoding: pen.takeBytes() + end, as: UTF8.self))
        }
    }
}
