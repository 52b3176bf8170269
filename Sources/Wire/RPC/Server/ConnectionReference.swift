import LinuxSupport
import NIOCore
import Wire

/// A reference that call handlers use to reach the handler of their connection. On the connection's event loop, they
/// reach it directly. From elsewhere, they reach it through that loop.
final class ConnectionReference: Sendable {
    /// The connection's id. It is unique among all connections since the server's start.
    let id: UInt64
    /// The name of the socket at which the connection arrived.
    let socket: String
    /// The epoch of the server.
    let epoch: String
    let loop: any EventLoop
    let handler: NIOLoopBound<ServerConnectionHandler>

    init(_ handler: ServerConnectionHandler, epoch: String, loop: any EventLoop) {
        id = handler.id
        socket = handler.socket
        self.epoch = epoch
        self.loop = loop
        self.handler = NIOLoopBound(handler, eventLoop: loop)
    }

    /// Makes the connection check again whether it may read.
    func wake() { loop.execute { [handler] in handler.value.scheduleTurn() } }

    func passGate(_ id: Int64) async -> Bool {
        if loop.inEventLoop { return handler.value.passGate(id) }
        return await Handover.wait { waiter in
            loop.execute { [handler] in waiter.give(handler.value.passGate(id)) }
        }
    }

    func reopenGate(_ id: Int64) async {
        if loop.inEventLoop { return handler.value.reopenGate(id) }
        await Handover.wait { waiter in
            loop.execute { [handler] in
                handler.value.reopenGate(id)
                waiter.give()
            }
        }
    }

    func obstacle(to method: String) async -> WireError? {
        if loop.inEventLoop { return handler.value.machine.obstacle(to: method) }
        return await Handover.wait { waiter in
            loop.execute { [handler] in waiter.give(handler.value.machine.obstacle(to: method)) }
        }
    }

    func outliveDrain(_ id: Int64) {
        if loop.inEventLoop { return handler.value.machine.outliveDrain(id) }
        loop.execute { [handler] in handler.value.machine.outliveDrain(id) }
    }

    func share(_ id: Int64) {
        if loop.inEventLoop { return handler.value.machine.share(id) }
        loop.execute { [handler] in handler.value.machine.share(id) }
    }

    func onEnd(_ body: @escaping @Sendable () -> Void) {
        if loop.inEventLoop { return handler.value.onEnd(body) }
        loop.execute { [handler] in handler.value.onEnd(body) }
    }

    func send(_ item: OutgoingItem, on id: Int64) {
        if loop.inEventLoop { return handler.value.send(item, on: id) }
        loop.execute { [handler] in handler.value.send(item, on: id) }
    }

    /// Whether the next item of stream call `id` can be sent immediately. Outside the event loop, this is unknown, and
    /// the result is false.
    func hasRoom(on id: Int64) -> Bool {
        loop.inEventLoop && handler.value.machine.roomCount(id) > 0
    }

    /// Sends an item if it can go out immediately. `write` writes the item's data. If it cannot, or outside the event
    /// loop, returns false without doing anything.
    func sendAtOnce(
        _ kind: String, seq: Int64?, count: Int, on id: Int64, _ write: (inout JSONWriter) -> Void
    ) -> Bool {
        loop.inEventLoop && handler.value.sendAtOnce(kind, seq: seq, count: count, on: id, write)
    }

    func room(on id: Int64) async {
        await Handover.wait { waiter in
            if loop.inEventLoop { return handler.value.awaitRoom(id, waiter) }
            loop.execute { [handler] in handler.value.awaitRoom(id, waiter) }
        }
    }

    /// Gives call `id` its feed, on the event loop. If the call has ended, calls `ended` instead.
    func feed(
        _ id: Int64, _ make: @escaping @Sendable (ServerConnectionHandler, any EventLoop) -> TopicFeed,
        ended: @escaping @Sendable (CancelCause) -> Void
    ) {
        let start: @Sendable () -> Void = { [handler, loop] in
            let connection = handler.value
            guard let call = connection.running[id] else { return ended(.lost) }
            if let cause = call.cause { return ended(cause) }
            let feed = make(connection, loop)
            connection.feeds[id] = feed
            feed.start()
        }
        if loop.inEventLoop { start() } else { loop.execute { start() } }
    }

    func finished(_ id: Int64, _ outcome: ServerMessage.Outcome) {
        if loop.inEventLoop { return handler.value.finished(id, outcome) }
        loop.execute { [handler] in handler.value.finished(id, outcome) }
    }

    func finished(_ id: Int64, _ write: (inout JSONWriter) -> Void) {
        if loop.inEventLoop { return handler.value.finished(id, write) }
        let result = JSONWriter.text(write)
        loop.execute { [handler] in handler.value.finished(id, .result(result)) }
    }

    /// Drains the connection, or closes it immediately.
    func stop(_ way: StopSignal.Way) {
        loop.execute { [handler] in
            switch way {
            case .drain: handler.value.drain()
            case .abort: handler.value.abort()
            }
        }
    }
}
