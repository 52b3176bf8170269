import LinuxSupport
import TermCore

extension WordWrap {
    /// The lines of a text, which may have colours. Colours take no columns. Lines after the first line begin at
    /// `indent`, or otherwise at the second column of a line such as `radio  not ready`.
    static func lines(
        _ text: TerminalSafe, width: Int, indent: Int? = nil, isHard: Bool = false
    ) -> [TerminalSafe] {
        let text = text.description
        let second = secondColumn(of: text, columns: columns).flatMap { $0 <= 16 ? $0 : nil }
        return lines(
            text, width: width, indent: indent ?? second ?? margin(of: text), isHard: isHard, columns: columns
        ).map { TerminalSafe(trusted: $0) }
    }

    private static func columns(_ text: String) -> Int {
        guard text.utf8.contains(0x1b) else { return TerminalSafe(trusted: text).columns }
        return TerminalSafe(trusted: text.replacing(/\u{1b}\[[0-9;]*m/, with: "")).columns
    }
}
