import DaemonKit
import DaemonStore
import Glibc
import LinuxSupport
import Logging
import SealedDatabase
import Wire

/// The program `lifesignald`.
package enum SignalProgram {
    private static let usage = """
        usage: lifesignald [--config FILE]
               lifesignald --check-config FILE
               lifesignald --print-store FILE
               lifesignald --new-machine-key FILE

        Records people's check-ins, and alerts others when one is missed. It is not an emergency service.

          --config FILE            configuration (default /etc/seam/lifesignal.json, which may be absent)
          --check-config FILE      checks whether FILE can be used, and says why if it cannot; then exits
          --print-store FILE       prints the path of the store that FILE names, even if the rest of FILE is
                                   wrong; then exits
          --new-machine-key FILE   writes a new machine key to a new file of mode 0600, and beside it the empty
                                   FILE-first-start, which allows the first start to create a store; then exits
          --version                prints the version; then exits

        For tests only, before the others:

          --virtual-clock SOCKET   a clock that is moved over a socket
          --virtual-clock-start MS the clock's time when the process starts
          --virtual-clock-move JSON moves the clock when the process starts, as the socket does
          --failpoint NAME         ends the process at that point, as a crash would
        """

    private static let program = DaemonProgram("lifesignald", usage: usage)

    private static let machineKey = MachineKeyFile(credential: "lifesignal-machine-key", of: "lifesignald")

    /// Runs until a signal ends it, and returns its exit status (``DaemonProgram``). The status is also 78 if there is
    /// a problem with the machine key, or if the store does not open.
    package static func run(_ arguments: [String]) async -> Int32 {
        var rest = arguments
        let asked: Asked
        do throws(ConfigurationError) {
            asked = try Asked(taking: &rest)
        } catch {
            return CommandOutput(of: "lifesignald").complain(error.message, EX_USAGE)
        }
        return await program.run(rest, command: command) { (configuration, basis) in
            let credentials = credentialsDirectory
            let key = try machineKey.load(credentialsDirectory: credentials, fallback: configuration.machineKey)
            if key.isFallback {
                basis.logger.warning(
                    "the machine key comes from a plain file; deployments pass it as a systemd credential")
            }
            var options = SignalDaemon.Options(failpoints: Failpoints(asked.failpoints))
            options.virtualClock = try asked.virtualClock.map {
                try VirtualClock(at: $0, passed: .milliseconds(asked.passed), order: asked.order)
            }
            options.keyFile = key.isFallback ? configuration.machineKey : nil
            if options.virtualClock != nil { basis.logger.warning("the clock is virtual: this is a test") }
            let desk = try configuration.desk?.load(credentialsDirectory: credentials)
            return try SignalDaemon(configuration, .init(machineKey: key.key, desk: desk), basis, options)
        }
    }

    private static var credentialsDirectory: String? {
        unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
    }

    /// The commands that only a daemon with a machine key has, or that do more in this daemon.
    private static func command(_ arguments: [String]) -> DaemonCommand<SignalConfiguration>? {
        switch (arguments.first, arguments.count) {
        case ("--check-config", 2):
            .own {
                let configuration = try SignalConfiguration.read(arguments[1])
                // A secret that only the service manager passes cannot be checked here.
                if let desk = configuration.desk, desk.secret != nil || credentialsDirectory != nil {
                    _ = try desk.load(credentialsDirectory: credentialsDirectory)
                }
                return "\(arguments[1]) can be used"
            }
        case ("--print-store", 2): .own { try SignalConfiguration.store(in: arguments[1]) }
        case ("--new-machine-key", 2):
            .own {
                try MachineKeyFile.create(arguments[1])
                try FirstStart.mark(key: arguments[1])
                return nil
            }
        default: nil
        }
    }
}

/// The command-line options for tests.
private struct Asked {
    var failpoints: Set<Failpoint> = []
    var virtualClock: String?
    /// The virtual time that has passed, in milliseconds.
    var passed: Int64 = 0
    var order: JSON?

    /// Takes the test options from the beginning of the arguments.
    init(taking arguments: inout [String]) throws(ConfigurationError) {
        while let option = arguments.first,
            ["--virtual-clock", "--virtual-clock-start", "--virtual-clock-move", "--failpoint"].contains(option)
        {
            guard arguments.count >= 2 else { throw ConfigurationError("\(option) takes a value") }
            let value = arguments[1]
            arguments.removeFirst(2)
            switch option {
            case "--virtual-clock": virtualClock = value
            case "--virtual-clock-start":
                guard let number = Int64(value), (0...JSON.largestInteger).contains(number) else {
                    throw ConfigurationError("--virtual-clock-start takes milliseconds")
                }
                passed = number
            case "--virtual-clock-move":
                do { order = try JSON(parsing: value.utf8) } catch {
                    throw ConfigurationError("--virtual-clock-move takes an object")
                }
            default:
                guard let point = Failpoint(rawValue: value) else {
                    throw ConfigurationError("there is no failpoint of that name")
                }
                failpoints.insert(point)
            }
        }
    }
}
