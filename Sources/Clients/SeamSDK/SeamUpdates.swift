public import OpenCombine

/// A value, now and whenever it changes; a slow reader gets only the latest. The sequence ends with its ``Seam``, or
/// with the reading task. It allows any number of readers, each with its own iterator.
public struct SeamUpdates<Element: Sendable & Equatable>: AsyncSequence, Sendable {
    /// The sequence does not fail.
    public typealias Failure = Never

    let broadcast: Broadcast<Element>

    /// A reader's position.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var values: AsyncStream<Element>.Iterator

        /// Waits for the next value; nil at the end.
        public mutating func next() async -> Element? {
            await values.next(isolation: #isolation)
        }

        /// Does the same on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await values.next(isolation: actor)
        }
    }

    /// A new reader.
    public func makeAsyncIterator() -> Iterator { Iterator(values: broadcast.follow().makeAsyncIterator()) }

    /// The same values on the main actor, for a view's model: now and whenever the value changes, until the subscriber
    /// cancels or the ``Seam`` is released.
    public var publisher: AnyPublisher<Element, Never> {
        let broadcast = broadcast
        return MainOutlet.publisher { broadcast.follow() }
    }
}
