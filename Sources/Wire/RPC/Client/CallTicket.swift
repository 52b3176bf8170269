import Synchronization

/// Links a task that may be cancelled at any moment to its call, which gets its id only on the event loop.
final class CallTicket: Sendable {
    private static let waiting: Int64 = 0
    private static let cancelled: Int64 = -1
    private static let ended: Int64 = -2

    /// One of the above, or the id of the call once it was made.
    private let state = Atomic<Int64>(waiting)

    /// Whether the call was cancelled before it was made. Checked once, right before making it.
    var isCancelled: Bool { state.load(ordering: .acquiring) == Self.cancelled }

    /// Records that the call was made. Returns true if it was cancelled meanwhile and must be cancelled at once.
    func started(id: Int64) -> Bool {
        state.exchange(id, ordering: .acquiringAndReleasing) == Self.cancelled
    }

    func ended() {
        state.store(Self.ended, ordering: .releasing)
    }

    /// Returns the id of the call to cancel on the wire. Returns nil if the call has ended, or if it was not made yet;
    /// then the code that makes it will see the cancel.
    func cancel() -> Int64? {
        let (isWaiting, found) = state.compareExchange(
            expected: Self.waiting, desired: Self.cancelled, ordering: .acquiringAndReleasing)
        return isWaiting || found < 0 ? nil : found
    }
}
