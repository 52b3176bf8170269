import ArgumentParser
import Glibc
import LinuxSupport
import TermCore

/// The command `seam setup`, which replaces itself with the program that sets up a machine.
struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Make this machine ready to open doors (root).",
        discussion: """
            From a fresh installation, step by step: makes and seals the machine key, asks for the cloud, keeps \
            Bluetooth for doors, lets users in, starts the daemons, binds the first lock, and ends with 'seam doctor'. \
            You can run it again: steps that are done are left as they are.

            --answers FILE asks nothing. The file has lines of KEY=VALUE: cloud_url; only_doors, yes or no; users and \
            administrators, separated by blanks; bind, PROVIDER WORKSPACE ENTRANCE or no; device, the lock's address; \
            unsealed_key, yes or no: whether the machine key may lie unsealed on the disk if it cannot be sealed. For \
            a key that is left out, the answer is the one that the question suggests. There is no key for a token: \
            people sign in by themselves. The file and the directories on the way to it must belong to root, and only \
            root may write them.

            --wipe asks the daemon's own reader of the configuration where the store is. If a daemon does not end, or \
            a process has the store open, nothing is removed, and the exit code is 75. Anything that it leaves, such \
            as files of yours, is named.
            """)

    @Option(help: "Take the answers from this file.")
    var answers: String?

    @Flag(name: .customLong("dry-run"), help: "Show what would be done, and do nothing.")
    var isDry = false

    @Flag(
        name: .customLong("undo"),
        help: "Stop the daemons and give Bluetooth back. Everything else stays, and is listed.")
    var undoes = false

    @Flag(name: .customLong("wipe"), help: "The same, and remove the configuration, store, journal and machine key.")
    var wipes = false

    /// The path at which the package installs the setup program.
    private static let program = "/usr/lib/seam/setup"

    func validate() throws {
        if undoes, wipes { throw ValidationError("--wipe includes --undo") }
        if answers != nil, undoes || wipes { throw ValidationError("--answers goes only with setting up") }
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
