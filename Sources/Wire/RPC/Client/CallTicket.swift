import Synchronization

/// Links a task to its call. The task may be cancelled at any moment, while the call gets its id later, on the event
/// loop.
final class CallTicket: Sendable {
    private static let waiting: Int64 = 0
    private static let cancelled: Int64 = -1
    private static let ended: Int64 = -2

    /// One of the two constants above, or the call's id once the call has been made.
    private let state = Atomic<Int64>(waiting)

    /// Whether the call was cancelled before it was made. This is checked once, directly before the call is made.
    var isCancelled: Bool { state.load(ordering: .acquiring) == Self.cancelled }

    /// Records that the call has been made. Returns true if the task was cancelled in the meantime. The call must then
    /// be cancelled immediately.
    func started(id: Int64) -> Bool {
        state.exchange(id, ordering: .acquiringAndReleasing) == Self.cancelled
    }

    func ended() {
        state.store(Self.ended, ordering: .releasing)
    }

    /// Returns the id of the call that must be cancelled on the wire. Returns nil if the call has already ended, or if
    /// it has not been made yet. In the second case, the code that makes the call will notice the cancellation.
    func cancel() -> Int64? {
        let (isWaiting, found) = state.compareExchange(
            expected: Self.waiting, desired: Self.cancelled, ordering: .acquiringAndReleasing)
        return isWaiting || found < 0 ? nil : found
    }
}
