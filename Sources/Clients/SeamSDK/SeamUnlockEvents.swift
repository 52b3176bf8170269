public import OpenCombine

/// The events of one attempt: ``SeamAccessUnlockEvent/launched`` first, one terminal event last, then the end. It
/// never fails.
///
/// Dropping it, or cancelling the task that reads it, cancels the attempt. Before the lock gets the command, nothing
/// happens to the door; afterwards, calling off changes nothing. Only one task may read.
///
/// A ``Seam`` has one connection, which carries at most 16 streams: attempts, other lists that are read, and two that
/// follow the session. One more throws a ``SeamSystemError`` with the reason `rpc.quota_exceeded`.
public struct SeamUnlockEvents: AsyncSequence, Sendable {
    /// The events.
    public typealias Element = SeamAccessUnlockEvent
    /// It does not fail.
    public typealias Failure = Never

    /// The attempt's id, to find its ``SeamUnlockRecord`` in ``Seam/recentUnlocks(limit:)``.
    public let attemptId: String

    let events: AsyncStream<SeamAccessUnlockEvent>
    let broadcast: Broadcast<SeamUnlockProgress>

    /// How far the attempt is, now and after each change, until everything is known: that may be a moment after the
    /// last event. For any number of readers, which do not keep the attempt alive.
    public var progress: SeamUpdates<SeamUnlockProgress> { SeamUpdates(broadcast: broadcast) }

    /// The reader's place.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: AsyncStream<SeamAccessUnlockEvent>.Iterator

        /// Waits for the next event; nil at the end.
        public mutating func next() async -> SeamAccessUnlockEvent? {
            await events.next(isolation: #isolation)
        }

        /// The same on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SeamAccessUnlockEvent? {
            await events.next(isolation: actor)
        }
    }

    /// A new reader.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// The same on the main actor; each subscriber gets all events from the first. The attempt is cancelled when the
    /// last subscriber has cancelled, or when the publisher is dropped without one. Ask for it once, and not together
    /// with an iterator.
    public var publisher: AnyPublisher<SeamAccessUnlockEvent, Never> { AttemptLog(self).publisher }
}
