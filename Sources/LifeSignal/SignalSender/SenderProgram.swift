import DaemonKit
import Glibc
import LinuxSupport
import Logging
import ServiceLifecycle
import Wire

/// The program `lifesignal-sender`.
package enum SenderProgram {
    private static let usage = """
        usage: lifesignal-sender [--config FILE]
               lifesignal-sender --check-config FILE

        Sends LifeSignal's messages by mail, to web services, and by programs, and keeps none of them.

          --config FILE            configuration (default /etc/seam/lifesignal-sender.json, which may be absent)
          --check-config FILE      says whether it can be used, and where it cannot, and ends
          --version                the version, and ends
        """

    /// Runs until a signal ends it, and returns its exit status (``DaemonProgram``).
    package static func run(_ arguments: [String]) async -> Int32 {
        await DaemonProgram("lifesignal-sender", usage: usage).run(arguments) {
            (configuration: SenderConfiguration, basis) in
            try SenderService(configuration, basis)
        }
    }
}

/// The sender as a service.
struct SenderService: Service {
    private let sender: Sender
    private let basis: DaemonBasis
    private let status: String

    /// Reads the tokens; nothing is sent yet. Throws ``ConfigurationError`` for a token that cannot be read.
    init(_ configuration: SenderConfiguration, _ basis: DaemonBasis) throws {
        self.basis = basis
        var channels: [String: any SenderChannel] = [:]
        for entry in configuration.channels {
            channels[entry.name] = try Self.channel(entry, configuration, basis.logger)
        }
        sender = Sender(
            path: configuration.lifesignal, version: Release.version, channels: channels, logger: basis.logger)
        status = channels.isEmpty ? "without channels" : "sending by \(channels.keys.sorted().joined(separator: ", "))"
    }

    /// Sends until graceful shutdown, which finishes what is in hand, or until cancellation.
    func run() async throws {
        let watchdog = basis.supervisor.watchdog([
            Watchdog.Part("sender") { [sender] answered in
                // Ends when the sender has reached the question.
                Task {
                    await sender.isThere()
                    answered()
                }
            }
        ]) { silent in basis.logger.error("a loop does not answer", metadata: ["loops": "\(silent)"]) }
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                if let watchdog { group.addTask { await watchdog.run() } }
                if await !basis.supervisor.notifier.deliver(.ready(status)) {
                    basis.logger.error("the service manager cannot be told", metadata: ["status": "\(status)"])
                }
                basis.logger.info("ready")
                await sender.run()
                group.cancelAll()
            }
        } onGracefulShutdown: {
            basis.supervisor.tellStopping()
            // Ends when nothing more is taken.
            Task { await sender.stop() }
        }
    }

    private static func channel(
        _ entry: ChannelEntry, _ configuration: SenderConfiguration, _ logger: Logger
    ) throws -> any SenderChannel {
        switch entry.way {
        case .mail(let from, let sendmail): return MailChannel(sendmail: sendmail, from: from)
        case .program(let path): return ProgramChannel(path: path, owners: configuration.owners, logger: logger)
        case .http(let url, let template, let place):
            return HTTPChannel(url: url, template: template, token: try place.map { try token($0, of: entry.name) })
        }
    }

    /// One line of printable letters.
    private static func token(_ place: ChannelEntry.TokenPlace, of channel: String) throws -> String {
        let bytes: [UInt8]
        switch place {
        case .file(let path): bytes = try SecretFile.read(path, limit: 4_096)
        case .credential(let name):
            guard let directory = unsafe getenv("CREDENTIALS_DIRECTORY").map({ unsafe String(cString: $0) }) else {
                throw ConfigurationError("channel \(channel): the service manager has given no credentials")
            }
            bytes = try SecretFile.readCredential("\(directory)/\(name)", limit: 4_096)
        }
        let line = bytes.split(separator: UInt8(ascii: "\n")).first ?? []
        guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ConfigurationError("channel \(channel): the token must be one line of printable letters")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
