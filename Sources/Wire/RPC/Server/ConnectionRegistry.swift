import LinuxSupport

/// A server's connections. Each of them is either open, or has handlers that are still running.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [UInt64: ConnectionReference] = [:]
        var waiters: [Handover<Void>] = []
        /// Once this is set, new connections are stopped immediately.
        var stopped: StopSignal.Way?
        /// The largest number of connections since the last burst ended.
        var peak = 0
    }

    /// If at least this number of connections exists at the same time, this is a burst. A burst ends when only a
    /// quarter of its largest number of connections is left.
    private static let burst = 64

    private let state = Locked(State())

    var count: Int { state.withLock { $0.connections.count } }

    func add(_ id: UInt64, _ connection: ConnectionReference) {
        let stopped = state.withLock { state -> StopSignal.Way? in
            state.connections[id] = connection
            state.peak = max(state.peak, state.connections.count)
            return state.stopped
        }
        if let stopped { connection.stop(stopped) }
    }

    /// Removes a connection. Returns whether this ended a burst of connections.
    func remove(_ id: UInt64) -> Bool {
        let (waiters, endsBurst) = state.withLock { state -> ([Handover<Void>], Bool) in
            state.connections[id] = nil
            let endsBurst = state.peak >= Self.burst && state.connections.count <= state.peak / 4
            if endsBurst { state.peak = state.connections.count }
            guard state.connections.isEmpty else { return ([], endsBurst) }
            defer { state.waiters = [] }
            return (state.waiters, endsBurst)
        }
        for waiter in waiters { waiter.give() }
        return endsBurst
    }

    func stop(_ way: StopSignal.Way) {
        let connections = state.withLock { state -> [ConnectionReference] in
            state.stopped = way
            return Array(state.connections.values)
        }
        for connection in connections { connection.stop(way) }
    }

    /// Waits until no connections are left, or until ``giveUp()``.
    func waitUntilEmpty() async {
        await Handover.wait { waiter in
            let isEmpty = state.withLock { state -> Bool in
                if state.connections.isEmpty { return true }
                state.waiters.append(waiter)
                return false
            }
            if isEmpty { waiter.give() }
        }
    }

    /// Ends all waiting. Handlers that do not stop are left behind.
    func giveUp() {
        let waiters = state.withLock { state -> [Handover<Void>] in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.give() }
    }
}

/// A request to stop. The request is never withdrawn.
final class StopSignal: Sendable {
    enum Way: Sendable, Hashable {
        /// The connections finish their running calls.
        case drain
        /// The connections close now.
        case abort
    }

    private struct State {
        var way: Way?
        var waiter: Handover<Way>?
    }

    private let state = Locked(State())

    /// Makes the request. An abort may follow a drain. Otherwise, only the first request is used.
    func give(_ way: Way) {
        let waiter = state.withLock { state -> Handover<Way>? in
            if state.way == nil || way == .abort { state.way = way }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.give(way)
    }

    /// Waits for the request. Only one task may wait at a time.
    func wait() async -> Way {
        await Handover.wait { waiter in
            let way = state.withLock { state -> Way? in
                guard state.way == nil else { return state.way }
                precondition(state.waiter == nil, "one waiter at a time")
                state.waiter = waiter
                return nil
            }
            if let way { waiter.give(way) }
        }
    }
}
