import LinuxSupport
import Logging
import NIOCore
import Wire

/// Handles one turn of the loop: performs the machine's actions, writes all its output together and sets its timer.
extension ServerConnectionHandler {
    /// Schedules a turn. It comes after everything else that happens in this round of the loop.
    func scheduleTurn() {
        guard !isInTurn, !isTurnScheduled, let context else { return }
        isTurnScheduled = true
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            bound.value.isTurnScheduled = false
            bound.value.turn()
        }
    }

    /// Borrows the loop's memory for items that may follow. A turn must follow after this call.
    func expectItems() {
        guard !isRoomLent, context != nil else { return }
        isRoomLent = shares.lend(to: &machine)
    }

    func giveRoomBack() {
        if isRoomLent { isRoomLent = !shares.takeBack(from: &machine) }
    }

    /// Performs the machine's actions, writes its output and sets its timer.
    func turn() {
        guard !isInTurn else { return }
        beginTurn()
        finishTurn()
    }

    /// Runs `body`, which makes the connection send more. Writes the new output immediately.
    func inTurn(_ body: () -> Void) {
        guard !isInTurn else { return body() }
        beginTurn()
        body()
        finishTurn()
    }

    func beginTurn() {
        guard !isInTurn else { return }
        isInTurn = true
        turnTime = SystemClock.monotonic()
        _ = restrain()
        jobs.beginTurn()
    }

    /// Ends the turn. This is also called when a read fails after earlier input has arrived, because
    /// `channelReadComplete` is not called in that case.
    func endTurn() {
        guard isInTurn else { return }
        isInTurn = false
        giveRoomBack()
        jobs.endTurn()
    }

    func finishTurn() {
        var rounds = 0
        defer {
            endTurn()
            // If a client takes everything immediately, it must not use the loop for itself alone.
            if rounds == Self.roundsOfTurn { scheduleTurn() }
        }
        performActions()
        guard let context else { return }
        while rounds < Self.roundsOfTurn, write(context) {
            performActions()
            rounds += 1
        }
        endIfAsked(context)
        var outlook = machine.outlook()
        if outlook.hasErrors { note(machine.takeErrors()) }
        chargeBytes(outlook.heldByteCount)
        if restrain() { outlook = machine.outlook() }
        if outlook.hasMore { awaitShare() }
        setReading(context, outlook)
        setTimer(outlook)
    }

    /// Gives the waiting output to the socket, and counts the output as written when the socket has taken it. A promise
    /// counts each full piece. The rest is counted immediately if the channel counts as empty afterwards, and otherwise
    /// by a promise. A write that fails closes the channel.
    ///
    /// While the socket has not taken the earlier writes, later output is collected. A separate write for one message
    /// would cost many times more than the message's bytes.
    private func write(_ context: ChannelHandlerContext) -> Bool {
        if unfinishedWrites > 0, case .none = ending { return false }
        let waiting = machine.outputCount()
        guard waiting > 0 else { return false }
        var buffer = shares.emptyBuffer(for: waiting, context.channel.allocator)
        let count = unsafe machine.takeOutput { unsafe buffer.writeBytes($0) }
        shares.keep(buffer)
        guard count > 0 else { return false }
        handOver(&buffer, context)
        buffer = ByteBuffer()
        shares.wipe()
        return true
    }

    /// Passes to the socket the bytes that the machine already counts as taken.
    private func handOver(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) {
        while buffer.readableBytes > Self.piece, let piece = buffer.readSlice(length: Self.piece) {
            context.write(wrapOutboundOut(piece), promise: written(Self.piece, context))
        }
        let rest = buffer.readableBytes
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
        if context.channel.isWritable {
            machine.wrote(rest, at: time)
        } else {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written(rest, context))
        }
    }

    /// Whether all earlier output comes before bytes that are passed to the socket now.
    var canHandOver: Bool {
        guard unfinishedWrites == 0, case .none = ending else { return false }
        return machine.canHandOver()
    }

    /// Writes the first events of a run as items of call `id`. The memory for this is shared with other connections.
    /// Returns the number of written events. This may be called only if ``canHandOver`` is true.
    func handOver(_ framed: TopicRuns.Framed, on id: Int64) -> Int {
        guard let context else { return 0 }
        let count = machine.handOver(framed.run, on: id)
        var buffer = framed.buffer
        buffer.moveWriterIndex(to: framed.run.byteCount(of: count))
        if count > 0 { handOver(&buffer, context) }
        return count
    }

    private func written(_ count: Int, _ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let promise = context.eventLoop.makePromise(of: Void.self)
        unfinishedWrites += 1
        promise.futureResult.whenSuccess {
            let handler = bound.value
            handler.unfinishedWrites -= 1
            handler.machine.wrote(count, at: handler.time)
            handler.scheduleTurn()
        }
        return promise
    }

    /// The time of changes to the machine. Within a turn, this is the turn's time, because reading the clock for every
    /// item would cost too much.
    var time: Duration { isInTurn ? turnTime : SystemClock.monotonic() }

    /// Performs the machine's actions, and runs the handlers that resume because of them.
    func performActions() {
        repeat {
            while let action = machine.takeAction() { perform(action) }
        } while jobs.run()
    }

    private func perform(_ action: ServerAction) {
        switch action {
        case .dispatch(let call): dispatch(call)
        case .cancel(let id, let cause):
            running[id]?.cancel(cause)
            feeds[id]?.stop(cause)
        case .room(let id):
            rooms.removeValue(forKey: id)?.give()
            feeds[id]?.hasRoom()
        case .close(let linger, let reason):
            ending = .asked(linger: linger)
            logEnd(reason)
        case .abort:
            context?.close(promise: nil)
        }
    }

    /// A logger with this connection's id and user. It is created on demand, because there is seldom anything to log.
    var logger: Logger {
        var logger = core.logger
        logger[metadataKey: "connection"] = "\(id)"
        if let peer { logger[metadataKey: "uid"] = "\(peer.uid)" }
        return logger
    }

    /// Logs why a connection ended. Each user and reason are logged at most once a minute, so that a peer cannot fill
    /// the log.
    private func logEnd(_ reason: String?) {
        guard let reason, refusal == nil, let peer else { return }
        guard core.ledger.shouldLog(reason, of: peer.uid, at: SystemClock.monotonic()) else { return }
        logger.info("connection ended", metadata: ["reason": "\(reason)", "pid": "\(peer.pid)"])
    }

    /// Called when all output has been given to the socket. Closes the sending side when the output has been written,
    /// and closes the connection a little later.
    private func endIfAsked(_ context: ChannelHandlerContext) {
        guard case .asked(let linger) = ending else { return }
        ending = .flushing(linger: linger, isInputClosed: machine.hasInputEnded)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let last = context.eventLoop.makePromise(of: Void.self)
        last.futureResult.whenComplete { _ in bound.value.wroteLast() }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: last)
        // If a client does not read, it must not delay the end of the connection. After a half-close, replies get the
        // same time as for a slow reader. The goaway of a fault has its own time.
        let limit = linger > .zero ? linger : core.settings.slowReaderTime
        closing = context.eventLoop.scheduleTask(in: .nanoseconds(limit.wholeNanoseconds)) {
            bound.value.context?.close(promise: nil)
        }
    }

    private func wroteLast() {
        guard let context, case .flushing(let linger, let isInputClosed) = ending else { return }
        ending = .lingering
        if linger > .zero, !isInputClosed {
            context.close(mode: .output, promise: nil)
        } else {
            context.close(promise: nil)
        }
    }

    /// Lets unexamined input wait for the user's next share.
    private func awaitShare() {
        guard !isAwaitingShare, let share else { return }
        isAwaitingShare = true
        shares.enqueue(self, of: share)
    }

    private func chargeBytes(_ held: Int) {
        guard isCharged, held != chargedBytes, let account else { return }
        machine.byteAllowance = account.changeBytes(by: held - chargedBytes)
        chargedBytes = held
    }

    /// While the peer's user is over the byte quota, makes the connection read less. Ends this restraint afterwards.
    /// Returns true if the machine's restraint was set.
    private func restrain() -> Bool {
        guard let account, let reference, !isGone else { return false }
        let isOver = account.byteBreach != nil
        guard isOver || isRestrained else { return false }
        guard isOver else {
            isRestrained = false
            machine.restrain(.none, at: turnTime)
            account.queued.leave(reference, of: account)
            account.queued.wakeNext()
            return true
        }
        isRestrained = true
        if machine.awaitsRest, account.queued.mayComplete(reference, of: account) {
            machine.restrain(.answers, at: turnTime)
        } else {
            machine.restrain(.all, at: turnTime)
            account.queued.completed(reference, of: account)
        }
        if machine.isRestrained {
            account.queued.wait(reference, of: account, hasPart: machine.awaitsRest)
            // If bytes were freed before this connection was queued, they have woken other connections.
            if account.byteBreach == nil { reference.wake() }
            // This connection may have been woken instead of another connection.
            account.queued.wakeNext()
        }
        return true
    }

    private func setReading(_ context: ChannelHandlerContext, _ outlook: ServerConnection.Outlook) {
        let wanted =
            switch ending {
            case .none: outlook.wantsInput
            case .asked, .flushing, .lingering: true
            }
        guard wanted != isReading else { return }
        isReading = wanted
        unreadAtPause = machine.unreadByteCount
        context.channel.setOption(.autoRead, value: wanted).whenFailure { _ in }
    }

    private func setTimer(_ outlook: ServerConnection.Outlook) {
        guard let due = outlook.timer else { return }
        if let wakeUp, wakeUp.at <= due { return }
        wakeUp?.task.cancel()
        let bound = NIOLoopBound(self, eventLoop: loop)
        let delay = max(.zero, due - turnTime)
        wakeUp = (due, loop.scheduleTask(in: .nanoseconds(delay.wholeNanoseconds)) { bound.value.fire() })
    }

    private func fire() {
        wakeUp?.task.cancel()
        wakeUp = nil
        let now = SystemClock.monotonic()
        if machine.misses(at: now) { machine.hasArrivals = hasArrivals }
        machine.fire(at: now)
        turn()
    }

    /// Whether input has arrived that the busy loop has not read yet.
    private var hasArrivals: Bool {
        guard let pipeline = context?.pipeline.syncOperations else { return false }
        let socket = try? pipeline.withUnsafeTransportIfAvailable { (socket: NIOBSDSocket.Handle) in
            UnixSocket.hasInput(socket)
        }
        let pipe = try? pipeline.withUnsafeTransportIfAvailable { (pipe: NIOBSDSocket.PipeHandle) in
            UnixSocket.hasInput(pipe.input)
        }
        return (socket ?? nil) ?? (pipe ?? nil) ?? false
    }
}
