import DaemonKit
import LinuxSupport
package import Telemetry

/// The program `seam-radiod`.
package enum RadioProgram {
    private static let program = DaemonProgram(
        "seam-radiod", usage: RadioOptions.usage, metrics: RadioInstruments.descriptions)

    /// The broker's log and metrics, for its operator.
    package static func telemetry() -> DaemonTelemetry { program.telemetry() }

    /// Runs until a signal ends it, and returns its exit status (``DaemonProgram``).
    package static func run(_ arguments: [String]) async -> Int32 {
        var air = RadioAir.system
        return await program.run(arguments) { arguments throws(ConfigurationError) in
            let options = try RadioOptions(arguments)
            air = options.air
            return options.command
        } service: { (configuration, basis) in
            try RadioDaemon(
                configuration, air: air, supervisor: basis.supervisor, telemetry: basis.telemetry, logger: basis.logger)
        }
    }
}

extension RadioOptions {
    /// The command that the options ask for.
    fileprivate var command: DaemonCommand<RadioConfiguration> {
        if showsHelp { return .help }
        if showsVersion { return .version }
        if checksConfiguration { return .check(configuration ?? "") }
        return .serve { () throws(ConfigurationError) in
            var read = try RadioConfiguration.read(configuration)
            read.socket = socket ?? read.socket
            return read
        }
    }
}
