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
        let work: @Sendable () async -> Void = {
            let outcome = await Self.run(handler, context, itemLimit: limit)
            context.connection.finished(context.callID, outcome)
        }
        // Not structured: the task belongs to its call, which `running` keeps and the connection's end cancels; the registry
        // waits for it.
        let task = Task.immediate(executorPreference: executor) { await work() }
        // Most have ended by now.
        if running.index(of: call.id) != nil { control.started(task) }
    }

    private static func run(
        _ handler: RPCHandlers.Handler, _ context: RPCContext, itemLimit: Int
    ) async -> ServerMessage.Outcome {
        do throws(WireError) {
            switch handler {
            case .unary(let body): return .result(try await body(context, context.call.params))
            case .stream(let body):
                let sink = ItemSink(control: context.control, itemLimit: itemLimit)
                return .result(try await body(context, context.call.params, sink))
            }
        } catch {
            return .error(error)
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
