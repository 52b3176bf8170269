import DaemonKit
import Glibc
import LinuxSupport
import Logging
import ServiceLifecycle
import SignalCore
import Wire

/// The program `lifesignal-sender`.
package enum SenderProgram {
    private static let usage = """
        usage: lifesignal-sender [--config FILE]
               lifesignal-sender --check-config FILE
               lifesignal-sender --new-push-key FILE
               lifesignal-sender --look URL [--host NAME] [--trust FILE]

        Sends LifeSignal's messages by mail, to web services, by programs, and to the browsers of phones, and keeps none
        of them.

          --config FILE            configuration (default /etc/seam/lifesignal-sender.json, which may be absent)
          --check-config FILE      checks whether FILE can be used, and says why if it cannot; then exits
          --new-push-key FILE      writes a new key for channels of the kind push to a new file of mode 0600; then exits
          --look URL               requests a page as a phone does, and prints what came of it as JSON, for 'seam
                                   signal doctor'; then exits. --host names the page by another name; --trust names a
                                   file of certificates that are trusted as well
          --version                prints the version; then exits

        For tests only, before the others:

          --hasten N               divides the time limits of channels by N, and reports N times as often that a channel
                                   is still working on a message
        """

    /// Runs until a signal ends it, and returns its exit status (``DaemonProgram``).
    package static func run(_ arguments: [String]) async -> Int32 {
        var (rest, tempo) = (arguments, SenderTempo())
        if rest.first == "--hasten", rest.count > 1, let divisor = Int(rest[1]), divisor > 0 {
            tempo.divisor = divisor
            rest.removeFirst(2)
        }
        if rest.first == "--look", let look = PageLook(Array(rest.dropFirst())) {
            return CommandOutput(of: "lifesignal-sender").say(await look.json().text)
        }
        return await DaemonProgram("lifesignal-sender", usage: usage).run(rest, command: command) {
            (configuration, basis) in
            SenderService(configuration, basis, tempo)
        }
    }

    /// The command `--check-config`, which also checks the files that the configuration names, and `--new-push-key`.
    private static func command(_ arguments: [String]) -> DaemonCommand<SenderConfiguration>? {
        guard arguments.count == 2 else { return nil }
        if arguments[0] == "--new-push-key" {
            return .own {
                try PushSigner.create(arguments[1])
                return nil
            }
        }
        guard arguments[0] == "--check-config" else { return nil }
        return .own {
            let configuration = try SenderConfiguration.read(arguments[1])
            for channel in configuration.channels { try configuration.check(channel) }
            return "\(arguments[1]) can be used"
        }
    }
}

/// The sender as a service.
struct SenderService: Service {
    private let sender: Sender
    private let basis: DaemonBasis
    private let status: String
    private let heartbeat: Heartbeat?

    /// Creates the service without sending anything. If a channel cannot work now, this is logged, and the channel is
    /// tried again when there is something to send.
    init(_ configuration: SenderConfiguration, _ basis: DaemonBasis, _ tempo: SenderTempo) {
        self.basis = basis
        var channels: [String: any SenderChannel] = [:]
        for entry in configuration.channels {
            channels[entry.name] = Self.channel(entry, configuration, limit: tempo.of(entry.kind.limit))
            do throws(ConfigurationError) {
                try configuration.check(entry)
            } catch {
                basis.logger.error("a channel cannot be used", metadata: ["error": "\(error.message)"])
            }
        }
        sender = Sender(
            path: configuration.lifesignal, version: Release.version, channels: channels, tempo: tempo,
            logger: basis.logger)
        heartbeat = configuration.heartbeat.map { Heartbeat(url: $0.url, period: $0.period, logger: basis.logger) }
        status = channels.isEmpty ? "without channels" : "sending by \(channels.keys.sorted().joined(separator: ", "))"
    }

    /// Sends until cancellation or graceful shutdown. A graceful shutdown finishes the deliveries that have begun.
    func run() async throws {
        let watchdog = basis.supervisor.watchdog([
            Watchdog.Part("sender") { [sender] answered in
                // This task ends when the sender has answered.
                Task {
                    await sender.isThere()
                    answered()
                }
            }
        ]) { silent in basis.logger.error("a loop does not answer", metadata: ["loops": "\(silent)"]) }
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                if let watchdog { group.addTask { await watchdog.run() } }
                if let heartbeat { group.addTask { [sender] in await heartbeat.run { await sender.isWatching() } } }
                if await !basis.supervisor.notifier.deliver(.ready(status)) {
                    basis.logger.error("the service manager cannot be reached", metadata: ["status": "\(status)"])
                }
                basis.logger.info("ready")
                await sender.run()
                group.cancelAll()
            }
        } onGracefulShutdown: {
            basis.supervisor.tellStopping()
            // This task ends when the sender takes no more deliveries.
            Task { await sender.stop() }
        }
    }

    private static func channel(
        _ entry: ChannelEntry, _ configuration: SenderConfiguration, limit: Duration
    ) -> any SenderChannel {
        switch entry.way {
        case .mail(let from, let sendmail): MailChannel(sendmail: sendmail, from: from, limit: limit)
        case .program(let path): ProgramChannel(path: path, owners: configuration.owners, limit: limit)
        case .http(let url, let template, let token):
            HTTPChannel(url: url, template: template, token: token, limit: limit)
        case .push(let settings): PushChannel(settings, limit: limit)
        }
    }
}
