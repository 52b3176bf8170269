import Glibc
package import LinuxSupport
import RPC
package import ServiceLifecycle
package import Telemetry
import UnixSignals

/// The main program of a daemon, from its arguments to its exit status.
package struct DaemonProgram: Sendable {
    private let name: String
    private let usage: String
    private let metrics: [MetricDescription]

    /// Creates the program `name`. It counts the described metrics. The option `--help` prints `usage`.
    package init(_ name: String, usage: String, metrics: [MetricDescription] = []) {
        self.name = name
        self.usage = usage
        self.metrics = metrics
    }

    /// Creates the log and the metrics of the daemon, for its operator.
    package func telemetry() -> DaemonTelemetry {
        DaemonTelemetry(name, version: Release.version, metrics: metrics)
    }

    /// Runs the daemon until a signal ends it. Returns 0 after SIGTERM or SIGINT, and after a successful command.
    /// Returns 64 for wrong usage. Returns 78 for problems that a restart does not fix. They may be in the
    /// configuration, in the files that it names, or in the sockets and other things that the service manager passed.
    /// Returns 70 for all other problems.
    ///
    /// The closure `command` reads the daemon's own arguments. It throws an error if they are wrong, or returns nil for
    /// arguments that every daemon has. The closure `service` creates the service that is run.
    package func run<Configuration: DaemonConfiguration>(
        _ arguments: [String],
        command: ([String]) throws(ConfigurationError) -> DaemonCommand<Configuration>? = { _ in nil },
        service: (Configuration, DaemonBasis) throws -> any Service
    ) async -> Int32 {
        let output = CommandOutput(of: name)
        do {
            let environment = try ServiceEnvironment.take()
            try ProcessHygiene.prepareDaemon()
            let asked: DaemonCommand<Configuration>
            do throws(ConfigurationError) {
                let own = try command(arguments)
                asked = if let own { own } else { try DaemonCommand(arguments, of: name) }
            } catch {
                return output.complain(error.message, EX_USAGE)
            }
            switch asked {
            case .help: return output.help(usage)
            case .version: return output.say("\(name) \(Release.version)")
            case .check(let path):
                _ = try Configuration.read(path)
                return output.say("\(path) can be used")
            case .own(let work): return try work().map(output.say) ?? EX_OK
            case .serve(let read):
                CommonLoops.prepareDaemon()
                var configuration = try read()
                let (basis, log) = try basis(environment, &configuration)
                defer { log.flush() }
                try await Self.serve(try service(configuration, basis), basis)
                return EX_OK
            }
        } catch let error as ConfigurationError {
            return output.complain(error.message, error.mayPass ? EX_SOFTWARE : EX_CONFIG)
        } catch let error as LinuxError {
            guard let remedy = error.remedy else { return output.complain("\(error)", EX_SOFTWARE) }
            return output.complain("\(error.message); \(remedy)", EX_CONFIG)
        } catch {
            return output.complain("\(error)", EX_SOFTWARE)
        }
    }

    /// Takes over the sockets passed by the service manager, and adapts the quotas to the process's limit on open
    /// files.
    private func basis(
        _ environment: ServiceEnvironment, _ configuration: inout some DaemonConfiguration
    ) throws -> (DaemonBasis, log: QueuedLog) {
        let supervisor = try Supervisor(environment, sockets: configuration.sockets, open: configuration.openSockets)
        let openFiles = try ProcessHygiene.raiseOpenFiles(to: configuration.quotas.openFiles)
        let telemetry = telemetry()
        telemetry.bootstrap()
        let log = try telemetry.queue(before: DaemonLog.output(stream: environment.journalStream))
        let logger = telemetry.logger(to: log)
        configuration.quotas.fit(openFiles: openFiles, logger)
        return (DaemonBasis(supervisor: supervisor, telemetry: telemetry, logger: logger), log)
    }

    private static func serve(_ service: any Service, _ basis: DaemonBasis) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: basis.logger))
        try await group.run()
    }
}

/// A command given by a daemon's arguments.
package enum DaemonCommand<Configuration: DaemonConfiguration> {
    /// Serve, with the configuration that the closure reads.
    case serve(() throws(ConfigurationError) -> Configuration)
    /// Check whether the configuration at a path can be used.
    case check(String)
    case help
    case version
    /// Run one of the daemon's own commands. The closure returns the text to print.
    case own(() throws -> String?)

    /// Reads a command that every daemon has. Throws an error that describes wrong arguments in one line for people.
    package init(_ arguments: [String], of program: String) throws(ConfigurationError) {
        switch (arguments.first, arguments.count) {
        case (nil, _): self = .serve { () throws(ConfigurationError) in try .read() }
        case ("--config", 2): self = .serve { () throws(ConfigurationError) in try .read(arguments[1]) }
        case ("--check-config", 2): self = .check(arguments[1])
        case ("--help", 1), ("-h", 1): self = .help
        case ("--version", 1): self = .version
        default: throw ConfigurationError("unknown arguments; see \(program) --help")
        }
    }
}
