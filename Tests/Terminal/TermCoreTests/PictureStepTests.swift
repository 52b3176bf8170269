import TermCore
import Testing

@Suite struct PictureStepTests {
    private static let cell = CellPixels(terminal: (800, 480), columns: 80, rows: 24)

    private static func capabilities(
        _ variables: [String: String], _ answers: [TerminalReply], cell: CellPixels? = Self.cell
    ) -> Capabilities {
        let usual = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "COLORTERM": "truecolor"]
        var capabilities = Capabilities(
            profile: TerminalProfile(isTerminal: true) { variables[$0] ?? usual[$0] ?? "" })
        capabilities.cell = cell
        for answer in answers { capabilities.received(answer) }
        return capabilities
    }

    @Test(
        "picture step: the answers decide",
        arguments: [
            ("kitty(0.38.1)", PictureStep.kitty), ("kitty(0.28.0)", .kitty), ("kitty(0.27.1)", .blocks),
            ("kitty(x)", .blocks), ("ghostty 1.1.0", .kitty), ("WezTerm 20240203", .blocks), ("tmux 3.5a", .blocks),
        ])
    func theAnswersDecide(version: String, step: PictureStep) {
        let answer = TerminalReply.version(TerminalSafe(version))
        #expect(Self.capabilities([:], [answer]).pictures == step)
        #expect(Self.capabilities([:], [answer]).pictureLook.step == step)
        let drawing = Self.capabilities([:], [answer, .sixel, .attributes])
        #expect(drawing.pictures == (step == .kitty ? .kitty : version.hasPrefix("tmux") ? .blocks : .sixel))
    }

    @Test("picture step: nothing is assumed of a terminal that does not answer") func nothingIsAssumed() {
        #expect(Self.capabilities([:], []).pictures == .blocks)
        #expect(Self.capabilities(["TERM": "xterm-kitty"], []).pictures == .blocks)
        #expect(Self.capabilities([:], [.sixel], cell: nil).pictures == .blocks, "its cells have no size")
        #expect(Self.capabilities([:], [.sixel]).pictures == .sixel)
        for variables in [["SSH_CONNECTION": "1 2 3 4"], ["TERM": "tmux-256color"], ["TERM": "screen"]] {
            #expect(Self.capabilities(variables, [.sixel, .version("kitty(0.38.1)")]).pictures == .blocks)
        }
        #expect(Self.capabilities(["LANG": "C"], [.sixel]).pictureLook.step == .ascii)
        #expect(Self.capabilities(["TERM": "linux"], [.sixel]).pictureLook.step == .ascii)
        #expect(Self.capabilities(["NO_COLOR": "1"], [.sixel]).pictureLook.step == .ascii)
    }

    @Test("picture step: the environment decides first", arguments: PictureStep.allCases)
    func theEnvironmentDecides(_ step: PictureStep) {
        let forced = ["SEAM_PICTURES": step.rawValue, "SSH_CONNECTION": "1 2 3 4"]
        #expect(Self.capabilities(forced, []).pictures == step)
        #expect(Self.capabilities(forced, []).encoding.pictures == step)
        #expect(Self.capabilities(["SEAM_PICTURES": "gif"], []).pictures == .blocks)
        let bare = Self.capabilities(forced, [], cell: nil).pictureLook.step
        #expect(bare == (step == .sixel ? .blocks : step), "sixels need the size of a cell")
    }

    @Test("cell pixels: a size that cannot be is not used") func impossibleSizes() {
        for size in [(0, 0), (80, 24), (-800, -480), (80_000, 480), (800, .max)] {
            #expect(CellPixels(terminal: size, columns: 80, rows: 24) == nil)
        }
        #expect(CellPixels(terminal: (800, 480), columns: 0, rows: 0) == nil)
        #expect(Self.cell?.width == 10 && Self.cell?.height == 20)
    }
}
