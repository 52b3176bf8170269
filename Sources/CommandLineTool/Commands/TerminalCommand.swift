import ArgumentParser
import Glibc
import LinuxSupport
import TermCore

/// `seam tui`: becomes the terminal program, which is installed beside this one.
struct TerminalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "Show your keys on the whole terminal, live, and open their doors.",
        discussion: """
            Needs a terminal. Arrows choose, Enter opens, Esc cancels, q ends it. Exits 0 at the end, 130 by Ctrl-C, 64 \
            without a terminal. NO_COLOR leaves colours out.
            """)

    @Option(help: "Which of your sessions: 1 to 32 of a-z, 0-9, dot, underscore and hyphen.")
    var session: String?

    func validate() throws { try CommonOptions.check(session: session) }

    func run() throws {
        let console = Console(environment: Environment(), isJSON: false)
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            console.talk("this needs a terminal (without one: 'seam keys', 'seam unlock', 'seam watch')")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        do throws(LinuxError) {
            // Beside this one: what another directory of the path has under that name is another's.
            let path = try Sandbox.executablePath()
            let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
            let arguments = ["seam-tui"] + (session.map { ["--session", $0] } ?? [])
            try Sandbox.execute(
                directory + "/seam-tui", arguments: arguments, environment: Self.environment)
        } catch {
            console.talk("\(error.description) (is the whole of seam installed?)")
            throw ExitCode(ExitStatus.fault.rawValue)
        }
    }

    /// All variables, as `NAME=VALUE`: the program is to have what this one has.
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
