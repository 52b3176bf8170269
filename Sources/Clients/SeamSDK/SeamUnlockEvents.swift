public import OpenCombine

/// The events of one attempt: ``SeamAccessUnlockEvent/launched`` first, one terminal event last, then the end. The
/// sequence never fails.
///
/// Releasing the sequence, or cancelling the task that reads it, cancels the attempt. Until the lock gets the command,
/// nothing happens to the door; after that, cancelling has no effect. Only one task may read.
///
/// A ``Seam`` has one connection, which carries at most 16 streams: attempts, other lists that are read, and two that
/// follow the session. Opening another throws a ``SeamSystemError`` with the reason `rpc.quota_exceeded`.
public struct SeamUnlockEvents: AsyncSequence, Sendable {
    /// An event of the attempt.
    public typealias Element = SeamAccessUnlockEvent
    /// The sequence does not fail.
    public typealias Failure = Never

    /// The attempt's id, for finding its ``SeamUnlockRecord`` in ``Seam/recentUnlocks(limit:)``.
    public let attemptId: String

    let events: AsyncStream<SeamAccessUnlockEvent>
    let broadcast: Broadcast<SeamUnlockProgress>

    /// How far the attempt has come, now and after each change, until everything is known, which may be a moment after
    /// the last event. It allows any number of readers, and they do not keep the attempt alive.
    public var progress: SeamUpdates<SeamUnlockProgress> { SeamUpdates(broadcast: broadcast) }

    /// A reader's position.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: AsyncStream<SeamAccessUnlockEvent>.Iterator

        /// Waits for the next event; nil at the end.
        public mutating func next() async -> SeamAccessUnlockEvent? {
            await events.next(isolation: #isolation)
        }

        /// Does the same on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SeamAccessUnlockEvent? {
            await events.next(isolation: actor)
        }
    }

    /// A new reader.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// The same events on the main actor; each subscriber gets all of them from the first. The attempt is cancelled
    /// when the last subscriber cancels, or when the publisher is released without one. Use it only once, and not
    /// together with an iterator.
    public var publisher: AnyPublisher<SeamAccessUnlockEvent, Never> { AttemptLog(self).publisher }
}
