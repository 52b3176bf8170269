public import OpenCombine

/// The events of one attempt: ``SeamAccessUnlockEvent/launched`` first, one terminal event last, then the end. It never
/// fails.
///
/// Dropping it, or cancelling the task that reads it, calls the attempt off: before the lock was told nothing happens
/// to the door, and afterwards it changes nothing. One task reads.
public struct SeamUnlockEvents: AsyncSequence, Sendable {
    /// What it tells.
    public typealias Element = SeamAccessUnlockEvent
    /// It does not fail.
    public typealias Failure = Never

    let events: AsyncStream<SeamAccessUnlockEvent>
    let broadcast: Broadcast<SeamUnlockProgress>

    /// How far the attempt is, now and after each change, until all is known that will be: that may be a moment after the last
    /// event. For any number of readers, who do not keep the attempt alive.
    public var progress: SeamUpdates<SeamUnlockProgress> { SeamUpdates(broadcast: broadcast) }

    /// The reader's place.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: AsyncStream<SeamAccessUnlockEvent>.Iterator

        /// The next one, waited for; nil at the end.
        public mutating func next() async -> SeamAccessUnlockEvent? {
            await events.next(isolation: #isolation)
        }

        /// The same on the actor that asks.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SeamAccessUnlockEvent? {
            await events.next(isolation: actor)
        }
    }

    /// A new reader.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// The same on the main actor, each subscriber from the first event on. When the last has cancelled, or the publisher is
    /// dropped without one, the attempt is called off. To be asked for once, and instead of an iterator.
    public var publisher: AnyPublisher<SeamAccessUnlockEvent, Never> { AttemptLog(self).publisher }
}
