import LinuxSupport
import Logging
import NIOCore
import Synchronization
import Wire

/// Drives one ``Wire/ServerConnection`` on a channel. It passes bytes and time to the machine, performs the machine's
/// actions, and writes all output of one turn of the loop together. Everything runs on the channel's event loop.
final class ServerConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The progress of the connection's end.
    enum Ending {
        case none
        /// The machine has produced its last output, but the socket has not received it yet.
        case asked(linger: Duration)
        /// The last bytes are being written. After that, the connection lingers. If the peer has ended its input, the
        /// connection closes instead.
        case flushing(linger: Duration, isInputClosed: Bool)
        /// The sending side is shut down. Further input is discarded.
        case lingering
    }

    /// The number of frames that are read between two readings of the clock.
    private static let framesPerLook = 8
    /// The number of writes that one turn may make. Output after that waits for the next turn.
    static let roundsOfTurn = 16
    /// A long write is counted in parts. This is the number of bytes in one part.
    static let piece = 65_536
    private static let pauseAfterBurst = TimeAmount.milliseconds(100)

    let core: ServerCore
    let loop: any EventLoop
    let executor: EventLoopTaskExecutor
    let jobs: LoopJobs
    let peer: PeerIdentity?
    /// The account of the peer's user.
    let account: UserAccount?
    /// The reference with which call handlers reach this handler. When this handler has left its channel, the value is
    /// nil.
    private(set) var reference: ConnectionReference?
    let id: UInt64
    let socket: String
    var machine: ServerConnection
    var running = CallTable<CallControl>()
    var rooms: [Int64: Handover<Void>] = [:]
    /// The feeds of streams that follow a topic.
    var feeds: [Int64: TopicFeed] = [:]
    /// The closures that run at the end of the connection.
    private var endings: [@Sendable () -> Void] = []
    let refusal: Goaway?
    private(set) var context: ChannelHandlerContext?
    var ending = Ending.none
    /// The number of this connection's bytes that are charged to the peer's user.
    var chargedBytes = 0
    var isCharged = false
    /// Whether the connection reads less because too many bytes are waiting for its user.
    var isRestrained = false
    private var isReleased = false
    /// Whether the channel is closed, or goes on without this handler.
    var isGone = false
    let shares: LoopShares
    /// The share of the loop that the peer's user has. If there is no peer, this is nil.
    let share: LoopShares.User?
    var isAwaitingShare = false
    /// Whether items are put into the loop's memory. This lasts until the end of a turn that has written all of them.
    var isRoomLent = false
    var isInTurn = false
    /// The time at which the turn began. If the clock was read again during the turn, this is the last reading.
    var turnTime = Duration.zero
    var isTurnScheduled = false
    var isReading = true
    /// When reading last stopped or resumed, this number of bytes was waiting unexamined.
    var unreadAtPause = 0
    /// The number of writes of which the socket has taken nothing or only a part.
    var unfinishedWrites = 0
    var wakeUp: (at: Duration, task: Scheduled<Void>)?
    /// If a peer does not read its last bytes, this scheduled task closes the channel.
    var closing: Scheduled<Void>?

    /// Creates the handler. If there is a `refusal`, the peer gets the reason, and then the connection is closed. Only
    /// in this case may `peer` be nil.
    init(core: ServerCore, loop: any EventLoop, peer: PeerIdentity?, socket: String, refusal: Goaway?) {
        self.core = core
        self.loop = loop
        self.peer = peer
        self.socket = socket
        self.refusal = refusal
        let shares = core.shares(of: loop)
        self.shares = shares
        share = refusal == nil ? peer.map { shares.user($0.uid) } : nil
        executor = share?.executor ?? core.executor(of: loop)
        jobs = LoopJobs.of(loop)
        // Nobody is charged for a refused connection.
        account = refusal == nil ? peer.map { core.ledger.account(of: $0.uid) } : nil
        id = core.makeConnectionID()
        var settings = core.settings
        settings.socket = socket
        machine = ServerConnection(
            settings: settings, methods: core.methods, peerUID: peer?.uid ?? PeerIdentity.noUser,
            peerGIDs: peer?.gids ?? [], at: SystemClock.monotonic())
    }

    /// The connection is charged from here on. Its charges are released when it becomes inactive.
    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        isCharged = refusal == nil
        if refusal != nil { core.refusals.add(1, ordering: .relaxed) }
        let reference = ConnectionReference(self, epoch: core.settings.epoch, loop: loop)
        self.reference = reference
        core.registry.add(id, reference)
        if context.channel.isActive { begin() }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    private func begin() {
        if let refusal { machine.refuse(refusal, at: SystemClock.monotonic()) }
        turn()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .none = ending else { return }
        let data = unwrapInboundIn(data)
        // If input arrives while reading is off, this input was already in the socket when the client ended its input.
        beginTurn()
        guard isReading || machine.unreadByteCount + data.readableBytes <= mostAtEnd else {
            return machine.cutOff(at: turnTime)
        }
        unsafe data.withUnsafeReadableBytes { unsafe machine.append($0) }
        if let share, share.admits(at: turnTime) { readFrames(share, at: turnTime, until: turnTime + LoopShares.slice) }
    }

    /// The number of unexamined bytes that may wait after the client has ended its input. This is one frame and one
    /// read. If the client's user has reached the byte quota, this is one read more than the bytes that were already
    /// waiting.
    private var mostAtEnd: Int {
        let hasRoom = !isRestrained || account?.byteBreach == nil
        return (hasRoom ? core.settings.limits.frameIn : unreadAtPause) + Self.piece
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isInTurn { finishTurn() } else { turn() }
    }

    /// Acts on the input that has arrived. This lasts no longer than a share.
    private func readFrames(_ share: LoopShares.User, at start: Duration, until end: Duration) {
        var now = start
        var hasMore: Bool
        repeat {
            hasMore = machine.read(frames: Self.framesPerLook, at: now)
            performActions()
            now = SystemClock.monotonic()
            turnTime = now
        } while hasMore && now < end
        share.spend(now - start)
    }

    /// Uses the user's next share. ``LoopShares`` gives it to the user's connections in turn until the slice ends.
    func takeShare(until end: Duration) {
        isAwaitingShare = false
        guard case .none = ending, let share, !isInTurn else { return }
        beginTurn()
        readFrames(share, at: turnTime, until: end)
        finishTurn()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed? = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        switch ending {
        case .none:
            machine.receivedEnd(at: SystemClock.monotonic())
            turn()
        case .lingering:
            context.close(promise: nil)
        case .flushing(let linger, _):
            ending = .flushing(linger: linger, isInputClosed: true)
        case .asked:
            break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isGone = true
        endTurn()
        machine.lost(at: SystemClock.monotonic())
        performActions()
        cancelTimers()
        release()
        tellEnd()
        leaveIfDone()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isGone = true
        endTurn()
        self.context = nil
        reference = nil
        cancelTimers()
        release()
        tellEnd()
        leaveIfDone()
    }

    /// Runs `body` when the connection has ended. If the connection has already ended, runs `body` immediately.
    func onEnd(_ body: @escaping @Sendable () -> Void) {
        if isGone { body() } else { endings.append(body) }
    }

    private func tellEnd() {
        let bodies = endings
        endings = []
        for body in bodies { body() }
    }

    /// Cancels the timers. A scheduled task would keep this handler alive until the task is due, together with
    /// everything that the handler references.
    private func cancelTimers() {
        wakeUp?.task.cancel()
        wakeUp = nil
        closing?.cancel()
        closing = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.debug("connection failed", metadata: ["error": "\(error)"])
        context.close(promise: nil)
    }

    func drain() {
        machine.drain(at: SystemClock.monotonic())
        turn()
    }

    func abort() {
        context?.close(promise: nil)
    }

    private func release() {
        giveRoomBack()
        if refusal != nil, !isReleased { core.refusals.subtract(1, ordering: .relaxed) }
        isReleased = true
        note(machine.takeErrors())
        guard isCharged, let peer else { return }
        isCharged = false
        if let account {
            if let reference { account.queued.leave(reference, of: account) }
            _ = account.changeBytes(by: -chargedBytes)
            account.queued.wakeNext()
        }
        chargedBytes = 0
        core.ledger.releaseConnection(of: peer.uid)
    }

    /// Removes the connection from the registry once it has ended and its last handler has ended.
    func leaveIfDone() {
        guard isGone, running.isEmpty else { return }
        guard core.registry.remove(id) else { return }
        // Wait until the last connection has been torn down.
        loop.scheduleTask(in: Self.pauseAfterBurst) { ProcessHygiene.giveBackMemory() }
    }
}
