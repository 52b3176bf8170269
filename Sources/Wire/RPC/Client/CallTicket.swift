import Synchronization

/// Links a task, which may be cancelled at any moment, to its call, which only gets its id on the event loop.
final class CallTicket: Sendable {
    private static let waiting: Int64 = 0
    private static let cancelled: Int64 = -1
    private static let ended: Int64 = -2

    /// One of the above, or the call's id once it has been made.
    private let state = Atomic<Int64>(waiting)

    /// Whether the call was cancelled before it was made. Checked once, right before making it.
    var isCancelled: Bool { state.load(ordering: .acquiring) == Self.cancelled }

    /// Records that the call has been made. Returns true if it was cancelled in the meantime and must be cancelled
    /// immediately.
    func started(id: Int64) -> Bool {
        state.exchange(id, ordering: .acquiringAndReleasing) == Self.cancelled
    }

    func ended() {
        state.store(Self.ended, ordering: .releasing)
    }

    /// Returns the id of the call to cancel on the wire. Returns nil if the call has ended, or if it has not been made
    /// yet; the code that makes it will then see the cancellation.
    func cancel() -> Int64? {
        let (isWaiting, found) = state.compareExchange(
            expected: Self.waiting, desired: Self.cancelled, ordering: .acquiringAndReleasing)
        return isWaiting || found < 0 ? nil : found
    }
}
