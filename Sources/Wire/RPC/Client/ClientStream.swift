import LinuxSupport
package import Wire

/// The items of a stream call, then its reply.
///
/// Only one task may read. The server sends items only as fast as the reader takes them, because each item that is
/// taken grants a new one. When the reading task is cancelled, or ``cancel()`` is called, the call is cancelled on the
/// wire. Reading then continues up to the reply, so that the caller learns what happened. A stream is also cancelled
/// when its last reference is released.
///
/// The data of items that arrived together shares memory. If one item's data must be kept for a long time, keep its
/// ``Wire/JSONText/detached``.
package final class ClientStream: Sendable {
    /// A reader's next value.
    private enum Next {
        case item(Item)
        case ended(ServerMessage.Outcome)
    }

    private let client: RPCClient
    private let sink: StreamSink

    init(client: RPCClient, sink: StreamSink) {
        self.client = client
        self.sink = sink
    }

    deinit { cancel() }

    /// Returns the next item, or nil once the call has ended with a result. Throws the call's error.
    package func next() async throws(WireError) -> Item? {
        if let item = ready() { return item }
        switch try await wait() {
        case .item(let item): return item
        case .ended(.result): return nil
        case .ended(.error(let error)): throw error
        }
    }

    /// Waits for the result of the call. Drops unread items. Throws the call's error.
    package func result() async throws(WireError) -> JSONText {
        while true {
            switch try await wait() {
            case .item: continue
            case .ended(.result(let result)): return result
            case .ended(.error(let error)): throw error
            }
        }
    }

    /// Asks the server to end the call. The call still ends with its one reply.
    package func cancel() {
        client.cancel(sink.ticket)
    }

    /// Extends the wait for the call. The wait then lasts for at least `patience` from now, because the server has
    /// reported that the call takes longer.
    package func wait(longer patience: Duration) { client.wait(longer: patience, for: sink) }

    /// Takes an item that has already arrived.
    fileprivate func ready() -> Item? {
        if Task.isCancelled { cancel() }
        guard let (item, due) = sink.take() else { return nil }
        if let due { client.grant(due, to: sink) }
        return item
    }

    /// Waits for the next item or the end.
    private func wait() async throws(WireError) -> Next {
        repeat {
            // The outcome is read first, because nothing arrives after the end.
            let outcome = sink.outcome
            if let item = ready() { return .item(item) }
            if let outcome { return .ended(outcome) }
        } while await isThereMore()
        throw WireError(.failedPrecondition, "rpc.stream_in_use", "another task reads this stream")
    }

    /// Returns once there is something to take. Returns false if another task is already waiting.
    private func isThereMore() async -> Bool {
        await withTaskCancellationHandler {
            // Every call that has been made ends exactly once, and its end wakes the waiting reader.
            await Handover.wait { reader in sink.wait(reader) }
        } onCancel: {
            cancel()
        }
    }
}

extension ClientStream: AsyncSequence {
    package typealias Element = Item
    package typealias Failure = WireError

    /// Reads the stream. All iterators of one stream share its items.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ClientStream

        package mutating func next() async throws(WireError) -> Item? {
            try await stream.next()
        }

        /// Returns the next item. This runs on the caller's actor and takes a ready item there. A change of executor
        /// for each item would be too expensive.
        package mutating func next(isolation actor: (any Actor)?) async throws(WireError) -> Item? {
            if let item = stream.ready() { return item }
            return try await stream.next()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}
