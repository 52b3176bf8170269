import LinuxSupport
import SeamModel
import SessionCore

/// A session's keys at one moment, and everything that changes afterwards.
struct WatchedKeys: Sendable {
    var credentials: [Credential]
    /// Whether the cloud answered when it was last asked.
    var isFresh: Bool
    var changes: AsyncStream<SessionWatchers.KeyElement>
}

/// Those who watch one session: its status, or its keys.
final class SessionWatchers: Sendable {
    /// What a watcher of the keys is handed after its snapshot.
    enum KeyElement: Sendable {
        case change(CredentialChange)
        /// The session was deactivated; nothing follows.
        case ended
    }

    /// What a watcher of the status is handed.
    enum StatusElement: Sendable {
        case status(SessionStatus)
        /// The session was deactivated; nothing follows.
        case ended(SessionEnd)
    }

    private struct State {
        var keys: [Int: AsyncStream<KeyElement>.Continuation] = [:]
        var statuses: [Int: AsyncStream<StatusElement>.Continuation] = [:]
        var next = 0
    }

    /// How many changes of keys wait for one watcher at most.
    private static let bound = 4096

    private let state = Locked(State())

    func watchKeys() -> AsyncStream<KeyElement> {
        let (elements, continuation) = AsyncStream.makeStream(
            of: KeyElement.self, bufferingPolicy: .bufferingOldest(Self.bound))
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.keys[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return elements
    }

    /// The newest status counts; older ones that were not read are dropped.
    func watchStatus() -> AsyncStream<StatusElement> {
        let (elements, continuation) = AsyncStream.makeStream(
            of: StatusElement.self, bufferingPolicy: .bufferingNewest(2))
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.statuses[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return elements
    }

    func changed(_ changes: [CredentialChange]) {
        for (number, watcher) in state.withLock({ $0.keys }) {
            for change in changes {
                // A watcher that would lose a change is ended instead: it asks again and gets a snapshot.
                if case .dropped = watcher.yield(.change(change)) {
                    remove(number)
                    watcher.finish()
                    break
                }
            }
        }
    }

    func changed(_ status: SessionStatus) {
        for watcher in state.withLock({ $0.statuses }).values { watcher.yield(.status(status)) }
    }

    /// Ends all watches.
    func end(_ end: SessionEnd) {
        let (keys, statuses) = state.withLock { state in
            defer { (state.keys, state.statuses) = ([:], [:]) }
            return (state.keys, state.statuses)
        }
        for watcher in keys.values {
            watcher.yield(.ended)
            watcher.finish()
        }
        for watcher in statuses.values {
            watcher.yield(.ended(end))
            watcher.finish()
        }
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            state.keys[number] = nil
            state.statuses[number] = nil
        }
    }
}
