import LinuxSupport
import Logging
import NIOCore
import Synchronization
import Wire

extension ServerConnectionHandler {
    /// Starts the handler of a call, or answers in its place.
    func dispatch(_ call: ServerCall) {
        guard let peer, let reference = ownReference() else {
            return machine.finish(call.id, .error(.cancelled), at: SystemClock.monotonic())
        }
        let isStream = call.method.kind == .stream
        if let breach = core.ledger.chargeCall(of: peer.uid, isStream: isStream) {
            noteBreach(breach, peer)
            return machine.finish(call.id, .error(.quotaExceeded(breach)), at: SystemClock.monotonic())
        }
        let control = CallControl()
        running[call.id] = RunningCall(control: control, isStream: isStream)
        guard let served = core.handlers[call.method.name] else {
            return finished(call.id, .error(.unknownMethod(call.method.name)))
        }
        if let error = core.check(call.params, of: call.method.name) { return finished(call.id, .error(error)) }
        let context = RPCContext(
            peer: peer, connectionID: id, call: call, socket: socket, epoch: core.settings.epoch, control: control,
            connection: reference)
        served.started.add(1, ordering: .relaxed)
        let (handler, limit) = (served.handler, core.settings.limits.item)
        let work: @Sendable () async -> Void = {
            let outcome = await Self.run(handler, context, itemLimit: limit)
            context.connection.finished(context.callID, outcome)
        }
        // Not structured: the task belongs to its call, which `running` keeps and the connection's end cancels; the registry
        // waits for it.
        let task = Task.immediate(executorPreference: core.executor(of: reference.loop)) { await work() }
        control.started(task)
    }

    private static func run(
        _ handler: RPCHandlers.Handler, _ context: RPCContext, itemLimit: Int
    ) async -> ServerMessage.Outcome {
        do throws(WireError) {
            switch handler {
            case .unary(let body): return .result(try await body(context, context.call.params))
            case .stream(let body):
                let sink = ItemSink(
                    callID: context.callID, itemLimit: itemLimit, control: context.control,
                    connection: context.connection)
                return .result(try await body(context, context.call.params, sink))
            }
        } catch {
            return .error(error)
        }
    }

    /// A handler has ended.
    func finished(_ id: Int64, _ outcome: ServerMessage.Outcome) {
        guard let call = running.removeValue(forKey: id), let peer else { return }
        call.control.ended()
        core.ledger.releaseCall(of: peer.uid, isStream: call.isStream)
        machine.finish(id, outcome, at: SystemClock.monotonic())
        scheduleTurn()
        leaveIfDone()
    }

    func passGate(_ id: Int64) -> Bool {
        machine.passGate(id, at: SystemClock.monotonic())
    }

    func send(_ item: OutgoingItem, on id: Int64) {
        // The sink has checked the size; an ended call has told its handler.
        _ = machine.send(item, on: id, at: SystemClock.monotonic())
        scheduleTurn()
    }

    /// A handler that waits for room twice has let the first wait go.
    func awaitRoom(_ id: Int64, _ continuation: CheckedContinuation<Void, Never>) {
        guard running[id] != nil else { return continuation.resume() }
        rooms.updateValue(continuation, forKey: id)?.resume()
        awaitRoom(id)
    }

    func awaitRoom(_ id: Int64) {
        machine.awaitRoom(id, at: SystemClock.monotonic())
        scheduleTurn()
    }

    func noteBreach(_ breach: QuotaBreach, _ peer: PeerIdentity) {
        guard core.ledger.shouldLog(breach.quota, of: peer.uid, at: SystemClock.monotonic()) else { return }
        logger.notice("quota reached", metadata: ["quota": "\(breach.quota)", "pid": "\(peer.pid)"])
    }
}
