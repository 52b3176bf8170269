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

    /// Notes that a request's head was read.
    func begin() { onLoop { gate, _ in gate.begin() } }

    /// Notes that the answer is a stream.
    func stream() { onLoop { $0.stream($1) } }

    /// Notes that the answer was written.
    func end(isLast: Bool) { onLoop { $0.end($1, isLast: isLast) } }

    fileprivate func drain() { onLoop { $0.drain($1) } }

    private func onLoop(_ body: @escaping @Sendable (ConnectionGate, any Channel) -> Void) {
        channel.eventLoop.execute { [gate, channel] in body(gate.value, channel) }
    }
}

/// The open connections, and the requests that came through a proxy.
final class WebConnections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: WebConnection] = [:]
        var room = WebRoom()
        /// The visitors behind the proxy, who have no connections of their own.
        var visitors = WebRoom()
        var refused = 0
        var isDraining = false
    }

    /// How many refused connections may be open, so that their visitors can read why.
    private static let mostRefused = 32

    private let state = Locked(State())
    private let trustsProxy: Bool
    private let end: AsyncStream<Void>
    private let hasEnded: AsyncStream<Void>.Continuation

    init(trustsProxy: Bool) {
        self.trustsProxy = trustsProxy
        (end, hasEnded) = AsyncStream.makeStream()
    }

    /// Counts a new connection and adds its gate. Returns nil if not even a refusal can be sent. This must be called on
    /// the channel's event loop.
    func open(_ channel: any Channel, isSecure: Bool) throws -> WebConnection? {
        let address = channel.remoteAddress.flatMap(WebAddress.init(socket:))
        let isLocal = address?.isLoopback ?? true
        let counted = trustsProxy && isLocal ? nil : address ?? .unknown
        let admission: WebRoom.Admission? = state.withLock { state in
            guard !state.isDraining else { return nil }
            let admission = state.room.enter(counted)
            guard admission != .admitted else { return admission }
            guard state.refused < Self.mostRefused else { return nil }
            state.refused += 1
            return admission
        }
        guard let admission else { return nil }
        let id = ObjectIdentifier(channel)
        channel.closeFuture.whenComplete { [state, hasEnded] _ in
            let isOver = state.withLock { state in
                state.open[id] = nil
                if admission == .admitted { state.room.leave(counted) } else { state.refused -= 1 }
                return state.isDraining && state.open.isEmpty
            }
            if isOver { hasEnded.finish() }
        }
        let gate = ConnectionGate()
        try channel.pipeline.syncOperations.addHandler(gate)
        let connection = WebConnection(
            channel: channel, gate: NIOLoopBound(gate, eventLoop: channel.eventLoop), admission: admission,
            address: address ?? .unknown, isLocal: isLocal, isSecure: isSecure)
        state.withLock { $0.open[id] = connection }
        return connection
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
            return Array(state.open.values)
        }
        for connection in open { connection.drain() }
        if open.isEmpty { hasEnded.finish() }
    }

    /// Returns when all connections are closed after ``drain()``, or when the task is cancelled. It takes no longer
    /// than a request may take.
    func waitUntilClosed() async { for await _ in end {} }
}
