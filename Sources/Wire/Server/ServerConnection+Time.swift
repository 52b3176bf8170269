extension ServerConnection {
    /// When ``fire(at:)`` has something to do next; nil: never. May be earlier than it was, or later.
    ///
    /// What the client has to send in time is not missed while something it sent waits to be looked at, for as long
    /// again at most.
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

    /// Whether ``fire(at:)`` would end the connection for what the client has not sent: then the driver looks whether
    /// it has.
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

    /// Does what is due at `now`.
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

    /// The server stops: no new calls, and what runs gets a last while. The reply of each call still comes, as long
    /// as the client reads.
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

    /// What the client has sent waits for the driver, and for nothing else.
    private var isBehind: Bool { (hasUnread || hasArrivals) && takesMore }

    /// Beyond a time that the client must keep: as long again, while what it has sent waits.
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

    /// Part of a message may have been written, so there is no way left to say why.
    private mutating func endSlowReader(at now: Duration) {
        errors.countSlowReader()
        lost(at: now)
    }

    private mutating func expire(_ id: Int64, at now: Duration) {
        guard let call = calls[id], let due = call.timer, due <= now else { return }
        if let deadline = call.deadline, deadline <= now { return conclude(id, .deadlineExceeded, .deadline) }
        switch call.phase {
        case .stopping(_, let cause): conclude(id, .stopped(by: cause), cause)
        // The client takes no more items: what the handler answered counts.
        case .finishing: conclude(id, .deadlineExceeded, .deadline)
        case .running, .committed, .answered, .detached: break
        }
    }
}
