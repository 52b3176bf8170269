import ArgumentParser
import Glibc
import LinuxSupport
import TermCore

/// `seam setup`: replaces itself by the program that makes a machine ready.
struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Make this machine ready to open doors (root).",
        discussion: """
            From a fresh installation, step by step: makes and seals the machine key, asks for the cloud, keeps Bluetooth for doors, \
            lets users in, starts the daemons, binds the first lock, and ends in 'seam doctor'. It may be run again: what is \
            done is left as it is.

            --answers FILE asks nothing. Lines of KEY=VALUE: cloud_url; only_doors, yes or no; users and administrators, \
            separated by blanks; bind, PROVIDER WORKSPACE ENTRANCE or no; device, the lock's address; unsealed_key, yes or no: \
            whether the machine key may lie unsealed on the disk where it cannot be sealed. What is left out is as the \
            question suggests. No token is among them: people sign in by themselves. The file and the directories on the \
            way to it must belong to root, and nobody else may write them.

            --wipe asks the daemon's own reader of the configuration where the store is. While a daemon does not end, or a \
            process has the store open, nothing is removed, and it exits 75. What it leaves, such as files of yours, it names.
            """)

    @Option(help: "Take the answers from this file.")
    var answers: String?

    @Flag(name: .customLong("dry-run"), help: "Say what would be done, and do nothing.")
    var isDry = false

    @Flag(name: .customLong("undo"), help: "End the daemons and give Bluetooth back; all else stays, and is named.")
    var undoes = false

    @Flag(name: .customLong("wipe"), help: "The same, and remove configuration, store, journal and machine key.")
    var wipes = false

    /// Where the package installs it.
    private static let program = "/usr/lib/seam/setup"

    func validate() throws {
        if undoes, wipes { throw ValidationError("--wipe undoes as well") }
        if answers != nil, undoes || wipes { throw ValidationError("--answers is for setting up") }
    }

    func run() throws {
        var arguments = [Self.program]
        if let answers { arguments += ["--answers", answers] }
        if isDry { arguments.append("--dry-run") }
        if undoes { arguments.append("--undo") }
        if wipes { arguments.append("--wipe") }
        do throws(LinuxError) {
            // The system's programs, whatever the path of the person who became root.
            let path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
            try Sandbox.execute(Self.program, arguments: arguments, environment: [path, "LC_ALL=C.UTF-8"])
        } catch {
            let console = Console(environment: Environment(), isJSON: false)
            console.talk("\(error.description) (is the package seam installed?)")
            throw ExitCode(ExitStatus.fault.rawValue)
        }
    }
}
