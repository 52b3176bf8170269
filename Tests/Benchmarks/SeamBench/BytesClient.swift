import Histogram
import NIOCore
import NIOPosix

/// The client for opaque frames. The client uses callbacks on the event loop and no tasks. The requests that the client
/// makes while it handles a read are sent in one write.
final class BytesClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var frames = BytesFrames()
    private var outgoing = ByteBuffer()
    private var context: ChannelHandlerContext?
    /// The callback that gets the number of each received frame.
    private var receive: (UInt32) -> Void = { _ in }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        frames.feed(unwrapInboundIn(data)) { number, _ in receive(number) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        flush()
    }

    private func ask(_ number: Int, events: Int = 0) {
        BytesFrames.write(
            UInt32(truncatingIfNeeded: number), UInt32(clamping: events), size: BytesFrames.request, to: &outgoing)
    }

    private func flush() {
        guard let context, outgoing.readableBytes > 0 else { return }
        context.writeAndFlush(wrapOutboundOut(outgoing), promise: nil)
        outgoing = ByteBuffer()
    }

    static func run(_ order: BenchOrder) throws {
        switch order.metric {
        case .unary: print(try unary(order))
        case .pipelined: print(try pipelined(order))
        case .stream: print(try fanout(order, subscribers: 1))
        case .fanout: print(try fanout(order, subscribers: order.width))
        case .connect, .idle, .once, .server, .unlock: throw BenchFault.wrongAnswer
        }
    }

    private static func connect(to path: String) throws -> NIOLoopBound<BytesClient> {
        try ClientBootstrap(group: BenchProgram.group)
            .connect(unixDomainSocketPath: path)
            .flatMapThrowing { channel in
                let client = BytesClient()
                try channel.pipeline.syncOperations.addHandler(client)
                return NIOLoopBound(client, eventLoop: channel.eventLoop)
            }.wait()
    }

    /// Runs `body` on the event loop, and waits until `body` has completed its promise.
    private static func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable (EventLoopPromise<Value>) -> Void
    ) throws -> Value {
        let loop = BenchProgram.group.next()
        let promise = loop.makePromise(of: Value.self)
        loop.execute { body(promise) }
        return try promise.futureResult.wait()
    }

    private static func unary(_ order: BenchOrder) throws -> String {
        let bound = try connect(to: order.socket)
        let line: String = try onLoop { promise in
            let client = bound.value
            var latencies = Measurement.makeHistogram()
            var measurement = Measurement()
            var number = -BenchOrder.warmUp
            var began = Measurement.now()
            client.receive = { _ in
                if number >= 0 { latencies.record(Measurement.now() - began) }
                number += 1
                if number == order.count { return promise.succeed(measurement.percentiles(of: latencies)) }
                if number == 0 { measurement = Measurement() }
                began = Measurement.now()
                client.ask(number)
            }
            client.ask(number)
            client.flush()
        }
        return line
    }

    private static func pipelined(_ order: BenchOrder) throws -> String {
        let bound = try connect(to: order.socket)
        let measurement = Measurement()
        try onLoop { (promise: EventLoopPromise<Void>) in
            let client = bound.value
            var sent = order.width
            var received = 0
            client.receive = { _ in
                received += 1
                if received == order.count { return promise.succeed() }
                guard sent < order.count else { return }
                client.ask(sent)
                sent += 1
            }
            for number in 0..<order.width { client.ask(number) }
            client.flush()
        }
        return measurement.rate(of: order.count)
    }

    private static func fanout(_ order: BenchOrder, subscribers: Int) throws -> String {
        let bounds = try (0..<subscribers).map { _ in try connect(to: order.socket) }
        let measurement = Measurement()
        try onLoop { (promise: EventLoopPromise<Void>) in
            var missing = order.count * subscribers
            for bound in bounds {
                let client = bound.value
                client.receive = { _ in
                    missing -= 1
                    if missing == 0 { promise.succeed() }
                }
                client.ask(1, events: order.count)
                client.flush()
            }
        }
        return measurement.rate(of: order.count * subscribers)
    }
}
