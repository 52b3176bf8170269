extension ServerConnection {
    /// The time at which ``fire(at:)`` must be called next. The value nil means never. The time may become earlier or
    /// later.
    ///
    /// While received input is waiting to be read, the time for a hello or a frame begins again, and the connection
    /// does not count as idle.
    package var timer: Duration? {
        var next: Duration?
        func consider(_ moment: Duration?) {
            if let moment, next.map({ moment < $0 }) ?? true { next = moment }
        }
        switch state {
        case .greeting(let until): consider(until + grace(of: settings.helloTimeout))
        case .draining(let until): consider(until)
        case .open: if calls.isEmpty, input == .open, !isBehind { consider(lastActivity + settings.limits.idle) }
        case .closed: return nil
        }
        consider(partialSince.map { $0 + settings.frameTimeout + grace(of: settings.frameTimeout) })
        consider(output.excessiveSince.map { $0 + settings.slowReaderTime })
        for call in calls.entries { consider(call.value.timer) }
        return next
    }

    /// Whether ``fire(at:)`` would end the connection because some input has not come from the client. In this case,
    /// the driver checks whether the input has arrived.
    package func misses(at now: Duration) -> Bool { missing(at: now) != nil || (state == .open && isIdle(at: now)) }

    private func missing(at now: Duration) -> ProtocolFault? {
        if case .greeting(let until) = state, until + grace(of: settings.helloTimeout) <= now {
            return ProtocolFault(.helloTimeout, "no hello in time")
        }
        if let since = partialSince, since + settings.frameTimeout + grace(of: settings.frameTimeout) <= now {
            return ProtocolFault(.frameTimeout, "a frame was not completed in time")
        }
        return nil
    }

    /// Does everything that is due at `now`.
    package mutating func fire(at now: Duration) {
        switch state {
        case .draining(let until) where until <= now:
            return endDrain(at: now)
        case .open where isIdle(at: now):
            return end(with: Goaway(.unavailable, "rpc.idle", lastID: lastID), linger: settings.faultLinger, at: now)
        case .closed:
            return
        case .greeting, .draining, .open:
            break
        }
        if let fault = missing(at: now) { return fail(fault, at: now) }
        if let since = output.excessiveSince, since + settings.slowReaderTime <= now { return endSlowReader(at: now) }
        let unended = calls.count
        for id in calls.ids { expire(id, at: now) }
        if calls.count < unended { lastActivity = now }
        settle(at: now)
    }

    /// Begins to stop: no new calls are taken. Streams end now, with two exceptions: streams that have passed their
    /// gate, and streams for which ``outliveDrain(_:)`` was called. Other running calls get the drain time. The reply
    /// to each call is still sent if the client reads.
    package mutating func drain(at now: Duration) {
        switch state {
        case .greeting:
            let goaway = Goaway(.unavailable, "rpc.shutdown", lastID: lastID)
            end(with: goaway, linger: settings.faultLinger, at: now)
        case .open:
            state = .draining(until: now + settings.drainTime)
            output.append(control: .goaway(Goaway(.unavailable, "rpc.shutdown", lastID: lastID)), mode: mode)
            for id in streams { shutDownStream(id) }
            settle(at: now)
        case .draining, .closed:
            break
        }
    }

    /// Whether input has arrived that the driver has not read yet.
    private var isBehind: Bool { (hasUnread || hasArrivals) && takesMore }

    /// The extra time that the client gets for input that it must send. While other input is waiting to be read, the
    /// client's time begins again.
    private func grace(of limit: Duration) -> Duration { isBehind ? limit : .zero }

    private func isIdle(at now: Duration) -> Bool {
        calls.isEmpty && input == .open && !isBehind && lastActivity + settings.limits.idle <= now
    }

    mutating func shutDownStream(_ id: Int64) {
        guard let call = calls[id], let stream = call.stream, !call.outlivesDrain else { return }
        switch call.phase {
        case .running, .stopping:
            let resume = stream.lastSeq.map { seq in
                JSON.members(("resume", .members(("epoch", .string(settings.epoch)), ("seq", .integer(seq)))))
            }
            conclude(id, .shutdown(details: resume), .shutdown)
        case .committed, .finishing, .answered, .detached:
            break
        }
    }

    private mutating func endDrain(at now: Duration) {
        for id in calls.ids { conclude(id, .shutdown(details: nil), .shutdown) }
        end(with: nil, linger: settings.faultLinger, at: now)
    }

    /// Ends the connection of a slow reader. A part of a message may already have been written, so the server can no
    /// longer send the reason.
    private mutating func endSlowReader(at now: Duration) {
        errors.countSlowReader()
        lost(at: now)
    }

    private mutating func expire(_ id: Int64, at now: Duration) {
        guard let call = calls[id], let due = call.timer, due <= now else { return }
        if let deadline = call.deadline, deadline <= now { return conclude(id, .deadlineExceeded, .deadline) }
        switch call.phase {
        case .stopping(_, let cause): conclude(id, .stopped(by: cause), cause)
        // The client accepts no more items, so the handler's outcome counts.
        case .finishing: conclude(id, .deadlineExceeded, .deadline)
        case .running, .committed, .answered, .detached: break
        }
    }
}
