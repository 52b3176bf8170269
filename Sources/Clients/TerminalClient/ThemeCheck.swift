import Foundation
import LinuxSupport
import LumiKitUI
import TermCore

/// The command `seam tui theme check FILE`. It shows how readable each text of a theme is on each kind of terminal. It
/// also lists the values that a terminal does not draw.
enum ThemeCheck {
    private static let (usage, wrongData, isUnreadable): (CInt, CInt, CInt) = (64, 65, 2)

    /// Prints a table, and returns 2 if a pair falls short of WCAG 2.2 AA.
    static func run(_ arguments: [String], _ output: CommandOutput) -> CInt {
        guard arguments.count == 2, arguments[0] == "check" else {
            return output.complain("usage: seam tui theme check FILE", usage)
        }
        let design: LMKDesign
        do {
            design = try LMKDesign.load(arguments[1])
        } catch {
            return output.complain(TerminalSafe(error.localizedDescription).description, wrongData)
        }
        let pairs = LMKContrast.audit(design.colors)
        let faults = pairs.filter { !$0.passes }
        _ = output.say((table(pairs) + design.undrawn.map(\.description)).joined(separator: "\n"))
        guard !faults.isEmpty else { return output.say("Everything can be read (WCAG 2.2 AA).") }
        return output.complain("\(faults.count) of \(pairs.count) pairs of colours cannot be read", isUnreadable)
    }

    /// A line for each text on each fill. The line has the lowest ratio at each depth of colour, with an exclamation
    /// mark if the ratio is too low.
    private static func table(_ pairs: [LMKContrast.Pair]) -> [String] {
        let depths = ["truecolor", "256", "16", "8"]
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        func line(_ cells: [String]) -> String {
            var line = padded(cells[0], 16) + padded(cells[1], 22) + padded(cells[2], 7) + padded(cells[3], 7)
            for cell in cells.dropFirst(4) { line += padded(cell, 11) }
            while line.last == " " { line.removeLast() }
            return line
        }
        var rows: [String] = [line(["text", "on", "screen", "needs"] + depths)]
        var seen: Set<String> = []
        for pair in pairs {
            let screen = pair.isDark ? "dark" : "light"
            guard seen.insert("\(pair.text) \(pair.fill) \(screen)").inserted else { continue }
            let ratios = depths.map { depth -> String in
                let same = pairs.first {
                    $0.text == pair.text && $0.fill == pair.fill && $0.isDark == pair.isDark && $0.depth == depth
                }
                guard let same else { return "" }
                // A theme cannot change the ratio between two colours that the terminal's owner has chosen.
                guard let ratio = same.ratio else { return "own" }
                return "\(tenths(ratio))\(same.passes ? "" : " !")"
            }
            rows.append(line([pair.text, pair.fill, screen, tenths(pair.required)] + ratios))
        }
        return rows
    }

    /// The ratio with one decimal, rounded down, because 4.49 does not pass as 4.5.
    private static func tenths(_ ratio: Double) -> String {
        let tenths = Int(ratio * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
