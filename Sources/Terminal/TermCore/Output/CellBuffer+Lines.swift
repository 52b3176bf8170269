extension CellBuffer {
    /// The rows as lines of text with the sequences of their styles, for output that scrolls. Each line begins and
    /// ends in the terminal's own style, without blanks at its end.
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
