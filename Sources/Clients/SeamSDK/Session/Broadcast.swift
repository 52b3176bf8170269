import LinuxSupport

/// The latest value, for any number of followers. Each follower gets the current value, then each new value. A slow
/// follower gets only the latest value. A value that equals the previous value is not sent.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var followers: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var last: UInt64 = 0
        var isOver = false
    }

    private let state: Locked<State>

    init(_ value: Value) {
        state = Locked(State(value: value))
    }

    deinit { finish() }

    /// Ends the broadcast. Current followers reach the end, and new followers get the last value and then the end.
    func finish() {
        let followers = state.withLock { state in
            state.isOver = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }

    var value: Value { state.withLock { $0.value } }

    /// Changes the value and sends it. The value is also yielded inside the lock, so that no follower gets the older of
    /// two values last. No outside code runs inside the lock, because a waiting follower is only scheduled.
    func send(_ change: @Sendable (inout Value) -> Void) {
        state.withLock { state in
            let old = state.value
            change(&state.value)
            guard state.value != old else { return }
            for follower in state.followers.values { follower.yield(state.value) }
        }
    }

    func send(_ value: Value) {
        send { $0 = value }
    }

    /// Returns a stream of the values. The stream ends when its reader stops, or with the broadcast.
    func follow() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.last += 1
            continuation.yield(state.value)
            if state.isOver { continuation.finish() } else { state.followers[state.last] = continuation }
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
        return stream
    }
}
