/// The known capabilities of a terminal. They come first from its environment, then from its answers.
package struct Capabilities: Hashable, Sendable {
    package let profile: TerminalProfile
    /// Whether a frame can appear as a whole (mode 2026).
    package private(set) var hasSynchronizedOutput = false
    /// Whether the terminal can distinguish keys that other terminals cannot distinguish (kitty's protocol).
    package private(set) var hasKittyKeyboard = false
    /// The colour of the terminal's background, or nil if unknown.
    package private(set) var background: TerminalColor?
    /// The name and version that the terminal reports, or nil if unknown.
    package private(set) var version: TerminalSafe?
    /// Whether the terminal draws sixels.
    package private(set) var hasSixel = false
    /// The size of a cell, or nil if the terminal does not report it.
    package var cell: CellPixels?
    /// Whether no more answers will come.
    package private(set) var isSettled: Bool

    /// Creates the capabilities of a terminal that has not been asked yet.
    package init(profile: TerminalProfile) {
        self.profile = profile
        isSettled = !Self.isAsked(profile)
    }

    /// The questions to send before the first frame. The frame does not wait for the answers. There are no questions
    /// for a terminal that would show them on the screen. Every terminal answers the last question.
    package var questions: [UInt8] {
        isSettled ? [] : Array("\u{1b}[>0q\u{1b}[?2026$p\u{1b}[?u\u{1b}]11;?\u{1b}\\\u{1b}[c".utf8)
    }

    /// The times for which the program waits for answers before it gives the terminal back. The first time is counted
    /// from the questions, for a terminal on a slow line. The second is counted from the program's end, for a terminal
    /// that never answers. No frame waits for the answers.
    package static let patience = (sinceAsked: Duration.seconds(3), least: Duration.milliseconds(150))

    /// Applies an answer from the terminal.
    package mutating func received(_ reply: TerminalReply) {
        switch reply {
        case .attributes: isSettled = true
        case .sixel: hasSixel = true
        case .keyboard: hasKittyKeyboard = true
        case .mode(2026, let isKnown): hasSynchronizedOutput = isKnown && !isSlowWithFrames
        case .mode: break
        case .background(let color): background = color
        case .version(let version):
            self.version = version
            if isSlowWithFrames { hasSynchronizedOutput = false }
        }
    }

    /// Whether the terminal is a tmux that is slow with bracketed frames. This is so for tmux 3.7b to 3.7d, which
    /// repaint the whole pane for each such frame (tmux issue 5612).
    private var isSlowWithFrames: Bool {
        ["tmux 3.7b", "tmux 3.7c", "tmux 3.7d"].contains(version?.description)
    }

    /// Whether the questions are sent. A console, a serial terminal and a pipe would show them.
    private static func isAsked(_ profile: TerminalProfile) -> Bool {
        let term = profile.name.description
        return profile.hasSequences && term != "linux" && !term.hasPrefix("vt")
    }

    /// The capabilities that the frame encoder relies on.
    package var encoding: FrameEncoder.Terminal {
        FrameEncoder.Terminal(
            depth: profile.depth.value, hasSynchronizedOutput: hasSynchronizedOutput,
            erasesWithBackground: profile.name == "linux" || profile.name.description.hasPrefix("xterm"),
            charset: profile.charset, pictures: pictureLook.step)
    }

    /// How the terminal shows pictures.
    package var pictureLook: PictureLook {
        PictureLook(step: pictures, cell: cell, glyphs: profile.glyphs.value, depth: profile.depth.value)
    }

    /// Whether the background is light, or nil if the terminal does not report it.
    package var isLight: Bool? {
        guard case .rgb(let red, let green, let blue)? = background?.kind else { return nil }
        return OKLab((red, green, blue)).lightness > 0.6
    }
}
