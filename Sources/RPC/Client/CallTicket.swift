import Synchronization

/// Joins a task that may be cancelled at any moment with its call, which gets an id only on the event loop.
final class CallTicket: Sendable {
    private static let waiting: Int64 = 0
    private static let cancelled: Int64 = -1
    private static let ended: Int64 = -2

    /// One of the above, or the id of the call that was made.
    private let state = Atomic<Int64>(waiting)

    /// Whether the call was cancelled before it was made. Asked once, before it is made.
    var isCancelled: Bool { state.load(ordering: .acquiring) == Self.cancelled }

    /// The call was made. True if it was cancelled meanwhile, and is to be cancelled at once.
    func started(id: Int64) -> Bool {
        state.exchange(id, ordering: .acquiringAndReleasing) == Self.cancelled
    }

    func ended() {
        state.store(Self.ended, ordering: .releasing)
    }

    /// The id of the call that is to be cancelled on the wire; nil if it has ended, or if the one who makes it will see
    /// that it is cancelled.
    func cancel() -> Int64? {
        let (isWaiting, found) = state.compareExchange(
            expected: Self.waiting, desired: Self.cancelled, ordering: .acquiringAndReleasing)
        return isWaiting || found < 0 ? nil : found
    }
}
