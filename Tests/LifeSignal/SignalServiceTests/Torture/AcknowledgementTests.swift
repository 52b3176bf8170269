import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests that nobody gets any further message about an alarm once somebody is on the way (promise P14 of LifeSignal).
@Suite struct AcknowledgementTests {
    @Test("acknowledgement: nothing is sent after an acknowledgement", .timeLimit(.minutes(2)))
    func nothingIsSentAfterAnAcknowledgement() async throws {
        try await Self.run(60, wait: .milliseconds(300))
    }

    @Suite(.lane(.signal)) struct SignalLane {
        @Test("acknowledgement: a thousand", .timeLimit(.minutes(10))) func aThousand() async throws {
            try await AcknowledgementTests.run(1_000, wait: .seconds(6))
        }
    }

    /// For each alarm's word, the times at which the sender got deliveries.
    private typealias Arrivals = Locked<[String: [Duration]]>

    private static func run(_ count: Int, wait: Duration) async throws {
        let bench = try await ContactTests.agreed(isVirtual: false, configuration: PlayedSender.configuration)
        let (ada, ben, sender) = (try bench.client(), try bench.client(), try PlayedSender(bench))
        _ = try ben.call(ReachAdd.self, .init(session: "ben", channel: PlayedSender.channel, address: "ben-1"))
        var code = ""
        try sender.claim { delivery in
            code = String(delivery.text.prefix(6))
            return true
        }
        _ = try ben.call(ReachVerify.self, .init(session: "ben", code: code))
        let arrivals = Arrivals([:])
        let socket = bench.directory.file("run/lifesignal-sender.sock")
        async let sent: Void = take(socket, arrivals)
        var answered: [String: Duration] = [:]
        var random = SplitMix(seed: UInt64(count))
        for _ in 0..<count {
            let alert = try ada.call(AlertActivate.self, .init())
            // The answer comes before, while or after the sender takes the delivery. No event shows which of these is
            // the case.
            if Bool.random(using: &random) { poll(nil, 0, Int32.random(in: 0...6, using: &random)) }
            _ = try ben.call(AlertAck.self, .init(session: "ben", alert: alert.id))
            answered[alert.word] = SystemClock.monotonic()
            _ = try ada.call(AlertDeactivate.self, .init())
        }
        // A refused try is repeated after five seconds. If somebody is on the way by then, it is not repeated. The long
        // run waits for more than five seconds.
        poll(nil, 0, Int32(wait.milliseconds))
        bench.daemon.signal(SIGKILL)
        _ = await sent
        var (late, taken) = ([Duration](), 0)
        for (word, moments) in arrivals.withLock({ $0 }) {
            taken += moments.count
            late += moments.compactMap { moment in answered[word].map { moment - $0 } }.filter {
                $0 > .milliseconds(100)
            }
        }
        #expect(late == [] && answered.count == count && taken > count / 4)
        print("signal: P14 \(taken) claims, \(late.count) later than 100 ms after \(count) acknowledgements; goal 0")
    }

    /// Claims deliveries, and reports for each of them that it may be retried.
    @concurrent private static func take(_ socket: String, _ arrivals: Arrivals) async {
        let hello = Hello(clientName: "sender", clientVersion: "1")
        guard let client = try? BlockingClient.connect(to: socket, hello: hello) else { return }
        let params = DeliveryClaim.Params(
            channels: [SenderChannel(name: PlayedSender.channel, kind: "program", slots: 16)], slots: 16)
        guard let call = try? client.start(OutgoingCall(stream: DeliveryClaim.name, params: params.jsonText)) else {
            return
        }
        while case .item(let item) = client.next(of: call, within: .seconds(30)) {
            guard let delivery = try? SignalDelivery(json: item.data.json) else { continue }
            if delivery.kind == "alert" {
                arrivals.withLock { $0[delivery.word ?? "", default: []].append(SystemClock.monotonic()) }
            }
            let outcome: DeliveryReport.Outcome = delivery.kind == "alert" ? .temporary : .accepted
            _ = try? client.call(
                DeliveryReport.self, .init(id: delivery.id, fence: delivery.fence, outcome: outcome))
        }
    }
}
