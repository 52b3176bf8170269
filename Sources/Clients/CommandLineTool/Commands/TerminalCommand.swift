import ArgumentParser
import DaemonCore
import Glibc
import LinuxSupport
import TermCore

/// The command `seam tui`, which becomes the terminal program. That program is installed beside `seam`.
struct TerminalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "Show your keys live on the whole terminal, and open their doors from there.",
        discussion: """
            Arrows choose, Enter opens, Esc cancels, / searches, Tab shows everything about a key, ? lists all \
            commands, q quits; a mouse works as well. Exits 0 at the end, 130 after Ctrl-C. NO_COLOR turns \
            colours off.

            With --plain, without a terminal or with TERM=dumb, it reads and writes lines instead: you type a number, \
            a letter, a letter and a number, or / and a text. Each line waits until the one before has taken effect. \
            If seam is killed (SIGKILL) while you type a token, the terminal may continue to hide what you type: \
            run `stty echo`.

            On a machine with LifeSignal, s shows it; with --signal, the screen has only its check-in. \
            Administrators press m for this machine's daemons, locks and keys for others.
            """)

    @Option(
        help: "Which of your sessions: \(SessionID.nameRule). Without it, the one in SEAM_SESSION, or else 'default'.")
    var session: String?

    @Option(help: "The language: en, es or de. It is stored for the next time, like the next two options.")
    var lang: String?

    @Option(help: "The spacing of keys and buttons: compact, regular, comfortable or large.")
    var density: String?

    @Option(help: "The colours: a theme's name or file.")
    var theme: String?

    @Flag(help: "Write lines instead of a screen, for screen readers and pipes.")
    var plain = false

    @Flag(help: "Show only LifeSignal's check-in, in large letters.")
    var signal = false

    @Flag(help: "Run as a public screen: see 'seam-tui --kiosk --help'.")
    var kiosk = false

    @Option(help: "With --kiosk: the configuration, instead of /etc/seam/kiosk.json.")
    var config: String?

    @Flag(name: .customLong("check-config"), help: "With --kiosk: check the configuration, and exit.")
    var isCheck = false

    @Option(name: .customLong("set-pin"), help: "With --kiosk: read the staff PIN, and write its hash to this file.")
    var pinFile: String?

    @Argument(help: "theme check FILE: shows whether text can be read well in a theme.")
    var words: [String] = []

    /// The terminal program's arguments, which that program checks itself.
    var arguments: [String] {
        let options = [
            ("--session", kiosk ? session : SessionOption.named(session)), ("--lang", lang), ("--density", density),
            ("--theme", theme), ("--config", config),
            ("--set-pin", pinFile),
        ]
        return words + options.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] }
            + (plain ? ["--plain"] : []) + (signal ? ["--signal"] : []) + (kiosk ? ["--kiosk"] : [])
            + (isCheck ? ["--check-config"] : [])
    }

    func validate() throws { try SessionOption.check(session) }

    func run() throws { try Self.become(arguments) }

    /// Becomes the terminal program with the given arguments. This method returns only by throwing an error.
    static func become(_ arguments: [String]) throws {
        let console = Console(environment: Environment(), isJSON: false)
        do throws(LinuxError) {
            // Runs the program beside `seam`, because a program of the same name elsewhere on the path is not ours.
            let path = try Sandbox.executablePath()
            let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
            try Sandbox.execute(
                directory + "/seam-tui", arguments: ["seam-tui"] + arguments, environment: environment)
        } catch {
            console.talk("\(error.description) (is seam installed completely?)")
            throw ExitCode(ExitStatus.fault.rawValue)
        }
    }

    /// All environment variables as `NAME=VALUE`. The terminal program gets the environment of `seam`.
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
