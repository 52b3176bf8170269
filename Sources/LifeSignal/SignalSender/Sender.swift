import DaemonKit
import Logging
import RPC
import SignalAPI
import SignalCore
import Wire

/// Takes deliveries from `lifesignald`, passes them to the channels, and reports the channels' answers. The sender
/// stores nothing. If it ends while it has deliveries, `lifesignald` gives them out again.
actor Sender {
    /// The state of one attempt at a delivery.
    private enum Progress {
        case running
        case ended(DeliveryResult)
    }

    private let path: String
    private let options: RPCClient.Options
    private let channels: [String: any SenderChannel]
    private let tempo: SenderTempo
    private let logger: Logger
    private var client: RPCClient?
    private var stream: ClientStream?
    private var open: [HeldDelivery: Progress] = [:]
    private var isStopping = false
    /// Whether the log already says that there is no connection.
    private var isAway = false

    private static let (firstPause, longestPause) = (Duration.milliseconds(100), Duration.seconds(2))

    /// Creates a sender with these channels.
    init(
        path: String, version: String, channels: [String: any SenderChannel], tempo: SenderTempo = SenderTempo(),
        logger: Logger
    ) {
        self.path = path
        options = RPCClient.Options(hello: Hello(clientName: "lifesignal-sender", clientVersion: version))
        (self.channels, self.tempo) = (channels, tempo)
        self.logger = logger
    }

    /// Returns as soon as the actor answers, which shows that the actor is alive.
    func isThere() {}

    /// Whether `lifesignald` reports that it is watching all deadlines.
    func isWatching() async -> Bool {
        guard let client, client.isOpen else { return false }
        return (try? await client.call(ClockGet.self, .init(), timeout: .seconds(5)).isWatching) ?? false
    }

    /// Sends until it is stopped, reconnecting whenever the connection is lost. Returns when all deliveries are
    /// finished.
    func run() async {
        await withDiscardingTaskGroup { group in
            var pause = Self.firstPause
            while !isStopping, !Task.isCancelled {
                do throws(WireError) {
                    let items = try await claim()
                    pause = Self.firstPause
                    while let item = try await items.next() {
                        guard case .delivery(let delivery) = item else { continue }
                        let held = HeldDelivery(id: delivery.id, fence: delivery.fence, channel: delivery.channel)
                        open[held] = .running
                        group.addTask { await self.work(delivery, held) }
                    }
                } catch {
                    let level: Logger.Level = isAway ? .debug : .warning
                    let isRefused = error.reason == "rpc.peer_refused"
                    logger.log(
                        level: level,
                        isRefused ? "lifesignald refuses this user (allow.sender)" : "lifesignald is away",
                        metadata: ["reason": "\(error.reason)"])
                    isAway = true
                }
                stream = nil
                guard !isStopping else { break }
                client = nil
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, Self.longestPause)
            }
            // A message that takes longer than a program may take is cut off. The next sender starts with that message,
            // marked as a repeat.
            let end = ContinuousClock.now + ChannelKind.program.limit + .seconds(2)
            while !open.isEmpty, !Task.isCancelled, ContinuousClock.now < end {
                try? await Task.sleep(for: .milliseconds(50))
            }
            group.cancelAll()
        }
        await client?.close()
    }

    /// Stops taking deliveries. The deliveries that the sender already has are finished and reported.
    func stop() async {
        isStopping = true
        stream?.cancel()
        // A hanging daemon would not answer.
        if open.isEmpty { await client?.close() }
    }

    private func claim() async throws(WireError) -> MethodItems<DeliveryClaim> {
        let client = try await RPCClient.connect(to: path, options: options)
        let offered = channels.map { name, channel in
            SignalAPI.SenderChannel(
                name: name, kind: channel.kind.rawValue, slots: DeliveryRules.slotsPerChannel, key: channel.publicKey)
        }
        let items = try await client.stream(
            DeliveryClaim.self,
            DeliveryClaim.Params(
                channels: offered.sorted { $0.name < $1.name }, slots: DeliveryRules.slots,
                held: open.keys.sorted { ($0.id, $0.fence) < ($1.id, $1.fence) }))
        _ = try await client.welcome()
        (self.client, stream, isAway) = (client, items.stream, false)
        logger.info("claiming", metadata: ["channels": "\(channels.keys.sorted().joined(separator: " "))"])
        for case (let held, .ended(let result)) in open { await report(held, result) }
        return items
    }

    private func work(_ delivery: SignalDelivery, _ held: HeldDelivery) async {
        let result: DeliveryResult
        if let channel = channels[delivery.channel] {
            if let message = OutgoingMessage(delivery, by: channel.kind) {
                result = await send(message, by: channel, held)
            } else {
                result = DeliveryResult(.permanent, "the address is not valid")
            }
        } else {
            result = DeliveryResult(.temporary, "there is no such channel")
        }
        logger.info(
            "tried",
            metadata: [
                "delivery": "\(delivery.id)", "channel": "\(delivery.channel)", "outcome": "\(result.outcome)",
                "why": "\(result.why)",
            ])
        open[held] = .ended(result)
        await report(held, result)
    }

    /// Sends a message. Cuts it off if `lifesignald` reports in the meantime that the claim is lost, or that the alarm
    /// has ended or was answered.
    private func send(
        _ message: OutgoingMessage, by channel: any SenderChannel, _ held: HeldDelivery
    ) async -> DeliveryResult {
        await withTaskGroup(of: DeliveryResult?.self) { group in
            group.addTask { await channel.send(message) }
            group.addTask {
                await self.showThatItWorks(held)
                return nil
            }
            var result: DeliveryResult?
            for await ended in group {
                result = result ?? ended
                group.cancelAll()
            }
            return result ?? DeliveryResult(.temporary, "sending was cut off", isUncertain: true)
        }
    }

    /// Reports again and again that a delivery is still being worked on, so that nobody else gets it. Returns when the
    /// claim is lost or the task is cancelled.
    private func showThatItWorks(_ held: HeldDelivery) async {
        var pause = tempo.of(DeliveryRules.firstSign)
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            pause = tempo.of(DeliveryRules.sign)
            guard let client, client.isOpen else { continue }
            let params = DeliveryReport.Params(id: held.id, fence: held.fence, outcome: .working)
            // If the connection is lost, ``run()`` re-establishes it.
            let answer = try? await client.call(DeliveryReport.self, params, timeout: pause)
            if answer?.isTaken == false { return }
        }
    }

    /// Reports the result while there is a connection. Otherwise, the result is reported on the next connection.
    private func report(_ held: HeldDelivery, _ result: DeliveryResult) async {
        let outcome: DeliveryReport.Outcome =
            switch result.outcome {
            case .accepted: .accepted
            case .temporary: .temporary
            case .permanent: .permanent
            }
        var params = DeliveryReport.Params(
            id: held.id, fence: held.fence, outcome: outcome, retryAfter: result.retryAfter,
            remoteID: result.remoteID, isUncertain: result.isUncertain)
        params.isAcked = result.isAcked
        while let client, client.isOpen, !Task.isCancelled, open[held] != nil {
            do throws(WireError) {
                let isTaken = try await client.call(DeliveryReport.self, params).isTaken
                if !isTaken { logger.notice("a report came too late", metadata: ["delivery": "\(held.id)"]) }
                open[held] = nil
            } catch {
                logger.debug("a report was not accepted", metadata: ["reason": "\(error.reason)"])
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }
}
