/// The client's actions as time passes.
extension ClientConnection {
    /// The latest time at which ``timePassed(now:)`` must be called. The value is nil if there is no deadline.
    package var nextDeadline: Duration? {
        let calls = pending.entries.lazy.compactMap { $0.value.phase == .abandoned ? nil : $0.value.deadline }.min()
        switch state {
        case .awaitingWelcome(let until), .draining(_, let until): return min(until, calls ?? until)
        case .open: return [calls, silenceEnds].compactMap { $0 }.min()
        case .closed: return nil
        }
    }

    /// If a wait was too long, ends the calls or the connection that waited. Pings a silent server.
    package mutating func timePassed(now: Duration) -> [Action] {
        switch state {
        case .closed:
            return []
        case .awaitingWelcome(let until) where now >= until:
            return end { _ in .connectionLost("the server did not send its welcome in time") }
        case .draining(let goaway, let until) where now >= until:
            return end { _ in .goaway(goaway, wasRead: true) }
        case .awaitingWelcome, .draining:
            return expireCalls(now: now)
        case .open:
            let expired = expireCalls(now: now)
            return expired + keepAlive(now: now)
        }
    }

    /// When the server will have been silent for too long. The value is nil while no call is waiting.
    private var silenceEnds: Duration? {
        guard pending.entries.contains(where: { $0.value.phase != .abandoned }) else { return nil }
        if let pingedAt { return pingedAt + patience.pong }
        return lastHeard + max(patience.silence, welcome?.limits.pingInterval ?? .zero)
    }

    private mutating func expireCalls(now: Duration) -> [Action] {
        var actions: [Action] = []
        for id in outstanding {
            guard var call = pending[id], let deadline = call.deadline, now >= deadline else { continue }
            actions.append(.ended(id: id, .error(call.onlyReads ? WireError.noReply.ofARead : .noReply)))
            if call.phase == .waiting { actions.append(send(.cancel(id: id, reason: "there was no reply in time"))) }
            call.phase = .abandoned
            pending[id] = call
        }
        return actions
    }

    private mutating func keepAlive(now: Duration) -> [Action] {
        guard let due = silenceEnds, now >= due else { return [] }
        guard pingedAt == nil else { return end { _ in .connectionLost("the server has stopped answering") } }
        pingedAt = now
        return [nextPing()]
    }
}
