import LinuxSupport
import OpenCombine

/// The events of one attempt for any number of followers. Each follower gets the events from the first. The attempt is
/// cancelled when all followers have left, or when the log is released without any follower.
final class AttemptLog: Sendable {
    private struct State {
        /// The attempt's events, until the first follower arrives, or nil after that.
        var events: SeamUnlockEvents?
        var told: [SeamAccessUnlockEvent] = []
        var isOver = false
        var followers: [Int: AsyncStream<SeamAccessUnlockEvent>.Continuation] = [:]
        var count = 0
        var reader: Task<Void, Never>?
    }

    private let state: Locked<State>

    init(_ events: SeamUnlockEvents) {
        state = Locked(State(events: events))
    }

    func follow() -> AsyncStream<SeamAccessUnlockEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SeamAccessUnlockEvent.self, bufferingPolicy: .bufferingOldest(4))
        let id = state.withLock { state in
            state.count += 1
            for event in state.told { continuation.yield(event) }
            if state.isOver {
                continuation.finish()
            } else {
                state.followers[state.count] = continuation
            }
            if let events = state.events.take() {
                state.reader = Task(executorPreference: SDKLoop.executor) { await self.read(events) }
            }
            return state.count
        }
        continuation.onTermination = { [weak self] in if case .cancelled = $0 { self?.leave(id) } }
        return stream
    }

    private func read(_ events: SeamUnlockEvents) async {
        for await event in events {
            state.withLock { state in
                state.told.append(event)
                for follower in state.followers.values { follower.yield(event) }
            }
        }
        let followers = state.withLock { state in
            state.isOver = true
            if state.told.last?.isTerminal != true {
                // The attempt was cancelled, and later followers at least learn about the cancellation.
                state.told.append(.connectionFailed(debugDescription: "rpc.cancelled: the attempt was cancelled"))
            }
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }

    private func leave(_ id: Int) {
        let reader = state.withLock { state -> Task<Void, Never>? in
            state.followers[id] = nil
            return state.followers.isEmpty && !state.isOver ? state.reader : nil
        }
        reader?.cancel()
    }

    /// A publisher that sends to its subscribers on the main actor, because a view model's code is bound to the main
    /// actor, even if the code is not annotated.
    var publisher: AnyPublisher<SeamAccessUnlockEvent, Never> { MainOutlet.publisher { self.follow() } }
}
