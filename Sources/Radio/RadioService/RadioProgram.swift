import DaemonKit
import Glibc
import LinuxSupport
import Logging
import RPC
import ServiceLifecycle
package import Telemetry
import UnixSignals

/// The program `seam-radiod`, from its arguments to its exit status.
package enum RadioProgram {
    /// The log and the metrics of the broker, for its operator.
    package static func telemetry() -> DaemonTelemetry {
        DaemonTelemetry("seam-radiod", version: Release.version, metrics: RadioInstruments.descriptions)
    }

    /// Runs until a signal ends it. 0: ended by SIGTERM or SIGINT; 64: usage; 78: the configuration, the files that
    /// it names, or what the service manager passed; 70: anything else.
    package static func run(_ arguments: [String]) async -> Int32 {
        do {
            let environment = try ServiceEnvironment.take()
            try ProcessHygiene.prepareDaemon()
            let options: RadioOptions
            do throws(ConfigurationError) {
                options = try RadioOptions(arguments)
            } catch {
                return complain(error.message, EX_USAGE)
            }
            if options.showsHelp { return say(RadioOptions.usage, to: STDOUT_FILENO, status: EX_OK) }
            if options.showsVersion { return say("seam-radiod \(Release.version)", to: STDOUT_FILENO, status: EX_OK) }
            var configuration = try RadioConfiguration.read(options.configuration)
            if options.checksConfiguration {
                return say("\(options.configuration ?? "") can be used", to: STDOUT_FILENO, status: EX_OK)
            }
            configuration.socket = options.socket ?? configuration.socket
            let supervisor = try Supervisor(environment, sockets: configuration.sockets)
            let openFiles = try ProcessHygiene.raiseOpenFiles(to: configuration.quotas.openFiles)
            let telemetry = telemetry()
            telemetry.bootstrap()
            let logger = telemetry.logger(to: DaemonLog.output(stream: environment.journalStream))
            configuration.quotas.fit(openFiles: openFiles, logger)
            let daemon = try RadioDaemon(
                configuration, air: options.air, supervisor: supervisor, telemetry: telemetry, logger: logger)
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [daemon], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
            try await group.run()
            return EX_OK
        } catch let error as ConfigurationError {
            return complain(error.message, error.mayPass ? EX_SOFTWARE : EX_CONFIG)
        } catch let error as LinuxError {
            guard let remedy = error.remedy else { return complain("\(error)", EX_SOFTWARE) }
            return complain("\(error.message); \(remedy)", EX_CONFIG)
        } catch {
            return complain("\(error)", EX_SOFTWARE)
        }
    }

    private static func complain(_ message: String, _ status: Int32) -> Int32 {
        say("seam-radiod: \(message)", to: STDERR_FILENO, status: status)
    }

    private static func say(_ text: String, to descriptor: Int32, status: Int32) -> Int32 {
        // If this fails, nobody is left to tell.
        let line = Array((text + "\n").utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        return status
    }
}
