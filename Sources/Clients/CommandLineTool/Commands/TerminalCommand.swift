import ArgumentParser
import DaemonCore
import Glibc
import LinuxSupport
import TermCore

/// `seam tui`: becomes the terminal program, which is installed beside this one.
struct TerminalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "Show your keys on the whole terminal, live, and open their doors.",
        discussion: """
            Arrows choose, Enter opens, Esc cancels, / searches, Tab says all about a key, ? names every key, q ends it; a \
            mouse does as well. Exits 0 at the end, 130 by Ctrl-C. NO_COLOR leaves colours out.

            With --plain, without a terminal and with TERM=dumb the same is said in lines, and done by lines: a number, a \
            letter, a letter and a number, or / and a text. Each line waits until what the one before has asked for is there. \
            If this is killed (SIGKILL) while a token is typed, the terminal may go on hiding what is typed; `stty echo` ends that.
            """)

    @Option(help: "Which of your sessions: \(SessionID.nameRule).")
    var session: String?

    @Option(help: "The language: en, es or de. It is kept, as the next two are.")
    var lang: String?

    @Option(help: "How much room keys and buttons have: compact, regular, comfortable or large.")
    var density: String?

    @Option(help: "The colours: a theme's name, or its file.")
    var theme: String?

    @Flag(help: "Write lines instead of a screen, for screen readers and pipes.")
    var plain = false

    @Flag(help: "Be a public screen; 'seam-tui --kiosk --help' says more.")
    var kiosk = false

    @Option(help: "With --kiosk: the configuration, in place of /etc/seam/kiosk.json.")
    var config: String?

    @Flag(name: .customLong("check-config"), help: "With --kiosk: check the configuration, and end.")
    var isCheck = false

    @Option(name: .customLong("set-pin"), help: "With --kiosk: read staff's PIN, and write its hash into this file.")
    var pinFile: String?

    @Argument(help: "theme check FILE: says how well the texts of a theme can be read.")
    var words: [String] = []

    /// Those of the program; it checks them.
    var arguments: [String] {
        let options = [
            ("--session", session), ("--lang", lang), ("--density", density), ("--theme", theme), ("--config", config),
            ("--set-pin", pinFile),
        ]
        return words + options.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] }
            + (plain ? ["--plain"] : []) + (kiosk ? ["--kiosk"] : []) + (isCheck ? ["--check-config"] : [])
    }

    func validate() throws { try CommonOptions.check(session: session) }

    func run() throws { try Self.become(arguments) }

    /// Becomes the terminal program, with its arguments; returns only by throwing.
    static func become(_ arguments: [String]) throws {
        let console = Console(environment: Environment(), isJSON: false)
        do throws(LinuxError) {
            // Only the program beside this one: a program of that name in another directory of the path is not ours.
            let path = try Sandbox.executablePath()
            let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
            try Sandbox.execute(
                directory + "/seam-tui", arguments: ["seam-tui"] + arguments, environment: environment)
        } catch {
            console.talk("\(error.description) (is the whole of seam installed?)")
            throw ExitCode(ExitStatus.fault.rawValue)
        }
    }

    /// All variables, as `NAME=VALUE`: the program gets this one's environment.
    private static var environment: [String] {
        var variables: [String] = []
        var place = unsafe environ
        while let variable = unsafe place.pointee {
            unsafe variables.append(String(cString: variable))
            unsafe place += 1
        }
        return variables
    }
}
