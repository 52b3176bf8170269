extension ServerConnection {
    /// Called when call `id`'s handler has ended. The handler's outcome becomes the reply, which comes after all
    /// waiting items. If the call has already been answered, the outcome is dropped. This must be called exactly once
    /// per ``ServerAction/dispatch(_:)``.
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

    /// Ends call `id` because its handler has ended with a result. `write` writes this result. For a unary call, the
    /// result is written directly into the output. The written bytes may be discarded again. `write` must not use the
    /// connection.
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

    /// Passes the commit gate of call `id`. Returns true if and only if the irreversible step may be taken now. After
    /// that, neither a cancellation nor the loss of the client ends the call, and if its deadline passes, an unknown
    /// effect is reported. Passing the gate again returns the same.
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

    /// Reopens call `id`'s gate. Nothing irreversible has happened, and nothing irreversible will happen before the
    /// call passes its gate again. If the call was cancelled or its client was lost in the meantime, this ends the
    /// call. If the server is stopping, this also ends a stream.
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

    /// Handles the client's cancellation of call `id`. If the call has passed its gate, this has an effect only after
    /// the gate is reopened. Finished or unknown ids are ignored.
    mutating func cancel(_ id: Int64, at now: Duration) {
        stop(id, .client, at: now)
    }

    /// Notes that call `id`'s purpose has begun to happen. A server that is stopping then lets the call run for the
    /// drain time.
    package mutating func outliveDrain(_ id: Int64) {
        calls[id]?.outlivesDrain = true
    }

    /// Records that another call shares the effect of call `id`. If the server ends the call in place of its handler,
    /// it reports an unknown effect.
    package mutating func share(_ id: Int64) {
        calls[id]?.isShared = true
    }

    /// Asks the handler to end the call. The reply is the handler's outcome. If the handler needs longer than the grace
    /// time, the reply is `cancelled`. If the call's method has `finish`, the call is answered immediately.
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
            // The work is done, and nothing except the call's items is waiting. The client no longer needs these items.
            remove(id)
            append(reply: outcome, to: id, call)
        case .committed:
            calls[id]?.isUnwanted = true
        case .stopping, .answered, .detached:
            break
        }
    }

    /// Answers call `id` in place of its handler. Asks the handler to stop. It is not asked if the call has passed its
    /// gate, or if its method has `finish`.
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

    /// Wakes a handler that is waiting for room, so that it notices the end of its stream.
    mutating func wakeIfWaiting(_ id: Int64) {
        guard calls[id]?.stream?.awaitsRoom == true else { return }
        calls[id]?.stream?.awaitsRoom = false
        actions.append(.room(id: id))
    }

    /// Writes a call's one reply. A stream's reply comes after the stream's items. Other replies come before all items.
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

    /// The maximum number of bytes of a result. A reply with such a result fits into a frame.
    private var largestResult: Int { settings.limits.frameOut - 64 }

    /// The outcome. If the outcome does not fit into a frame, this is an error.
    private func bounded(_ outcome: ServerMessage.Outcome, of call: ServerCallState) -> ServerMessage.Outcome {
        guard case .result(let result) = outcome, result.bytes.count > largestResult else { return outcome }
        return .error(oversized(call))
    }

    private func oversized(_ call: ServerCallState) -> WireError {
        let isCommitted = if case .committed = call.phase { true } else { false }
        return WireError(
            .internal, "rpc.internal", "the result is too large for a frame",
            effect: isCommitted ? .applied : .none)
    }
}

extension WireError {
    /// The same error for a call that runs to its end, or for one that shares its effect with another call.
    fileprivate var ofUnknownEffect: WireError {
        var error = self
        error.effect = .unknown
        error.retry = Retry(safe: false)
        return error
    }
}
