import ArgumentParser
import Foundation
import LumiKitUI
import SeamComponents
import SeamWords

/// The arguments of `seam tui`.
struct Arguments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "Show a live view of your keys, and open their doors.",
        usage: """
            seam tui [--session NAME] [--lang CODE] [--density NAME] [--theme NAME|FILE] [--plain]
                   seam-tui --ssh [--lang CODE] [--density NAME] [--theme NAME] [--plain]
                   seam tui --signal [--session NAME] [--lang CODE] [--theme NAME|FILE]
                   seam tui theme check FILE
            """,
        discussion: """
            Arrows choose, Enter opens, Esc cancels, / searches, Tab shows everything about a key, ? lists the \
            keyboard's commands, q quits; a mouse works as well.

            With --plain, without a terminal or with TERM=dumb, it reads and writes lines instead: you type a number, \
            a letter, a letter and a number, or / and a text. Each line waits until the line before it has taken effect.

            A code that was shown is erased at the end. In line mode, this works only while the code is on the screen, \
            and if the terminal can erase it; otherwise the program warns that the code is still there.

            In line mode, if this program is killed (SIGKILL) while you type a token, the terminal may continue to \
            hide what you type: run `stty echo`.

            A theme is default, high-contrast, mono or phosphor, or a JSON file (see lumi-catalog for its contents). \
            `theme check FILE` prints how well each of its texts can be read, and exits 2 if one cannot be read.

            Language, density and theme are stored for the next time, in seam-tui/values.json of XDG_STATE_HOME or \
            ~/.local/state. Press , to change them. Without --lang, the language comes from LC_ALL, LC_MESSAGES \
            or LANG if it is en, es or de, and otherwise it is English.

            If this machine has LifeSignal, s shows it: check in, call for help, and the people on both sides. With \
            --signal, the screen is only for checking in: large letters, the time, and who is alerted. Space or Enter \
            checks in, and h calls for help.

            Administrators of this machine press m: the state of the daemons, the bound locks, keys for other \
            accounts from one date to another, and binding a lock.

            With --ssh, sshd runs this program for everybody who logs in (ForceCommand): each key belongs to a person, \
            who has their own session and settings. It runs no commands, and opens no file that a user names. Without \
            a terminal (ssh -T), it reads and writes lines, and typed text is visible. After nine minutes without a \
            key press, it warns, and ends a minute later. To set up sshd, see "Access over ssh" in \
            deploy/docs/install.md.

            Exits 0 at the end, 64 for a wrong argument and for a command given to ssh, 65 for a wrong theme, 78 if \
            sshd does not report whose key was used, and 130 after Ctrl-C.

            SEAM_SOCKET names the session daemon's socket if it is not /run/seam/session.sock; NO_COLOR turns colours \
            off.
            """)

    @Option(help: "Which of your sessions: \(SeamConfiguration.Session.nameRule).")
    var session: String?

    @Option(help: "The colours: a theme's name or file.")
    var theme: String?

    @Option(help: "The language: en, es or de.")
    var lang: String?

    @Option(help: "The spacing of keys and buttons: compact, regular, comfortable or large.")
    var density: String?

    @Flag(help: "Write lines instead of a screen, for screen readers and pipes.")
    var plain = false

    @Flag(help: "Show only LifeSignal's check-in, in large letters.")
    var signal = false

    @Flag(help: "Serve everybody who logs in by ssh, each with their own key.")
    var ssh = false

    /// The settings that are stored for the person. A theme's file is stored by its absolute path.
    var preferences: Preferences {
        let file = theme.map { LMKDesign.named($0) == nil ? URL(fileURLWithPath: $0).path(percentEncoded: false) : $0 }
        return Preferences(
            language: lang.flatMap { SeamLanguage(rawValue: $0) },
            density: density.flatMap { SeamDensity(rawValue: $0) },
            theme: file)
    }

    mutating func validate() throws {
        guard lang.map({ SeamLanguage(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--lang must be en, es or de")
        }
        guard density.map({ SeamDensity(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--density must be compact, regular, comfortable or large")
        }
        guard session.map(SeamConfiguration.Session.isName) ?? true else {
            throw ValidationError("--session takes \(SeamConfiguration.Session.nameRule)")
        }
        guard ssh else { return }
        guard !signal else { throw ValidationError("--signal is not for --ssh") }
        guard session == nil else { throw ValidationError("--ssh uses the session of the key: leave out --session") }
        guard theme.map({ LMKDesign.named($0) != nil }) ?? true else {
            throw ValidationError("with --ssh, --theme must be a name")
        }
    }
}
