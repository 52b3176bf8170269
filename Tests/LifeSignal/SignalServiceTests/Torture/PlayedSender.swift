import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Wire

/// A sender that the test controls. The sender claims deliveries, and reports the outcomes that the test chooses.
struct PlayedSender {
    /// The name of the sender's only channel.
    static let channel = "box"

    let client: BlockingClient

    /// A configuration that lets the test's own user act as a sender, and sends the operator's messages to ``channel``.
    static var configuration: JSON {
        .members(
            ("operator", .array([.members(("channel", .string(channel)), ("address", "ops"))])),
            ("allow", .members(("sender", .members(("users", .array([.string(SenderBench.user)])))))))
    }

    /// Connects to the daemon of a bench that uses ``configuration``.
    init(_ bench: SignalBench) throws {
        client = try BlockingClient.connect(
            to: bench.directory.file("run/lifesignal-sender.sock"), hello: Hello(clientName: "test", clientVersion: "1")
        )
    }

    /// Claims deliveries until `isEnough` returns true. Throws an error if the daemon ends before that, or if no
    /// delivery comes within 20 seconds.
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

    /// Starts the stream of deliveries, and returns the number of its call.
    func claiming(slots: Int = 16) throws -> Int64 {
        let params = DeliveryClaim.Params(
            channels: [SenderChannel(name: Self.channel, kind: "program", slots: min(slots, 16))], slots: slots)
        return try client.start(OutgoingCall(stream: DeliveryClaim.name, params: params.jsonText))
    }

    /// The next delivery of the stream. Throws if none comes for 20 seconds.
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
