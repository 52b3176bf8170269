import LinuxSupport
import SeamModel
import SessionCore

/// Hands what attempts show to everybody who watches: a session's own, or, for administrators, all.
final class UnlockHub: Sendable {
    /// What a watcher is handed.
    enum Element: Sendable {
        case item(UnlockItem)
        /// The journal's entry of an attempt that has ended.
        case ended(Attempt)
        /// The session was deactivated; nothing follows. A watch that ends without it has lost something.
        case over
    }

    private struct Watcher {
        let session: SessionKey?
        let elements: AsyncStream<Element>.Continuation
    }

    private struct State {
        var watchers: [Int: Watcher] = [:]
        var next = 0
    }

    /// How many elements wait for one watcher at most.
    private static let bound = 256

    private let state = Locked(State())

    /// Everything from now on: of one session, or of all.
    func watch(_ session: SessionKey?) -> AsyncStream<Element> {
        let (elements, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingOldest(Self.bound))
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.watchers[state.next] = Watcher(session: session, elements: continuation)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return elements
    }

    func announce(_ session: SessionKey, _ element: Element) {
        let watchers = state.withLock { state in
            state.watchers.filter { $0.value.session == nil || $0.value.session == session }
        }
        for (number, watcher) in watchers {
            // What does not fit ends the watch, without ``Element/over``, when the reader has read what was kept.
            if case .dropped = watcher.elements.yield(element) {
                remove(number)
                watcher.elements.finish()
            }
        }
    }

    /// Ends all watches of a session.
    func end(_ session: SessionKey) {
        let watchers = state.withLock { state in
            let ending = state.watchers.filter { $0.value.session == session }
            for number in ending.keys { state.watchers[number] = nil }
            return ending.values.map(\.elements)
        }
        for watcher in watchers {
            watcher.yield(.over)
            watcher.finish()
        }
    }

    private func remove(_ number: Int) { state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
}
