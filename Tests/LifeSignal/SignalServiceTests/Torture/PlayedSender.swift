import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Wire

/// A sender played by a test: it claims, and reports what the test wants.
struct PlayedSender {
    /// The channel that it has.
    static let channel = "box"

    let client: BlockingClient

    /// Lets the test's own user send, and sends the operator's messages to that channel.
    static var configuration: JSON {
        .members(
            ("operator", .array([.members(("channel", .string(channel)), ("address", "ops"))])),
            ("allow", .members(("sender", .members(("users", .array([.string(SenderBench.user)])))))))
    }

    /// Connects to the daemon of a bench with that configuration.
    init(_ bench: SignalBench) throws {
        client = try BlockingClient.connect(
            to: bench.directory.file("run/lifesignal-sender.sock"), hello: Hello(clientName: "test", clientVersion: "1")
        )
    }

    /// Takes deliveries until `isEnough`. Throws if the daemon leaves before, and if none comes for 20 seconds.
    func claim(slots: Int = 16, until isEnough: (SignalDelivery) throws -> Bool) throws {
        let id = try claiming(slots: slots)
        while let event = client.next(of: id, within: .seconds(20)) {
            switch event {
            case .item(let item):
                if try isEnough(SignalDelivery(json: item.data.json)) { return client.cancel(id) }
            case .ended(.error(let error)): throw error
            case .ended(.result): return
            }
        }
        throw TestFailure("nothing is given out")
    }

    /// The stream of deliveries given out.
    func claiming(slots: Int = 16) throws -> Int64 {
        let params = DeliveryClaim.Params(
            channels: [SenderChannel(name: Self.channel, kind: "program", slots: min(slots, 16))], slots: slots)
        return try client.start(OutgoingCall(stream: DeliveryClaim.name, params: params.jsonText))
    }

    /// The next delivery. Throws if nothing comes for 20 seconds.
    func next(of claims: Int64) throws -> SignalDelivery {
        guard case .item(let item) = client.next(of: claims, within: .seconds(20)) else {
            throw TestFailure("nothing is given out")
        }
        return try SignalDelivery(json: item.data.json)
    }

    /// Reports that a delivery was handed over.
    @discardableResult
    func report(_ delivery: SignalDelivery) throws -> Bool {
        try client.call(
            DeliveryReport.self, .init(id: delivery.id, fence: delivery.fence, outcome: .accepted)
        ).isTaken
    }
}
