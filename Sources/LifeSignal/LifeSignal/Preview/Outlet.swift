import LinuxSupport

/// Holds a value, and provides streams of its changes.
final class Outlet<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var followers: [UInt64: @Sendable (Value) -> Void] = [:]
        var last: UInt64 = 0
    }

    private let state: Locked<State>

    init(_ value: Value) { state = Locked(State(value: value)) }

    var value: Value { state.withLock { $0.value } }

    /// Changes the value. Followers are notified while the lock is held, so that all of them see every change in order.
    /// Followers only record the change. Throws the closure's error.
    @discardableResult
    func change<Answer: Sendable, Failure: Error>(
        _ change: @Sendable (inout Value) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try state.withLock { (state) throws(Failure) in
            let answer = try change(&state.value)
            for follower in state.followers.values { follower(state.value) }
            return answer
        }
    }

    /// Streams the value's `element`: the current one immediately, and the new one after each change. An element of nil
    /// sends nothing. A slow reader gets only the latest element.
    func stream<Element: Sendable & Equatable>(
        _ element: @escaping @Sendable (Value) -> Element?
    ) -> AsyncStream<Element> {
        stream(keeping: .bufferingNewest(1)) { value, told in
            guard let now = element(value), told != [now] else { return [] }
            told = [now]
            return told
        }
    }

    /// Streams individual elements: the present ones immediately, then each new or changed one.
    func stream<Element: Sendable & Equatable>(
        each elements: @escaping @Sendable (Value) -> [Element]
    ) -> AsyncStream<Element> {
        stream(keeping: .unbounded) { value, told in
            let now = elements(value)
            defer { told = now }
            return now.filter { !told.contains($0) }
        }
    }

    /// `news` returns the elements to send, and updates its record of the elements already sent.
    private func stream<Element: Sendable>(
        keeping policy: AsyncStream<Element>.Continuation.BufferingPolicy,
        _ news: @escaping @Sendable (Value, inout [Element]) -> [Element]
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let told = Locked<[Element]>([])
        let follower: @Sendable (Value) -> Void = { value in
            for element in told.withLock({ news(value, &$0) }) { continuation.yield(element) }
        }
        let id = state.withLock { state in
            state.last += 1
            state.followers[state.last] = follower
            follower(state.value)
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
        return stream
    }
}
