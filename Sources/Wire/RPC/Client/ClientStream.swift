import LinuxSupport
package import Wire

/// The items of a stream call, then its reply.
///
/// One task reads. The server sends only as fast as the reader takes items, because taking items grants new ones. When
/// the reading task is cancelled, or ``cancel()`` is called, the call is cancelled on the wire; reading then goes on to
/// the reply, so that the caller learns what happened. A stream is also cancelled when its last reference goes away.
///
/// Items that arrived together share memory for their data. To keep the data of one for long, keep
/// ``Wire/JSONText/detached``.
package final class ClientStream: Sendable {
    /// What a reader gets.
    private enum Next<Found> {
        case found(Found)
        case ended(ServerMessage.Outcome)

        /// Nil after the last item.
        func found() throws(WireError) -> Found? {
            switch self {
            case .found(let found): return found
            case .ended(.result): return nil
            case .ended(.error(let error)): throw error
            }
        }
    }

    private let client: RPCClient
    private let sink: StreamSink

    init(client: RPCClient, sink: StreamSink) {
        self.client = client
        self.sink = sink
    }

    deinit { cancel() }

    /// Returns the next item, or nil when the call has ended with a result. Throws the call's error. Throws
    /// `rpc.server_fault` for an item whose data were left to be checked when taken and are not JSON.
    package func next() async throws(WireError) -> Item? {
        if let item = try ready() { return item }
        return try await wait(for: { () throws(WireError) in try self.ready() }).found()
    }

    /// Returns the items that arrived together and were not taken yet, or nil when the call has ended with a result.
    /// Throws the call's error.
    ///
    /// Grants the server the same number of items at once. This is for readers that do not wait between items.
    package func nextBatch() async throws(WireError) -> ItemBatch? {
        if let batch = readyBatch() { return batch }
        return try await wait(for: { self.readyBatch() }).found()
    }

    /// Waits for the result of the call. Drops items that were not read. Throws the call's error.
    package func result() async throws(WireError) -> JSONText {
        while true {
            switch try await wait(for: { self.readyBatch() }) {
            case .found: continue
            case .ended(.result(let result)): return result
            case .ended(.error(let error)): throw error
            }
        }
    }

    /// Asks the server to end the call. The call still ends with its one reply.
    package func cancel() {
        client.cancel(sink.ticket)
    }

    /// Waits for the call until `patience` from now, at least: the server has said that it takes longer.
    package func wait(longer patience: Duration) { client.wait(longer: patience, for: sink) }

    /// Takes an item that has already arrived.
    fileprivate func ready() throws(WireError) -> Item? {
        if Task.isCancelled { cancel() }
        guard let found = sink.take() else { return nil }
        if let due = found.due { client.grant(due, to: sink) }
        return try found.item.get()
    }

    /// Takes items that have already arrived.
    private func readyBatch() -> ItemBatch? {
        if Task.isCancelled { cancel() }
        guard let (batch, due) = sink.takeBatch() else { return nil }
        if let due { client.grant(due, to: sink) }
        return batch
    }

    /// Returns what `find` finds, waiting for it if necessary.
    private func wait<Found>(for find: () throws(WireError) -> Found?) async throws(WireError) -> Next<Found> {
        repeat {
            // The outcome is read first, because nothing arrives after the end.
            let outcome = sink.outcome
            if let found = try find() { return .found(found) }
            if let outcome { return .ended(outcome) }
        } while await wait()
        throw WireError(.failedPrecondition, "rpc.stream_in_use", "another task reads this stream")
    }

    /// Returns when there is something to take. Returns false if another task already waits.
    private func wait() async -> Bool {
        await withTaskCancellationHandler {
            // Every call that was made ends exactly once, and its end wakes the waiting reader.
            await Handover.wait { reader in sink.wait(reader) }
        } onCancel: {
            cancel()
        }
    }
}

extension ClientStream: AsyncSequence {
    package typealias Element = Item
    package typealias Failure = WireError

    /// Reads the stream; all iterators of one stream share its items.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ClientStream

        package mutating func next() async throws(WireError) -> Item? {
            try await stream.next()
        }

        /// Runs on the caller's actor and takes an item that is ready there, because a hop for every item would cost
        /// too much.
        package mutating func next(isolation actor: (any Actor)?) async throws(WireError) -> Item? {
            if let item = try stream.ready() { return item }
            return try await stream.next()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}
