import LinuxSupport
import Logging
import NIOCore
import Synchronization
import Wire

/// Drives one ``Wire/ServerConnection`` on a channel: bytes and time in, actions performed, what handlers
/// say in one turn of the loop written together. Everything happens on the channel's event loop.
final class ServerConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How far the end of the connection has come.
    enum Ending {
        case none
        /// The machine has said its last word, which is not handed to the socket yet.
        case asked(linger: Duration)
        /// The last bytes are being written; afterwards the connection lingers, or closes if the peer has nothing
        /// more to say.
        case flushing(linger: Duration, isInputClosed: Bool)
        /// The sending side is shut down and what still arrives is discarded.
        case lingering
    }

    /// Frames between two looks at the clock.
    private static let framesPerLook = 8
    /// Writes in one turn; what handlers have to say after them waits for the next.
    static let roundsOfTurn = 16
    /// Bytes of a long write that are counted as written together.
    static let piece = 65_536
    private static let pauseAfterBurst = TimeAmount.milliseconds(100)

    let core: ServerCore
    let loop: any EventLoop
    let executor: EventLoopTaskExecutor
    let jobs: LoopJobs
    let peer: PeerIdentity?
    /// What the peer's user is charged to.
    let account: UserAccount?
    /// How handlers of calls reach this one; nil once it has left its channel.
    private(set) var reference: ConnectionReference?
    let id: UInt64
    let socket: String
    var machine: ServerConnection
    var running = CallTable<CallControl>()
    var rooms: [Int64: Handover<Void>] = [:]
    /// Of the streams that follow a topic.
    var feeds: [Int64: TopicFeed] = [:]
    /// What waits for the end of the connection.
    private var endings: [@Sendable () -> Void] = []
    let refusal: Goaway?
    private(set) var context: ChannelHandlerContext?
    var ending = Ending.none
    /// What is charged to the peer's user for this connection.
    var chargedBytes = 0
    var isCharged = false
    /// Reads less than it would, because of what its user has waiting.
    var isRestrained = false
    private var isReleased = false
    /// The channel is closed, or lives on without this handler.
    var isGone = false
    let shares: LoopShares
    /// Nil without a peer.
    let share: LoopShares.User?
    var isAwaitingShare = false
    /// Items are put into memory of the loop's, until a turn ends that has written them all.
    var isRoomLent = false
    var isInTurn = false
    /// When the turn began, or was last looked at.
    var turnTime = Duration.zero
    var isTurnScheduled = false
    var isReading = true
    /// Bytes that waited to be looked at when nothing was read any more.
    var unreadAtPause = 0
    /// Writes that the socket has not taken in full.
    var unfinishedWrites = 0
    var wakeUp: (at: Duration, task: Scheduled<Void>)?
    /// Closes the channel of a peer that does not read its last bytes.
    var closing: Scheduled<Void>?

    /// `refusal`: the peer is told why and the connection closed. `peer` is nil only together with it.
    init(core: ServerCore, loop: any EventLoop, peer: PeerIdentity?, socket: String, refusal: Goaway?) {
        self.core = core
        self.loop = loop
        self.peer = peer
        self.socket = socket
        self.refusal = refusal
        let shares = core.shares(of: loop)
        self.shares = shares
        share = refusal == nil ? peer.map { shares.user($0.uid) } : nil
        executor = core.executor(of: loop)
        jobs = LoopJobs.of(loop)
        // Nobody is charged for a refusal.
        account = refusal == nil ? peer.map { core.ledger.account(of: $0.uid) } : nil
        id = core.makeConnectionID()
        var settings = core.settings
        settings.socket = socket
        machine = ServerConnection(
            settings: settings, methods: core.methods, peerUID: peer?.uid ?? PeerIdentity.noUser,
            peerGIDs: peer?.gids ?? [], at: SystemClock.monotonic())
    }

    /// The connection is counted from here; what it was charged is released when it is inactive.
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
        // What comes while nothing is read is what the socket still had when the client ended its input.
        beginTurn()
        guard isReading || machine.unreadByteCount + data.readableBytes <= mostAtEnd else {
            return machine.cutOff(at: turnTime)
        }
        unsafe data.withUnsafeReadableBytes { unsafe machine.append($0) }
        if let share, share.admits(at: turnTime) { readFrames(share, at: turnTime, until: turnTime + LoopShares.slice) }
    }

    /// Bytes that may wait to be looked at when the client has ended its input: a frame and one read, and of a user
    /// who has no more room one read beside what waited.
    private var mostAtEnd: Int {
        let hasRoom = !isRestrained || account?.byteBreach == nil
        return (hasRoom ? core.settings.limits.frameIn : unreadAtPause) + Self.piece
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isInTurn { finishTurn() } else { turn() }
    }

    /// Acts on what has arrived, for the length of a share.
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

    /// The user's next share: ``LoopShares`` gives it to its connections in turn, each until the user's slice ends.
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

    /// Runs `body` when the connection has ended; at once if it has.
    func onEnd(_ body: @escaping @Sendable () -> Void) {
        if isGone { body() } else { endings.append(body) }
    }

    private func tellEnd() {
        let bodies = endings
        endings = []
        for body in bodies { body() }
    }

    /// What is still scheduled keeps the handler, and with it all it holds, until it is due.
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

    /// The registry keeps the connection until its last handler has ended.
    func leaveIfDone() {
        guard isGone, running.isEmpty else { return }
        guard core.registry.remove(id) else { return }
        // Once the last of them is torn down.
        loop.scheduleTask(in: Self.pauseAfterBurst) { ProcessHygiene.giveBackMemory() }
    }
}
