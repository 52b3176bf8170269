import TermCore
import Testing

@Suite struct TerminalProfileTests {
    private static func profile(_ variables: [String: String], isTerminal: Bool = true) -> TerminalProfile {
        TerminalProfile(isTerminal: isTerminal) { variables[$0] ?? "" }
    }

    @Test(
        "terminal profile: colours",
        arguments: [
            (["TERM": "xterm-256color"], ColorDepth.indexed), (["TERM": "xterm"], .ansi16),
            (["TERM": "linux"], .ansi16),
            (["TERM": "xterm-kitty"], .truecolor), (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .truecolor),
            (["TERM": "xterm", "COLORTERM": "24bit"], .truecolor), (["TERM": "xterm", "COLORTERM": "yes"], .ansi16),
            (["TERM": "vt220"], .mono), (["TERM": "unheard-of"], .ansi8), (["TERM": "dumb"], .mono), ([:], .mono),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .mono),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed),
        ])
    func colours(variables: [String: String], depth: ColorDepth) {
        let profile = Self.profile(variables)
        #expect(profile.depth.value == depth)
        #expect(!profile.depth.reason.isEmpty && !profile.glyphs.reason.isEmpty)
        #expect(profile.hasSequences == (variables["TERM"].map { $0 != "dumb" } ?? false))
        let piped = Self.profile(variables, isTerminal: false)
        #expect(piped.depth.value == .mono && !piped.hasSequences)
    }

    @Test(
        "terminal profile: characters",
        arguments: [
            (["LANG": "de_DE.UTF-8"], TerminalProfile.Glyphs.unicode), (["LANG": "C.utf8"], .unicode), ([:], .ascii),
            (["LANG": "C.UTF-8", "LC_ALL": "C"], .ascii), (["LC_CTYPE": "C.UTF-8", "LANG": "C"], .unicode),
            (["LANG": "C.UTF-8", "TERM": "linux"], .console), (["TERM": "linux"], .ascii),
        ])
    func characters(variables: [String: String], glyphs: TerminalProfile.Glyphs) {
        #expect(Self.profile(variables).glyphs.value == glyphs)
    }

    @Test("terminal profile: a console has what its font has") func aConsoleHasWhatItsFontHas() {
        let lines = Set("─│┌┐└┘█░abc".unicodeScalars.map { UInt16($0.value) })
        let profile = Self.profile(["TERM": "linux", "LANG": "C.UTF-8"])
        #expect(profile.seen(on: LinuxConsole(characters: lines)).glyphs.value == .console)
        let poor = profile.seen(on: LinuxConsole(characters: lines.subtracting([0x2588])))
        #expect(poor.glyphs.value == .ascii && poor.glyphs.reason == "the console's font has no lines")
        #expect(profile.seen(on: nil) == profile)
        let plain = Self.profile(["TERM": "linux"])
        #expect(
            plain.seen(on: LinuxConsole(characters: lines)).glyphs.value == .ascii, "no locale that could write them")
        #expect(LinuxConsole(-1) == nil)
    }

    /// The environment contains text from outside, which may be hostile.
    @Test("terminal profile: a name that commands is shown") func aNameThatCommandsIsShown() {
        #expect(Self.profile(["TERM": "x\u{1b}]0;owned\u{7}"]).name.description == "x\\u{1b}]0;owned\\u{7}")
    }
}
