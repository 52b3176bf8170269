import ArgumentParser
import Glibc
import LinuxSupport
import TermCore

/// The command `seam setup`, which replaces itself with the program that sets up a machine.
struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Make this machine ready to open doors (root).",
        discussion: """
            From a fresh installation, step by step: makes and seals the machine key, asks for the cloud, reserves \
            Bluetooth for doors, admits users, starts the daemons, binds the first lock, and ends with 'seam doctor'. \
            You can run it again: steps that are already done are skipped.

            --answers FILE asks no questions. FILE has lines of KEY=VALUE: cloud_url; only_doors, yes or no; users and \
            administrators, separated by blanks; bind, PROVIDER WORKSPACE ENTRANCE or no; device, the lock's address; \
            unsealed_key, yes or no: whether the machine key may stay unsealed on the disk if it cannot be sealed; \
            lifesignal, yes or no; page, the name of LifeSignal's page for phones, or no; page_tls, proxy, files or \
            none, with page_certificate and page_key for files. If a KEY is left out, setup takes the answer that the \
            question suggests. There is no KEY for a token: people sign in by themselves. The file and the directories \
            on the way to it must belong to root, and only root may write them.

            To find the store, --wipe asks the daemon, which reads its configuration. If a daemon does not end, or \
            a process has the store open, nothing is removed, and the exit code is 75. Any files that it leaves, \
            such as your own, are named.
            """)

    @Option(help: "Read the answers from this file.")
    var answers: String?

    @Flag(name: .customLong("dry-run"), help: "Show what would be done, without doing it.")
    var isDry = false

    @Flag(
        name: .customLong("undo"),
        help: "Stop the daemons and give Bluetooth back. Everything else stays, and is listed.")
    var undoes = false

    @Flag(
        name: .customLong("wipe"),
        help: "Do the same, and also remove the configuration, store, journal and machine key.")
    var wipes = false

    /// The path at which the package installs the setup program.
    private static let program = "/usr/lib/seam/setup"

    func validate() throws {
        if undoes, wipes { throw ValidationError("--wipe includes --undo") }
        if answers != nil, undoes || wipes { throw ValidationError("--answers can be used only to set up the machine") }
    }

    func run() throws {
        var arguments = [Self.program]
        if let answers { arguments += ["--answers", answers] }
        if isDry { arguments.append("--dry-run") }
        if undoes { arguments.append("--undo") }
        if wipes { arguments.append("--wipe") }
        do throws(LinuxError) {
            // The setup program uses only the system's programs, and ignores the `PATH` of the person who became root.
            let path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
            try Sandbox.execute(Self.program, arguments: arguments, environment: [path, "LC_ALL=C.UTF-8"])
        } catch {
            let console = Console(environment: Environment(), isJSON: false)
            console.talk("\(error.description) (is the package seam installed?)")
            throw ExitCode(ExitStatus.fault.rawValue)
        }
    }
}
