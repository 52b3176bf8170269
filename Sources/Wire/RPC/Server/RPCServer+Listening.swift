import LinuxSupport
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Wire

extension RPCServer {
    /// Accepts connections on an endpoint. Each peer's identity is read before any of its bytes.
    func listen(_ endpoint: RPCEndpoint) async throws -> any Channel {
        guard let descriptor = endpoint.listener.takeDescriptor() else {
            throw LinuxError(.closed, "something is already listening at \(endpoint.listener.path)")
        }
        let core = core
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(Self.acceptPause))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: Self.waterMark)
            .childChannelOption(.recvAllocator, value: Self.reading)
            // Each read is charged before the next one starts.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                Self.accept(channel, core, socket: endpoint.socket) {
                    try Self.peer(of: channel)
                } admit: {
                    endpoint.admit($0)
                }
            }
        return try await bootstrap.withBoundSocket(descriptor.release()).get()
    }

    /// The water marks of a channel. A channel that contains less than the high mark counts as empty. The mark is low,
    /// because the bytes below it are charged to nobody on any connection.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 2048, high: 4096)

    /// The sizes of read buffers. A channel keeps a buffer for its next read, so an idle connection needs as much
    /// memory as the initial size. NIO's own default begins with 2 KiB. If a read fills the buffer, the next buffer has
    /// twice the size.
    private static let reading = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 65_536)

    /// How long the server accepts no connection after an accept has failed. Ten tries per second cost almost nothing,
    /// and clients do not wait long once descriptors are available again.
    private static let acceptPause = TimeAmount.milliseconds(100)

    /// Charges and admits a new connection, or refuses it. This runs on the channel's loop before a byte is read.
    static func accept(
        _ channel: any Channel, _ core: ServerCore, socket: String, peer: () throws -> PeerIdentity,
        admit: (PeerIdentity) -> RPCAdmission
    ) -> EventLoopFuture<Void> {
        let identity: PeerIdentity?
        var refusal: Goaway?
        do {
            identity = try peer()
        } catch {
            if core.ledger.shouldLog("identity", of: PeerIdentity.noUser, at: SystemClock.monotonic()) {
                core.logger.notice("peer without identity refused", metadata: ["error": "\(error)"])
            }
            identity = nil
        }
        if let identity {
            refusal = Self.refusal(of: identity, core, admit: admit)
        } else {
            core.statistics.connectionRefused("identity")
            refusal = Goaway(.permissionDenied, "rpc.peer_refused", lastID: 0)
        }
        return channel.eventLoop.makeCompletedFuture {
            // Beyond the limit, a refused peer gets no goaway, because each refusal keeps a descriptor in use for a
            // moment.
            guard refusal == nil || core.refusals.load(ordering: .relaxed) < core.ledger.quotas.refusals else {
                throw ChannelError.inappropriateOperationForState
            }
            let handler = ServerConnectionHandler(
                core: core, loop: channel.eventLoop, peer: identity, socket: socket, refusal: refusal)
            try channel.pipeline.syncOperations.addHandler(handler)
            if refusal == nil, core.logger.logLevel <= .debug {
                handler.logger.debug("connection let in", metadata: ["socket": "\(socket)"])
            }
        }
    }

    private static func refusal(
        of peer: PeerIdentity, _ core: ServerCore, admit: (PeerIdentity) -> RPCAdmission
    ) -> Goaway? {
        let now = SystemClock.monotonic()
        if case .refused(let why) = admit(peer) {
            core.statistics.connectionRefused("admission")
            if core.ledger.shouldLog("admission", of: peer.uid, at: now) {
                core.logger.notice(
                    "peer refused", metadata: ["uid": "\(peer.uid)", "pid": "\(peer.pid)", "why": "\(why)"])
            }
            return Goaway(.permissionDenied, "rpc.peer_refused", lastID: 0)
        }
        guard let breach = core.ledger.chargeConnection(of: peer.uid, at: now) else {
            core.statistics.connectionAdmitted()
            return nil
        }
        core.statistics.connectionRefused(breach.quota)
        if core.ledger.shouldLog(breach.quota, of: peer.uid, at: now) {
            core.logger.notice(
                "connection refused",
                metadata: ["quota": "\(breach.quota)", "uid": "\(peer.uid)", "pid": "\(peer.pid)"])
        }
        return Goaway(
            .resourceExhausted, "rpc.connection_limit", lastID: 0, retryAfter: .seconds(1), details: breach.json)
    }

    private static func peer(of channel: any Channel) throws -> PeerIdentity {
        let peer = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            try PeerIdentity(descriptor: $0)
        }
        guard let peer else { throw ChannelError.operationUnsupported }
        return peer
    }

    /// Waits for the request to stop. Cancelling the task counts as such a request.
    func stopped() async -> StopSignal.Way {
        await withTaskCancellationHandler {
            await stopSignal.wait()
        } onCancel: {
            stopSignal.give(.abort)
        }
    }

    /// Stops all connections and waits for them. The wait takes at most half a second. When the server is draining, it
    /// takes at most a little more than the drain time.
    func end(_ way: StopSignal.Way) async {
        core.registry.stop(way)
        let settings = core.settings
        let limit = (way == .drain ? settings.drainTime + settings.faultLinger : .zero) + .milliseconds(500)
        let core = core
        let giveUp = group.next().scheduleTask(in: .nanoseconds(limit.wholeNanoseconds)) {
            core.registry.stop(.abort)
            core.registry.giveUp()
        }
        await withTaskCancellationHandler {
            await core.registry.waitUntilEmpty()
        } onCancel: {
            core.registry.stop(.abort)
        }
        giveUp.cancel()
    }
}
