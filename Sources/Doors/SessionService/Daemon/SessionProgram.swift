import DaemonKit
import Glibc
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import ServiceLifecycle
import SessionStore
import Telemetry
import UnixSignals

/// The program `seam-sessiond`, from its arguments to its exit status.
package enum SessionProgram {
    private static let usage = """
        usage: seam-sessiond [--config FILE]
               seam-sessiond --check-config FILE
               seam-sessiond --print-store FILE
               seam-sessiond --new-machine-key FILE
               seam-sessiond --forget-time [--config FILE]

        Holds people's sessions and keys, and decides who may open what.

          --config FILE            configuration (default /etc/seam/session.json)
          --check-config FILE      says whether it can be used, and where it cannot, and ends
          --print-store FILE       prints the path of the store that this configuration names, whatever else is wrong
                                   with it, and ends
          --new-machine-key FILE   writes a new machine key to a new file of mode 0600, and ends
          --forget-time            as the daemon's user, while it does not run: forgets the time that the cloud named,
                                   for when that was wrong, and ends
          --version                the version, and ends
        """

    /// Runs until a signal ends it. Returns 0 after SIGTERM or SIGINT, and after a command that succeeded; 64 for wrong
    /// usage; 78 for problems that a restart does not fix: the configuration and the files that it names, the service
    /// manager's setup, the machine key, or a store that does not open; 70 for anything else.
    package static func run(_ arguments: [String]) async -> Int32 {
        do {
            let environment = try ServiceEnvironment.take()
            try ProcessHygiene.prepareDaemon()
            switch arguments.first {
            case nil: return try await serve("/etc/seam/session.json", environment)
            case "--config" where arguments.count == 2: return try await serve(arguments[1], environment)
            case "--check-config" where arguments.count == 2:
                _ = try SessionConfiguration.read(arguments[1])
                return say("\(arguments[1]) can be used", to: STDOUT_FILENO, status: EX_OK)
            case "--print-store" where arguments.count == 2:
                return say(try SessionConfiguration.store(in: arguments[1]), to: STDOUT_FILENO, status: EX_OK)
            case "--new-machine-key" where arguments.count == 2:
                try MachineKeyFile.create(arguments[1])
                return EX_OK
            case "--forget-time" where arguments.count == 1: return try forgetTime("/etc/seam/session.json")
            case "--forget-time" where arguments.count == 3 && arguments[1] == "--config":
                return try forgetTime(arguments[2])
            case "--help" where arguments.count == 1, "-h" where arguments.count == 1:
                return say(usage, to: STDOUT_FILENO, status: EX_OK)
            case "--version" where arguments.count == 1:
                return say("seam-sessiond \(Release.version)", to: STDOUT_FILENO, status: EX_OK)
            default:
                return complain("unknown arguments; see seam-sessiond --help", EX_USAGE)
            }
        } catch let error as ConfigurationError {
            return complain(error.message, error.mayPass ? EX_SOFTWARE : EX_CONFIG)
        } catch let error as LinuxError {
            guard let remedy = error.remedy else { return complain("\(error)", EX_SOFTWARE) }
            return complain("\(error.message); \(remedy)", EX_CONFIG)
        } catch {
            return complain("\(error)", EX_SOFTWARE)
        }
    }

    private static func serve(_ path: String, _ environment: ServiceEnvironment) async throws -> Int32 {
        CommonLoops.prepareDaemon()
        var configuration = try SessionConfiguration.read(path)
        let supervisor = try Supervisor(environment, sockets: configuration.sockets)
        let openFiles = try ProcessHygiene.raiseOpenFiles(to: configuration.quotas.openFiles)
        let credentials = unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
        let key = try MachineKeyFile.load(credentialsDirectory: credentials, fallback: configuration.machineKey)
        let telemetry = DaemonTelemetry(
            "seam-sessiond", version: Release.version, metrics: SessionInstruments.descriptions)
        telemetry.bootstrap()
        let logger = telemetry.logger(to: DaemonLog.output(stream: environment.journalStream))
        configuration.quotas.fit(openFiles: openFiles, logger)
        if key.isFallback {
            logger.warning("the machine key comes from a plain file; deployments pass it as a systemd credential")
        }
        let daemon = try SessionDaemon(
            configuration, key: key.key, supervisor: supervisor, telemetry: telemetry, logger: logger)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [daemon], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
        return EX_OK
    }

    /// Until the cloud names a time again, only the wall clock counts. Whoever may run this command may set that clock
    /// as well.
    private static func forgetTime(_ path: String) throws -> Int32 {
        let configuration = try SessionConfiguration.read(path)
        do throws(StoreError) {
            try SessionStore.forgetTimeMark(at: configuration.store)
        } catch {
            throw ConfigurationError(store: configuration.store, error)
        }
        return say("the cloud's time is forgotten; start seam-sessiond again", to: STDOUT_FILENO, status: EX_OK)
    }

    private static func complain(_ message: String, _ status: Int32) -> Int32 {
        say("seam-sessiond: \(message)", to: STDERR_FILENO, status: status)
    }

    private static func say(_ text: String, to descriptor: Int32, status: Int32) -> Int32 {
        // If this fails, there is nobody left to tell.
        let line = Array((text + "\n").utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        return status
    }
}
