package import TermCore

/// The styles of a frame. Each cell has a letter. Each letter stands for the sequences that terminals get at each
/// colour depth.
package struct FrameStyles {
    /// A line of letters for each row, with a point for each plain cell.
    package private(set) var lines: [String] = []
    /// A line for each letter, which says what the letter means.
    package private(set) var legend: [String] = []

    /// Finds the styles of a frame.
    package init(_ frame: CellBuffer) {
        var letters: [CellStyle: Character] = [.plain: "."]
        let names = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        for y in 0..<frame.height {
            var line = ""
            for cell in frame.row(y) {
                if letters[cell.style] == nil {
                    letters[cell.style] = legend.count < names.count ? names[legend.count] : "?"
                    let depths = ColorDepth.allCases.reversed().map { "\($0.rawValue) \(Self.told(cell.style, $0))" }
                    if legend.count < names.count {
                        legend.append("\(letters[cell.style] ?? "?"): " + depths.joined(separator: " | "))
                    }
                }
                line.append(letters[cell.style] ?? "?")
            }
            while line.last == "." { line.removeLast() }
            lines.append(line)
        }
    }

    private static func told(_ style: CellStyle, _ depth: ColorDepth) -> String {
        let shown = CellStyle(
            foreground: depth.nearest(to: style.foreground), background: depth.nearest(to: style.background),
            attributes: style.attributes)
        return String(decoding: SGR.change(from: .plain, to: shown).dropFirst(2).dropLast(), as: UTF8.self)
    }
}
