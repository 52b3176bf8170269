import LinuxSupport
import Logging
import NIOCore
import Synchronization
import Wire

extension ServerConnectionHandler {
    /// Starts a call's handler, or answers the call without the handler.
    func dispatch(_ call: ServerCall) {
        guard let peer, let account, let reference else {
            return machine.finish(call.id, .error(.cancelled), at: SystemClock.monotonic())
        }
        let isStream = call.method.kind == .stream
        if let breach = account.chargeCall(isStream: isStream) {
            noteBreach(breach, peer)
            return machine.finish(call.id, .error(.quotaExceeded(breach)), at: SystemClock.monotonic())
        }
        let method = core.served[call.method.number]
        if let error = method.fault(of: call) {
            account.releaseCall(isStream: isStream)
            return machine.finish(call.id, .error(error), at: time)
        }
        method.started.add(1, ordering: .relaxed)
        let context = RPCContext(control: CallControl(call, peer: peer, connection: reference))
        switch method.handler {
        case .atOnce(let body):
            answer(context, body)
            account.releaseCall(isStream: isStream)
        case .unary(let body):
            start(context) { await body(context) }
        case .stream(let body):
            let sink = ItemSink(control: context.control, itemLimit: core.settings.limits.item)
            start(context) { await body(context, sink) }
        case nil:
            break
        }
    }

    /// Runs a handler that answers directly when the call is read. Nothing can observe the handler before it ends, so
    /// `running` does not contain it.
    private func answer(
        _ context: RPCContext,
        _ body: (RPCContext, ((inout JSONWriter) -> Void) -> Void) throws(WireError) -> Void
    ) {
        let id = context.callID
        do throws(WireError) {
            try body(context) { machine.finish(id, at: time, $0) }
        } catch {
            machine.finish(id, .error(error), at: time)
        }
        context.control.ended()
        scheduleTurn()
    }

    private func start(_ context: RPCContext, _ work: @escaping @Sendable () async -> Void) {
        let id = context.callID
        running.insert(context.control, for: id)
        // This task is unstructured, because it belongs to its call. `running` keeps the call. The end of the
        // connection cancels the call, and the registry waits for it.
        let task = Task.immediate(executorPreference: executor) { await work() }
        // Most handlers have already ended by now.
        if running.index(of: id) != nil { context.control.started(task) }
    }

    /// Ends the call with its handler's outcome.
    func finished(_ id: Int64, _ outcome: ServerMessage.Outcome) {
        guard leaveRunning(id) else { return }
        machine.finish(id, outcome, at: time)
        scheduleTurn()
        leaveIfDone()
    }

    /// Ends the call with a result that `write` writes.
    func finished(_ id: Int64, _ write: (inout JSONWriter) -> Void) {
        guard leaveRunning(id) else { return }
        machine.finish(id, at: time, write)
        scheduleTurn()
        leaveIfDone()
    }

    private func leaveRunning(_ id: Int64) -> Bool {
        guard let call = running.remove(id) else { return false }
        call.ended()
        account?.releaseCall(isStream: call.isStream)
        return true
    }

    func passGate(_ id: Int64) -> Bool {
        machine.passGate(id, at: SystemClock.monotonic())
    }

    func reopenGate(_ id: Int64) {
        machine.reopenGate(id, at: SystemClock.monotonic())
        // No turn follows if the connection has ended.
        if context == nil { performActions() } else { scheduleTurn() }
    }

    func send(_ item: OutgoingItem, on id: Int64) {
        // The sink has checked the size. If a call has ended, its handler knows this.
        _ = machine.send(item, on: id, at: time)
        scheduleTurn()
    }

    /// Sends an item if it can go out immediately. `write` writes the item's data. Otherwise returns false without
    /// doing anything.
    func sendAtOnce(
        _ kind: String, seq: Int64?, count: Int, on id: Int64, _ write: (inout JSONWriter) -> Void
    ) -> Bool {
        expectItems()
        defer { scheduleTurn() }
        return machine.sendAtOnce(kind, seq: seq, count: count, on: id, write)
    }

    /// Sends the events that can go out immediately. Returns how many of them were handled.
    func send(_ events: ArraySlice<TopicLog.Event>, on id: Int64) -> Int {
        expectItems()
        defer { scheduleTurn() }
        return machine.send(events, on: id)
    }

    /// Waits for room for a call's next item. If a handler waits for room twice, its first wait ends. If the connection
    /// has ended, the wait ends immediately, because no further turn comes.
    func awaitRoom(_ id: Int64, _ waiter: Handover<Void>) {
        guard context != nil, running.index(of: id) != nil else { return waiter.give() }
        rooms.updateValue(waiter, forKey: id)?.give()
        awaitRoom(id)
    }

    func awaitRoom(_ id: Int64) {
        machine.awaitRoom(id, at: time)
        scheduleTurn()
    }

    /// Counts errors, and logs them at debug level.
    func note(_ tally: ErrorTally) {
        core.statistics.add(tally)
        guard core.logger.logLevel <= .debug else { return }
        for (reply, count) in tally.replies {
            logger.debug(
                "calls refused",
                metadata: [
                    "method": "\(reply.method ?? "none")", "code": "\(reply.code.rawValue)", "count": "\(count)",
                ])
        }
    }

    func noteBreach(_ breach: QuotaBreach, _ peer: PeerIdentity) {
        guard core.ledger.shouldLog(breach.quota, of: peer.uid, at: SystemClock.monotonic()) else { return }
        logger.notice("quota reached", metadata: ["quota": "\(breach.quota)", "pid": "\(peer.pid)"])
    }
}
