/// The capabilities that a terminal's environment declares, before the terminal has been asked.
package struct TerminalProfile: Hashable, Sendable {
    /// The characters that are available for drawing. Each case includes the characters of the cases before it.
    package enum Glyphs: String, CaseIterable, Sendable {
        /// The characters of ASCII.
        case ascii
        /// The characters of a console's font: lines, full and shaded blocks, no half blocks.
        case console
        /// All characters of Unicode.
        case unicode
    }

    /// A value and the reason for it.
    package struct Judged<Value: Hashable & Sendable>: Hashable, Sendable {
        package let value: Value
        package let reason: TerminalSafe
    }

    /// The terminal's kind, as named by `TERM`. The value is empty if `TERM` is not set.
    package let name: TerminalSafe
    /// Whether the output understands sequences. This is so if it is a terminal, and not a dumb terminal.
    package let hasSequences: Bool
    /// Whether the terminal is at the other end of a network connection.
    package let isRemote: Bool
    package let depth: Judged<ColorDepth>
    package private(set) var glyphs: Judged<Glyphs>
    package let charset: Charset
    /// The way in which the terminal is said to show pictures, or nil if its answers decide.
    package let pictures: PictureStep?

    /// Creates a profile from the environment. The closure `variable` returns the value of an environment variable. If
    /// the variable is not set, it returns an empty text. It is called with `TERM`, `COLORTERM`, `NO_COLOR`, `LC_ALL`,
    /// `LC_CTYPE`, `LANG`, `SSH_CONNECTION` and `SEAM_PICTURES`. The argument `isTerminal` is false for a pipe or a
    /// file.
    package init(isTerminal: Bool, variable: (String) -> String) {
        let term = variable("TERM")
        name = TerminalSafe(term, limit: 60)
        hasSequences = isTerminal && !term.isEmpty && term != "dumb"
        isRemote = !variable("SSH_CONNECTION").isEmpty
        depth = Self.depth(isTerminal: isTerminal, term, variable)
        glyphs = Self.glyphs(term, variable)
        charset = Charset(variable: variable)
        pictures = PictureStep(rawValue: variable("SEAM_PICTURES"))
    }

    /// Returns the same profile with other characters.
    func with(_ glyphs: Judged<Glyphs>) -> TerminalProfile {
        var profile = self
        profile.glyphs = glyphs
        return profile
    }

    private static func depth(
        isTerminal: Bool, _ term: String, _ variable: (String) -> String
    ) -> Judged<ColorDepth> {
        if !isTerminal { return Judged(value: .mono, reason: "the output is not a terminal") }
        if !variable("NO_COLOR").isEmpty { return Judged(value: .mono, reason: "NO_COLOR is set") }
        if term.isEmpty || term == "dumb" { return Judged(value: .mono, reason: "TERM is dumb or missing") }
        let promise = variable("COLORTERM")
        if promise == "truecolor" || promise == "24bit" {
            return Judged(value: .truecolor, reason: "COLORTERM promises it")
        }
        for (part, depth) in byPart where term.contains(part) {
            return Judged(value: depth, reason: "the value of TERM implies it, and COLORTERM promises no more")
        }
        return Judged(value: .ansi8, reason: "the value of TERM says nothing more specific")
    }

    /// The colour depths by parts of `TERM`. The first entry that `TERM` contains is used.
    private static let byPart: [(String, ColorDepth)] = [
        ("direct", .truecolor), ("kitty", .truecolor), ("alacritty", .truecolor), ("foot", .truecolor),
        ("ghostty", .truecolor), ("wezterm", .truecolor), ("256color", .indexed), ("linux", .ansi16),
        ("xterm", .ansi16), ("screen", .ansi16), ("tmux", .ansi16), ("rxvt", .ansi16), ("vt1", .mono), ("vt2", .mono),
        ("vt3", .mono), ("vt5", .mono),
    ]

    private static func glyphs(_ term: String, _ variable: (String) -> String) -> Judged<Glyphs> {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let decisive = names.first { !variable($0).isEmpty }
        let locale = decisive.map(variable)?.lowercased() ?? ""
        guard locale.contains("utf-8") || locale.contains("utf8") else {
            return Judged(value: .ascii, reason: decisive.map { "\($0) does not name UTF-8" } ?? "no locale is set")
        }
        if term == "linux" { return Judged(value: .console, reason: "the console's font has no other characters") }
        return Judged(value: .unicode, reason: decisive.map { "\($0) names UTF-8" } ?? "")
    }
}
