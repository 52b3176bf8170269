extension ServerConnection {
    /// The handler of call `id` has ended: its outcome becomes the reply, behind the items that still wait, unless
    /// the call is answered already. Called exactly once per ``ServerAction/dispatch(_:)``.
    package mutating func finish(_ id: Int64, _ outcome: ServerMessage.Outcome, at now: Duration) {
        guard let index = calls.index(of: id) else { return }
        switch calls[at: index].phase {
        case .running, .stopping, .committed:
            if calls[at: index].stream?.queue.isEmpty == false {
                let outcome = bounded(outcome, of: calls[at: index])
                calls[at: index].phase = .finishing(outcome, until: now + settings.limits.idle)
                calls[at: index].stream?.awaitsRoom = false
            } else {
                let call = calls.remove(at: index)
                if call.stream != nil { streams.removeAll { $0 == id } }
                append(reply: bounded(outcome, of: call), to: id, call)
            }
        case .answered, .detached:
            remove(id)
        case .finishing:
            return
        }
        lastActivity = now
        settle(at: now)
    }

    /// The same for a result that `write` writes, of a unary call where it goes out from. `write` may be called and
    /// what it wrote be taken back; it must not use the connection.
    package mutating func finish(_ id: Int64, at now: Duration, _ write: (inout JSONWriter) -> Void) {
        guard let index = calls.index(of: id) else { return }
        guard mode == .framed, calls[at: index].isUnansweredUnary() else {
            return finish(id, .result(JSONWriter.text(write)), at: now)
        }
        let call = calls.remove(at: index)
        if !output.append(resultOf: id, limit: largestResult, write) {
            append(reply: .error(oversized(call)), to: id, call)
        }
        lastActivity = now
        settle(at: now)
    }

    /// Passes the commit gate of call `id`: true exactly if the irreversible step may be taken now. From then on
    /// neither cancel nor the loss of the client ends the call, and its deadline reports effect unknown. Passing it
    /// again answers the same.
    package mutating func passGate(_ id: Int64, at now: Duration) -> Bool {
        guard let call = calls[id] else { return false }
        switch call.phase {
        case .running, .detached:
            if let deadline = call.deadline, deadline <= now { return false }
            if case .running = call.phase { calls[id]?.phase = .committed }
            return true
        case .committed:
            return true
        case .answered, .stopping, .finishing:
            return false
        }
    }

    /// Takes back that call `id` has passed its gate: nothing irreversible came of it, and nothing will before it
    /// passes the gate again. A cancel or the loss of the client that came meanwhile ends the call now, and the end
    /// of the server as it ends others.
    package mutating func reopenGate(_ id: Int64, at now: Duration) {
        guard let call = calls[id] else { return }
        switch call.phase {
        case .committed:
            calls[id]?.phase = .running
            if call.isUnwanted {
                stop(id, .client, at: now)
            } else if case .draining = state {
                shutDownStream(id)
            }
        case .detached where call.method.onDisconnect != .finish:
            calls[id]?.phase = .answered
            actions.append(.cancel(id: id, .lost))
        case .running, .stopping, .finishing, .answered, .detached:
            break
        }
    }

    /// The client wants call `id` ended. Of no effect past the gate, and for ids that are finished or were never used.
    mutating func cancel(_ id: Int64, at now: Duration) {
        stop(id, .client, at: now)
    }

    /// Call `id` has begun to do what it is for: when the server stops, it is left the drain time.
    package mutating func outliveDrain(_ id: Int64) {
        calls[id]?.outlivesDrain = true
    }

    /// Another call is for the same effect as call `id`: ended in its handler's place, it cannot promise effect none.
    package mutating func share(_ id: Int64) {
        calls[id]?.isShared = true
    }

    /// Asks the handler to end the call; the handler's outcome, or after the grace a `cancelled`, is the reply.
    private mutating func stop(_ id: Int64, _ cause: CancelCause, at now: Duration) {
        guard let call = calls[id] else { return }
        switch call.phase {
        case .running where call.method.onDisconnect == .finish:
            conclude(id, .stopped(by: cause), cause)
        case .running:
            calls[id]?.phase = .stopping(until: now + settings.cancelGrace, cause)
            actions.append(.cancel(id: id, cause))
            wakeIfWaiting(id)
        case .finishing(let outcome, _):
            // The work is done and only its items wait: the client no longer wants them.
            remove(id)
            append(reply: outcome, to: id, call)
        case .committed:
            calls[id]?.isUnwanted = true
        case .stopping, .answered, .detached:
            break
        }
    }

    /// Answers call `id` in place of its handler, which is told to stop unless it is past its gate.
    mutating func conclude(_ id: Int64, _ error: WireError, _ cause: CancelCause) {
        guard let call = calls[id] else { return }
        calls[id]?.stream?.queue.removeAll()
        switch call.phase {
        case .running where call.method.onDisconnect == .finish, .committed:
            calls[id]?.phase = .answered
            append(reply: .error(error.ofUnknownEffect), to: id, call)
        case .running:
            calls[id]?.phase = .answered
            actions.append(.cancel(id: id, cause))
            append(reply: .error(call.isShared ? error.ofUnknownEffect : error), to: id, call)
        case .stopping:
            calls[id]?.phase = .answered
            append(reply: .error(call.isShared ? error.ofUnknownEffect : error), to: id, call)
        case .finishing(let outcome, _):
            remove(id)
            append(reply: outcome, to: id, call)
        case .answered, .detached:
            return
        }
        wakeIfWaiting(id)
    }

    /// Wakes a handler that waits for room, so that it sees the end of its stream.
    mutating func wakeIfWaiting(_ id: Int64) {
        guard calls[id]?.stream?.awaitsRoom == true else { return }
        calls[id]?.stream?.awaitsRoom = false
        actions.append(.room(id: id))
    }

    /// Writes the one reply of a call. A stream's stands behind its items; others go before all items.
    mutating func append(reply outcome: ServerMessage.Outcome, to id: Int64, _ call: ServerCallState) {
        errors.count(outcome, of: call.method)
        if call.stream != nil {
            let message = ServerMessage.reply(id: id, Self.traced(outcome, call.trace))
            output.append(ordered: message, mode: mode, high: settings.outputHigh)
        } else if mode == .framed, case .result(let result) = outcome {
            _ = output.append(resultOf: id, limit: .max) { $0.text(result) }
        } else {
            output.append(control: .reply(id: id, Self.traced(outcome, call.trace)), mode: mode)
        }
    }

    /// Bytes of a result, so that its reply is within the limit of a frame.
    private var largestResult: Int { settings.limits.frameOut - 64 }

    /// The outcome, or an error in its place if it does not fit into a frame.
    private func bounded(_ outcome: ServerMessage.Outcome, of call: ServerCallState) -> ServerMessage.Outcome {
        guard case .result(let result) = outcome, result.bytes.count > largestResult else { return outcome }
        return .error(oversized(call))
    }

    private func oversized(_ call: ServerCallState) -> WireError {
        let isCommitted = if case .committed = call.phase { true } else { false }
        return WireError(
            .internal, "rpc.internal", "the result is over the limit of a frame",
            effect: isCommitted ? .applied : .none)
    }
}

extension WireError {
    /// The same, of a call that goes on to its own end, or may be another's as well.
    fileprivate var ofUnknownEffect: WireError {
        var error = self
        error.effect = .unknown
        error.retry = Retry(safe: false)
        return error
    }
}
