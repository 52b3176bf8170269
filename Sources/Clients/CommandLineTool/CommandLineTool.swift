import ArgumentParser
import DaemonCore
import Glibc
import LinuxSupport
import RPC
import TermCore
import Wire

/// The program `seam`, without its `main` function.
package enum CommandLineTool {
    /// Runs one command, and returns the exit status. `arguments` do not include the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        do throws(LinuxError) {
            try ProcessHygiene.begin()
            try ProcessHygiene.protectMemory()
        } catch {
            Console(environment: Environment(), isJSON: false).talk("cannot protect this process: \(error.description)")
            return ExitStatus.fault.rawValue
        }
        admitSignals()
        let status = status(of: arguments)
        // Shells and service managers know from the number which signal ended a program.
        let isEnded = status == ExitStatus.cancelled.rawValue && Interrupt.hasTerminated
        return isEnded ? ExitStatus.terminated.rawValue : status
    }

    private static func status(of arguments: [String]) -> Int32 {
        if arguments.first == "rpc" { return RawCall.run(Array(arguments.dropFirst())).rawValue }
        do {
            var command = try SeamCommand.parseAsRoot(arguments)
            try command.run()
            return ExitStatus.done.rawValue
        } catch {
            return report(error, arguments)
        }
    }

    /// If the parent starts us from a thread with blocked signals, we inherit the block, but Ctrl-C must work anyway.
    private static func admitSignals() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        // Swift's runtime would answer Ctrl-\ with a backtrace.
        _ = signal(SIGQUIT, SIG_DFL)
    }

    /// The help of a group's default command, such as `seam keys --help`. The parser itself prints only the group's
    /// help.
    private static func helpOfTheDefault(_ arguments: [String]) -> String? {
        let words = arguments.filter { !["help", "--help", "-h"].contains($0) }
        guard words.count == 1, arguments.count == 2,
            let group = SeamCommand.configuration.subcommands.first(where: { $0.configuration.commandName == words[0] }
            ),
            let command = group.configuration.defaultSubcommand
        else { return nil }
        return "\n\nWithout a subcommand:\n\n" + SeamCommand.helpMessage(for: command, columns: HelpPage.unbroken)
    }

    /// Reports the parser's errors: requested help and versions, usage errors, and commands' exit statuses.
    private static func report(_ error: any Error, _ arguments: [String]) -> Int32 {
        let console = Console(environment: Environment(), isJSON: arguments.contains("--json"))
        if let code = error as? ExitCode { return code.rawValue }
        guard !SeamCommand.exitCode(for: error).isSuccess else {
            // For 'seam help foo', the parser would show the help of `seam`.
            if arguments.first == "help", let fault = NamedCommand(arguments).unknownCommand {
                return report(fault, on: console)
            }
            do {
                let help = SeamCommand.fullMessage(for: error, columns: HelpPage.unbroken)
                try console.help(help + (helpOfTheDefault(arguments) ?? ""))
                return ExitStatus.done.rawValue
            } catch {
                return ExitStatus.fault.rawValue
            }
        }
        let named = NamedCommand(arguments)
        return report(named.unknownCommand ?? named.fault(SeamCommand.message(for: error)), on: console)
    }

    private static func report(_ fault: UsageFault, on console: Console) -> Int32 {
        // A failed write is ignored, because there is no other way to report the failure.
        if console.isJSON { try? console.json(.members(("error", fault.error.json))) }
        console.talk(fault.hint.map { "\(fault.message) (\($0))" } ?? fault.message)
        return ExitStatus.usage.rawValue
    }
}

