public import OpenCombine

/// The events of one attempt. The first event is ``SeamAccessUnlockEvent/launched``, and the last event is a terminal
/// event. The sequence never fails.
///
/// Releasing the sequence, or cancelling the task that reads it, cancels the attempt. Before the lock receives the
/// command, a cancelled attempt does not affect the door. Once the lock has received the command, cancelling has no
/// effect. Only one task may read the sequence.
///
/// A ``Seam`` has one connection, which carries at most 16 streams. The streams include attempts, other lists that are
/// being read, and two streams that follow the session. Opening one more stream throws a ``SeamSystemError`` with the
/// reason `rpc.quota_exceeded`.
public struct SeamUnlockEvents: AsyncSequence, Sendable {
    /// An event of the attempt.
    public typealias Element = SeamAccessUnlockEvent
    /// The failure type, because the sequence does not fail.
    public typealias Failure = Never

    /// The id of the attempt, for finding the attempt's ``SeamUnlockRecord`` in ``Seam/recentUnlocks(limit:)``.
    public let attemptId: String

    let events: AsyncStream<SeamAccessUnlockEvent>
    let broadcast: Broadcast<SeamUnlockProgress>

    /// The progress of the attempt, now and after each change, until everything is known. The last change may come a
    /// moment after the last event. Any number of readers may follow the progress, and they do not keep the attempt
    /// alive.
    public var progress: SeamUpdates<SeamUnlockProgress> { SeamUpdates(broadcast: broadcast) }

    /// The position of a reader in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: AsyncStream<SeamAccessUnlockEvent>.Iterator

        /// Waits for the next event. Returns nil at the end.
        public mutating func next() async -> SeamAccessUnlockEvent? {
            await events.next(isolation: #isolation)
        }

        /// Waits for the next event on the caller's actor. Returns nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SeamAccessUnlockEvent? {
            await events.next(isolation: actor)
        }
    }

    /// Creates a new reader.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// A publisher of the same events on the main actor. Each subscriber gets all events from the first. The attempt is
    /// cancelled when the last subscriber cancels, or when the publisher is released without a subscriber. Use this
    /// property only once, and not together with an iterator.
    public var publisher: AnyPublisher<SeamAccessUnlockEvent, Never> { AttemptLog(self).publisher }
}
