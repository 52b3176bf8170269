import ArgumentParser
import Foundation
import LumiKitUI
import SeamComponents
import SeamWords

/// The arguments of `seam tui`.
struct Arguments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "Your keys, live, and the doors they open.",
        usage: """
            seam tui [--session NAME] [--lang CODE] [--density NAME] [--theme NAME|FILE] [--plain]
                   seam-tui --ssh [--lang CODE] [--density NAME] [--theme NAME] [--plain]
                   seam tui theme check FILE
            """,
        discussion: """
            Arrows choose, Enter opens, Esc cancels, / searches, Tab says all about a key, ? names every key, q ends it; a \
            mouse does as well.

            With --plain, without a terminal and with TERM=dumb the same is said in lines, and done by lines: a number, a \
            letter, a letter and a number, or / and a text. Each line waits until what the one before has asked for is there.

            A code that was shown is erased at the end. In lines that is only possible while it is on the screen, and \
            where the terminal can erase; otherwise this says that it is still there.

            In lines, if this is killed (SIGKILL) while a token is typed, the terminal may go on hiding what is typed; \
            `stty echo` ends that.

            A theme is one of default, high-contrast, mono and phosphor, or a file of JSON (lumi-catalog shows what is in \
            one). `theme check FILE` prints how well each of its texts can be read, and exits 2 where one cannot.

            Language, density and theme are kept for the next time, in seam-tui/values.json of XDG_STATE_HOME or \
            ~/.local/state; , changes them too. Without --lang the language is \
            that of LC_ALL, LC_MESSAGES or LANG, where it is one of these, and else English.

            With --ssh it is what sshd runs for whoever logs in (ForceCommand): each key is a person, with a session \
            and settings of their own. It runs no command, and opens no file that somebody names. Without a terminal \
            (ssh -T) it speaks in lines, and what is typed can be seen. After nine minutes without a key it warns, \
            and ends a minute later. "By ssh" in deploy/README.md has what sshd must be told.

            Exits 0 at the end, 64 for an argument that is wrong and for a command given to ssh, 65 for a theme that \
            is wrong, 78 where sshd does not tell whose key it was, 130 by Ctrl-C.

            SEAM_SOCKET names another socket of the session daemon than /run/seam/session.sock; NO_COLOR leaves colours out.
            """)

    @Option(help: "Which of your sessions: \(SeamConfiguration.Session.nameRule).")
    var session: String?

    @Option(help: "The colours: a theme's name, or its file.")
    var theme: String?

    @Option(help: "The language: en, es or de.")
    var lang: String?

    @Option(help: "How much room keys and buttons have: compact, regular, comfortable or large.")
    var density: String?

    @Flag(help: "Write lines instead of a screen, for screen readers and pipes.")
    var plain = false

    @Flag(help: "Be the screen of whoever logs in by ssh, by their key.")
    var ssh = false

    /// The argument with which the guard starts its child.
    @Flag(name: .customLong("guarded"), help: .hidden)
    var isGuarded = false

    /// The settings that are kept for the person. A theme's file is named by its absolute path.
    var preferences: Preferences {
        let file = theme.map { LMKDesign.named($0) == nil ? URL(fileURLWithPath: $0).path(percentEncoded: false) : $0 }
        return Preferences(
            language: lang.flatMap { SeamLanguage(rawValue: $0) },
            density: density.flatMap { SeamDensity(rawValue: $0) },
            theme: file)
    }

    mutating func validate() throws {
        guard lang.map({ SeamLanguage(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--lang takes en, es or de")
        }
        guard density.map({ SeamDensity(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--density takes compact, regular, comfortable or large")
        }
        guard session.map(SeamConfiguration.Session.isName) ?? true else {
            throw ValidationError("--session takes \(SeamConfiguration.Session.nameRule)")
        }
        guard ssh else { return }
        guard session == nil else { throw ValidationError("--ssh takes the session of a key: leave --session away") }
        guard theme.map({ LMKDesign.named($0) != nil }) ?? true else {
            throw ValidationError("with --ssh, --theme takes a name")
        }
    }
}