/// The command `seam`, for a person's keys and the doors that they open.
struct SeamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seam",
        abstract: "Use your mobile keys from a shell.",
        discussion: """
            Example:
              seam init < token && seam activate
              seam keys
              seam unlock "Front Door"

            SEAM_SOCKET and SEAM_ADMIN_SOCKET name the daemon's sockets if they are not in /run/seam, and \
            SEAM_SESSION names the session of commands without --session, for doors and for LifeSignal. With --json, a \
            command writes JSON Lines in the protocol's own shapes.

            With the package, bash, zsh and fish complete commands, doors, locks and attempts; elsewhere, 'seam \
            --generate-completion-script bash' writes the script.

            Exit codes: 0 done or granted, 2 key unusable, 3 no connection to the lock, 4 not signed in, 5 outcome \
            unknown, 64 usage, 69 daemon unreachable, 70 fault, 75 try again, 77 not permitted, 124 timed out, 130 \
            cancelled, 143 ended by SIGTERM.
            """,
        version: "seam \(Release.version)",
        subcommands: [
            InitCommand.self, ActivateCommand.self, KeysCommand.self, UnlockCommand.self, TerminalCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "session",
                subcommands: [
                    StatusCommand.self, RefreshCommand.self, DeactivateCommand.self, SessionsCommand.self,
                ]),
            CommandGroup(
                name: "doors", subcommands: [WatchCommand.self, AuditCommand.self, LocksCommand.self]),
            CommandGroup(name: "people", subcommands: [SignalCommand.self]),
            CommandGroup(
                name: "machine",
                subcommands: [
                    DoctorCommand.self, SetupCommand.self, KioskCommands.self, ProvidersCommand.self,
                    MetricsCommand.self, LogLevelCommand.self, RPCCommand.self,
                ]),
        ]
    )
}

/// The options of all commands.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Write JSON Lines, in the protocol's own shapes.")
    var json = false
}

/// The option of commands that concern one of the user's sessions.
struct SessionOption: ParsableArguments {
    @Option(
        name: .customLong("session"),
        help: "Which of your sessions: \(SessionID.nameRule). Without it, the one in SEAM_SESSION, or else 'default'.")
    var namedSession: String?

    /// The session that the option names. Without the option, this is the session that the environment names. The value
    /// nil means the user's default session.
    var session: String? { Self.named(namedSession) }

    func validate() throws { try Self.check(namedSession) }

    /// The session that an option's value names. Without the option, this is the session that the environment names.
    /// The value nil means the user's default session.
    static func named(_ session: String?) -> String? {
        let other = Environment(reading: ["SEAM_SESSION"])["SEAM_SESSION"]
        return session ?? (other.isEmpty ? nil : other)
    }

    /// Throws if the name in the option or the environment is not a valid session name.
    static func check(_ session: String?) throws {
        guard let named = named(session), !SessionID.isName(named) else { return }
        throw ValidationError(
            session == nil
                ? "the session in SEAM_SESSION must be \(SessionID.nameRule)"
                : "--session takes \(SessionID.nameRule)")
    }
}

/// The option of commands whose result is mostly their exit code.
struct QuietOption: ParsableArguments {
    @Flag(
        name: [.short, .long],
        help: "Write only errors, questions and instructions: the exit code is the result.")
    var quiet = false
}

/// A command that can be told to write only errors.
protocol QuietCommand: ConsoleCommand {
    var silence: QuietOption { get }
}

/// A command whose argument is a name, or another text of several words.
protocol NamingCommand: ConsoleCommand {}

/// A command that talks to the daemon.
protocol ConsoleCommand: ParsableCommand {
    var common: CommonOptions { get }

    /// Runs the command. If this method throws a ``WireError`` or ``UsageFault``, ``run()`` reports the error. If this
    /// method throws a ``CommandEnd``, the program ends with the status of the ``CommandEnd``.
    func perform(on console: Console) throws
}

extension ConsoleCommand {
    func run() throws {
        let isQuiet = (self as? any QuietCommand)?.silence.quiet == true
        let console = Console(
            environment: Environment(), isJSON: common.json, isQuiet: isQuiet,
            session: (self as? any SessionCommand)?.own.namedSession)
        WaitingSign.allow(on: console)
        let status = Self.status(on: console) {
            if isQuiet, common.json { throw UsageFault("--quiet cannot be used with --json") }
            try perform(on: console)
        }
        WaitingSign.erase()
        if status != .done { throw ExitCode(status.rawValue) }
    }

    /// Runs `body`, and reports a failure. People read the error on standard error. With `--json`, programs also read
    /// the error on standard output.
    static func status(on console: Console, _ body: () throws -> Void) -> ExitStatus {
        do {
            try body()
            return .done
        } catch let end as CommandEnd {
            return end.status
        } catch let fault as UsageFault {
            if console.isJSON { try? console.json(.members(("error", fault.error.json))) }
            console.talk(fault.hint.map { "\(fault.message) (\($0))" } ?? fault.message)
            return fault.status
        } catch let error as WireError {
            if console.isJSON { try? console.json(.members(("error", error.json))) }
            console.talk(Diagnosis(error).line)
            return ExitStatus(error)
        } catch {
            console.talk("an unexpected error occurred: \(String(describing: error))")
            return .fault
        }
    }
}
