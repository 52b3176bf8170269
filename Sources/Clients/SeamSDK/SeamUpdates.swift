public import OpenCombine

/// A value, now and whenever it changes; a slow reader gets only the newest. It ends with its ``Seam``, or with the
/// reading task. Any number of readers, each with an iterator of its own.
public struct SeamUpdates<Element: Sendable & Equatable>: AsyncSequence, Sendable {
    /// It does not fail.
    public typealias Failure = Never

    let broadcast: Broadcast<Element>

    /// One reader's place.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var values: AsyncStream<Element>.Iterator

        /// Waits for the next value; nil at the end.
        public mutating func next() async -> Element? {
            await values.next(isolation: #isolation)
        }

        /// The same on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await values.next(isolation: actor)
        }
    }

    /// A new reader.
    public func makeAsyncIterator() -> Iterator { Iterator(values: broadcast.follow().makeAsyncIterator()) }

    /// The same on the main actor, for a view's model: the value now and whenever it changes, until the subscriber
    /// cancels or the ``Seam`` goes.
    public var publisher: AnyPublisher<Element, Never> {
        let broadcast = broadcast
        return MainOutlet.publisher { broadcast.follow() }
    }
}
