/// What is known of a terminal: at first what its environment says, then what it answers.
package struct Capabilities: Hashable, Sendable {
    package let profile: TerminalProfile
    /// Frames can be shown at once (mode 2026).
    package private(set) var hasSynchronizedOutput = false
    /// Keys can be told apart that others do not (kitty's protocol).
    package private(set) var hasKittyKeyboard = false
    /// The colour behind its text.
    package private(set) var background: TerminalColor?
    /// What it calls itself.
    package private(set) var version: TerminalSafe?
    /// Everything was answered that will be.
    package private(set) var isSettled: Bool

    /// Before anything was asked.
    package init(profile: TerminalProfile) {
        self.profile = profile
        isSettled = !Self.isAsked(profile)
    }

    /// What to send before the first frame, which does not wait for the answers; nothing to one that would write the
    /// questions on the screen. The last question is answered by every terminal.
    package var questions: [UInt8] {
        isSettled ? [] : Array("\u{1b}[>0q\u{1b}[?2026$p\u{1b}[?u\u{1b}]11;?\u{1b}\\\u{1b}[c".utf8)
    }

    /// How long answers may take before the terminal is given back. No frame waits for them.
    package static let patience = Duration.milliseconds(150)

    /// Takes an answer.
    package mutating func received(_ reply: TerminalReply) {
        switch reply {
        case .attributes: isSettled = true
        case .keyboard: hasKittyKeyboard = true
        case .mode(2026, let isKnown): hasSynchronizedOutput = isKnown && !isSlowWithFrames
        case .mode: break
        case .background(let color): background = color
        case .version(let version):
            self.version = version
            if isSlowWithFrames { hasSynchronizedOutput = false }
        }
    }

    /// tmux 3.7b to 3.7d paint the whole pane for each bracketed frame (tmux issue 5612).
    private var isSlowWithFrames: Bool {
        ["tmux 3.7b", "tmux 3.7c", "tmux 3.7d"].contains(version?.description)
    }

    /// A console, a serial terminal and a pipe would show the questions.
    private static func isAsked(_ profile: TerminalProfile) -> Bool {
        let term = profile.name.description
        return profile.hasSequences && term != "linux" && !term.hasPrefix("vt")
    }

    /// What the encoder of frames may rely on.
    package var encoding: FrameEncoder.Terminal {
        FrameEncoder.Terminal(
            depth: profile.depth.value, hasSynchronizedOutput: hasSynchronizedOutput,
            erasesWithBackground: profile.name == "linux" || profile.name.description.hasPrefix("xterm"))
    }

    /// Whether the background is a light one; nil where the terminal does not say.
    package var isLight: Bool? {
        guard case .rgb(let red, let green, let blue)? = background?.kind else { return nil }
        return OKLab((red, green, blue)).lightness > 0.6
    }
}
