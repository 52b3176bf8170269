import LinuxSupport
import NIOCore

/// A connection of a visitor, or of the proxy in front of the pages.
struct WebConnection: Sendable {
    let channel: any Channel
    fileprivate let gate: NIOLoopBound<ConnectionGate>
    let admission: WebRoom.Admission
    /// The address of the peer. Behind a proxy, it is the proxy's.
    let address: WebAddress
    /// Whether the peer runs on this machine, so that it may be the trusted proxy.
    let isLocal: Bool
    let isSecure: Bool
    fileprivate let all: WebConnections

    /// Notes that a request's head was read.
    func begin() {
        all.note(self, waits: false)
        onLoop { gate, _ in gate.begin() }
    }

    /// Notes that the answer is a stream.
    func stream() { onLoop { $0.stream($1) } }

    /// Notes that the answer was written.
    func end(isLast: Bool) {
        onLoop { $0.end($1, isLast: isLast) }
        all.note(self, waits: true)
    }

    fileprivate func drain() { onLoop { $0.drain($1) } }

    private func onLoop(_ body: @escaping @Sendable (ConnectionGate, any Channel) -> Void) {
        channel.eventLoop.execute { [gate, channel] in body(gate.value, channel) }
    }
}

/// The open connections, and the requests that came through a proxy.
final class WebConnections: Sendable {
    private struct Entry {
        let connection: WebConnection
        /// The address whose limit it counts for.
        let address: WebAddress?
        /// Whether it has a place in the room.
        var isCounted: Bool
        /// The number of its wait for a request. Nil while it has one.
        var wait: UInt64?
    }

    private struct State {
        var open: [ObjectIdentifier: Entry] = [:]
        /// The waits for requests, with the oldest first. Those that have ended are removed later.
        var waits: CircularBuffer<(number: UInt64, id: ObjectIdentifier)> = []
        var lastWait: UInt64 = 0
        var room: WebRoom
        /// The visitors behind the proxy, who have no connections of their own.
        var visitors: WebRoom
        var refused = 0
        var isDraining = false

        /// Takes its place from the connection that has waited longest for a request. Returns this connection, which
        /// must be closed, or nil if each of them has a request.
        mutating func makeRoom() -> WebConnection? {
            while let (number, id) = waits.popFirst() {
                guard let entry = open[id], entry.isCounted, entry.wait == number else { continue }
                open[id]?.isCounted = false
                room.leave(entry.address)
                return entry.connection
            }
            return nil
        }

        /// Notes that a connection begins to wait for a request.
        mutating func wait(_ id: ObjectIdentifier) {
            lastWait += 1
            open[id]?.wait = lastWait
            waits.append((lastWait, id))
            // Each wait is looked at once for each time that their number doubles.
            if waits.count > 2 * open.count + 64 { waits.removeAll { [open] in open[$0.id]?.wait != $0.number } }
        }
    }

    /// How many refused connections may be open, so that their visitors can read why.
    private static let mostRefused = 32

    private let state: Locked<State>
    private let trustsProxy: Bool
    private let end: AsyncStream<Void>
    private let hasEnded: AsyncStream<Void>.Continuation

    init(trustsProxy: Bool, limits: WebRoom.Limits) {
        self.trustsProxy = trustsProxy
        state = Locked(State(room: WebRoom(limits), visitors: WebRoom(limits)))
        (end, hasEnded) = AsyncStream.makeStream()
    }

    /// Counts a new connection and adds its gate. If there is no room, the connection that has waited longest for a
    /// request is closed, so that silent connections keep nobody out. Returns nil if not even a refusal can be sent.
    /// This must be called on the channel's event loop.
    func open(_ channel: any Channel, isSecure: Bool) throws -> WebConnection? {
        let address = channel.remoteAddress.flatMap(WebAddress.init(socket:))
        let isLocal = address?.isLoopback ?? true
        let counted = trustsProxy && isLocal ? nil : address ?? .unknown
        let (admission, displaced) = state.withLock { state -> (WebRoom.Admission?, WebConnection?) in
            guard !state.isDraining else { return (nil, nil) }
            var (admission, displaced) = (state.room.enter(counted), nil as WebConnection?)
            if admission == .full {
                displaced = state.makeRoom()
                if displaced != nil { admission = state.room.enter(counted) }
            }
            guard admission != .admitted else { return (admission, displaced) }
            guard state.refused < Self.mostRefused else { return (nil, displaced) }
            state.refused += 1
            return (admission, displaced)
        }
        displaced?.drain()
        guard let admission else { return nil }
        let id = ObjectIdentifier(channel)
        channel.closeFuture.whenComplete { [state, hasEnded] _ in
            let isOver = state.withLock { state in
                let entry = state.open.removeValue(forKey: id)
                if admission != .admitted { state.refused -= 1 }
                if entry?.isCounted ?? (admission == .admitted) { state.room.leave(counted) }
                return state.isDraining && state.open.isEmpty
            }
            if isOver { hasEnded.finish() }
        }
        let gate = ConnectionGate()
        try channel.pipeline.syncOperations.addHandler(gate)
        let connection = WebConnection(
            channel: channel, gate: NIOLoopBound(gate, eventLoop: channel.eventLoop), admission: admission,
            address: address ?? .unknown, isLocal: isLocal, isSecure: isSecure, all: self)
        state.withLock { state in
            state.open[id] = Entry(connection: connection, address: counted, isCounted: admission == .admitted)
            state.wait(id)
        }
        return connection
    }

    /// Notes whether a connection waits for a request.
    fileprivate func note(_ connection: WebConnection, waits: Bool) {
        let id = ObjectIdentifier(connection.channel)
        state.withLock { state in
            if waits { state.wait(id) } else { state.open[id]?.wait = nil }
        }
    }

    /// The visitor whose request this is, or nil if the request did not come through the trusted proxy.
    func visitor(_ head: WebHead, on connection: WebConnection) -> WebAddress? {
        guard trustsProxy, connection.isLocal else { return nil }
        return WebProxy.lastHop(head).flatMap(WebAddress.init(ip:))
    }

    /// Counts a request that came through the proxy.
    func enter(_ visitor: WebAddress) -> WebRoom.Admission { state.withLock { $0.visitors.enter(visitor) } }

    /// Counts one request less that came through the proxy.
    func leave(_ visitor: WebAddress) { state.withLock { $0.visitors.leave(visitor) } }

    /// Closes each connection as soon as it has no request, and all streams at once. New connections are refused.
    func drain() {
        let open = state.withLock { state in
            state.isDraining = true
            return state.open.values.map(\.connection)
        }
        for connection in open { connection.drain() }
        if open.isEmpty { hasEnded.finish() }
    }

    /// Returns when all connections are closed after ``drain()``, or when the task is cancelled. It takes no longer
    /// than a request may take.
    func waitUntilClosed() async { for await _ in end {} }
}
