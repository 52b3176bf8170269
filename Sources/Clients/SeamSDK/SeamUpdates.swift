public import OpenCombine

/// A value, now and after each change. A slow reader gets only the latest value. The sequence ends with its ``Seam``,
/// or with the reading task. Any number of readers may read the sequence, each with its own iterator.
public struct SeamUpdates<Element: Sendable & Equatable>: AsyncSequence, Sendable {
    /// The failure type, because the sequence does not fail.
    public typealias Failure = Never

    let broadcast: Broadcast<Element>

    /// The position of a reader in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var values: AsyncStream<Element>.Iterator

        /// Waits for the next value. Returns nil at the end.
        public mutating func next() async -> Element? {
            await values.next(isolation: #isolation)
        }

        /// Waits for the next value on the caller's actor. Returns nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await values.next(isolation: actor)
        }
    }

    /// Creates a new reader.
    public func makeAsyncIterator() -> Iterator { Iterator(values: broadcast.follow().makeAsyncIterator()) }

    /// A publisher of the same values on the main actor, for a view's model. The publisher sends the value now and
    /// whenever the value changes, until the subscriber cancels or the ``Seam`` is released.
    public var publisher: AnyPublisher<Element, Never> {
        let broadcast = broadcast
        return MainOutlet.publisher { broadcast.follow() }
    }
}
