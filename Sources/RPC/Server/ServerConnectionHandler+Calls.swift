import LinuxSupport
import Logging
import NIOCore
import Synchronization
import Wire

extension ServerConnectionHandler {
    /// Starts the handler of a call, or answers in its place.
    func dispatch(_ call: ServerCall) {
        guard let peer, let account, let reference else {
            return machine.finish(call.id, .error(.cancelled), at: SystemClock.monotonic())
        }
        let isStream = call.method.kind == .stream
        if let breach = account.chargeCall(isStream: isStream) {
            noteBreach(breach, peer)
            return machine.finish(call.id, .error(.quotaExceeded(breach)), at: SystemClock.monotonic())
        }
        let control = CallControl(call, peer: peer, connection: reference)
        running.insert(control, for: call.id)
        let method = core.served[call.method.number]
        guard let handler = method.handler else {
            return finished(call.id, .error(.unknownMethod(call.method.name)))
        }
        if let error = method.fault(of: call.params) { return finished(call.id, .error(error)) }
        let context = RPCContext(control: control)
        let limit = core.settings.limits.item
        method.started.add(1, ordering: .relaxed)
        let work: @Sendable () async -> Void =
            switch handler {
            case .unary(let body): { await Self.answer(context, body) }
            case .stream(let body): { await Self.answer(context, itemLimit: limit, body) }
            }
        // Not structured: the task belongs to its call, which `running` keeps and the connection's end cancels; the registry
        // waits for it.
        let task = Task.immediate(executorPreference: executor) { await work() }
        // Most have ended by now.
        if running.index(of: call.id) != nil { control.started(task) }
    }

    @inline(__always)
    private static func answer(_ context: RPCContext, _ body: RPCHandlers.Unary) async {
        do throws(WireError) {
            let result = try await body(context, context.call.params)
            context.connection.finished(context.callID, .result(result))
        } catch {
            context.connection.finished(context.callID, .error(error))
        }
    }

    @inline(__always)
    private static func answer(_ context: RPCContext, itemLimit: Int, _ body: RPCHandlers.Stream) async {
        do throws(WireError) {
            let sink = ItemSink(control: context.control, itemLimit: itemLimit)
            let result = try await body(context, context.call.params, sink)
            context.connection.finished(context.callID, .result(result))
        } catch {
            context.connection.finished(context.callID, .error(error))
        }
    }

    /// A handler has ended.
    func finished(_ id: Int64, _ outcome: ServerMessage.Outcome) {
        guard let call = running.remove(id) else { return }
        call.ended()
        account?.releaseCall(isStream: call.isStream)
        machine.finish(id, outcome, at: time)
        scheduleTurn()
        leaveIfDone()
    }

    func passGate(_ id: Int64) -> Bool {
        machine.passGate(id, at: SystemClock.monotonic())
    }

    func send(_ item: OutgoingItem, on id: Int64) {
        // The sink has checked the size; an ended call has told its handler.
        _ = machine.send(item, on: id, at: time)
        scheduleTurn()
    }

    /// The same for an item that goes out at once; false, with nothing done, if it does not.
    func sendAtOnce(_ kind: String, _ data: JSONText, seq: Int64?, count: Int, on id: Int64) -> Bool {
        expectItems()
        defer { scheduleTurn() }
        return machine.sendAtOnce(kind, data, seq: seq, count: count, on: id)
    }

    /// Sends what goes out at once; answers how many of the events are done with.
    func send(_ events: ArraySlice<TopicLog.Event>, on id: Int64) -> Int {
        expectItems()
        defer { scheduleTurn() }
        return machine.send(events, on: id)
    }

    /// A handler that waits for room twice has let the first wait go.
    func awaitRoom(_ id: Int64, _ continuation: CheckedContinuation<Void, Never>) {
        guard running.index(of: id) != nil else { return continuation.resume() }
        rooms.updateValue(continuation, forKey: id)?.resume()
        awaitRoom(id)
    }

    func awaitRoom(_ id: Int64) {
        machine.awaitRoom(id, at: time)
        scheduleTurn()
    }

    func noteBreach(_ breach: QuotaBreach, _ peer: PeerIdentity) {
        guard core.ledger.shouldLog(breach.quota, of: peer.uid, at: SystemClock.monotonic()) else { return }
        logger.notice("quota reached", metadata: ["quota": "\(breach.quota)", "pid": "\(peer.pid)"])
    }
}
