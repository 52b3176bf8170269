import TermCore
import Testing

@Suite struct CapabilitiesTests {
    private static func asked(_ term: String, _ answers: [TerminalReply]) -> Capabilities {
        var capabilities = Capabilities(
            profile: TerminalProfile(isTerminal: true) { $0 == "TERM" ? term : $0 == "LANG" ? "C.UTF-8" : "" })
        for answer in answers { capabilities.received(answer) }
        return capabilities
    }

    @Test("capabilities: what is answered is known") func whatIsAnsweredIsKnown() {
        let known = Self.asked(
            "xterm-256color",
            [
                .version("xterm(379)"), .mode(2026, isKnown: true), .mode(4711, isKnown: false), .keyboard,
                .background(.rgb(250, 250, 250)),
            ])
        #expect(known.hasSynchronizedOutput && known.hasKittyKeyboard)
        #expect(known.isLight == true && !known.isSettled)
        #expect(known.encoding == .init(depth: .indexed, hasSynchronizedOutput: true, erasesWithBackground: true))
        #expect(Self.asked("xterm", [.attributes]).isSettled, "the last question")
        #expect(Self.asked("xterm", [.background(.rgb(20, 20, 30))]).isLight == false)
        #expect(Self.asked("xterm", [.mode(4711, isKnown: true)]) == Self.asked("xterm", []))
    }

    @Test("capabilities: nobody is asked who would show the questions") func nobodyIsAskedWhoWouldShowTheQuestions() {
        for term in ["linux", "vt220", "dumb", ""] {
            let unasked = Self.asked(term, [])
            #expect(unasked.questions.isEmpty && unasked.isSettled, "\(term)")
        }
        let questions = String(decoding: Self.asked("tmux-256color", []).questions, as: UTF8.self)
        #expect(questions.hasSuffix("\u{1b}[c"))
    }

    /// The order of the terminal's answers makes no difference.
    @Test("capabilities: frames are not bracketed where that is slow") func framesAreNotBracketedWhereThatIsSlow() {
        for version in ["tmux 3.7b", "tmux 3.7d"] {
            let name = TerminalReply.version(TerminalSafe(version))
            for answers in [[name, .mode(2026, isKnown: true)], [.mode(2026, isKnown: true), name]] {
                #expect(!Self.asked("tmux", answers).hasSynchronizedOutput)
            }
        }
        #expect(Self.asked("tmux", [.version("tmux 3.8"), .mode(2026, isKnown: true)]).hasSynchronizedOutput)
    }
}
