import LinuxSupport
package import Wire

/// The items of a stream call, then its reply.
///
/// One task reads. The server sends as far as the reader keeps up: taking an item is what grants the next ones.
/// Cancelling the reading task cancels the call on the wire, and reading goes on to the reply, so that the caller
/// learns what happened; so does ``cancel()``. A stream that nobody holds any more is cancelled.
///
/// The data of items that arrived together share memory: whoever keeps one for long keeps ``Wire/JSONText/detached``.
package final class ClientStream: Sendable {
    /// What a reader gets.
    private enum Next<Found> {
        case found(Found)
        case ended(ServerMessage.Outcome)

        /// Nil behind the last.
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

    /// The next item; nil when the call has ended with a result. Throws the call's error, and `rpc.server_fault` for
    /// an item whose data were to be checked when they are taken, and are no JSON.
    package func next() async throws(WireError) -> Item? {
        if let item = try ready() { return item }
        return try await wait(for: { () throws(WireError) in try self.ready() }).found()
    }

    /// What has arrived together and was not taken yet; nil when the call has ended with a result. Throws the call's
    /// error.
    ///
    /// The server is granted as many more at once: for readers that do not wait between the items.
    package func nextBatch() async throws(WireError) -> ItemBatch? {
        if let batch = readyBatch() { return batch }
        return try await wait(for: { self.readyBatch() }).found()
    }

    /// The result of the call. Items that were not read are dropped. Throws the call's error.
    package func result() async throws(WireError) -> JSONText {
        while true {
            switch try await wait(for: { self.readyBatch() }) {
            case .found: continue
            case .ended(.result(let result)): return result
            case .ended(.error(let error)): throw error
            }
        }
    }

    /// Asks the server to end the call. It still ends with its one reply.
    package func cancel() {
        client.cancel(sink.ticket)
    }

    /// An item that is there already.
    fileprivate func ready() throws(WireError) -> Item? {
        if Task.isCancelled { cancel() }
        guard let found = sink.take() else { return nil }
        if let due = found.due { client.grant(due, to: sink) }
        return try found.item.get()
    }

    /// Items that are there already.
    private func readyBatch() -> ItemBatch? {
        if Task.isCancelled { cancel() }
        guard let (batch, due) = sink.takeBatch() else { return nil }
        if let due { client.grant(due, to: sink) }
        return batch
    }

    /// What `find` finds, waited for if it has not come.
    private func wait<Found>(for find: () throws(WireError) -> Found?) async throws(WireError) -> Next<Found> {
        repeat {
            // Asked first: nothing arrives behind the end.
            let outcome = sink.outcome
            if let found = try find() { return .found(found) }
            if let outcome { return .ended(outcome) }
        } while await wait()
        throw WireError(.failedPrecondition, "rpc.stream_in_use", "another task reads this stream")
    }

    /// Returns when there is something to take; false if another task waits for it.
    private func wait() async -> Bool {
        await withTaskCancellationHandler {
            // Every call that was made ends exactly once, and its end answers who waits.
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

        /// Runs on the actor of who asks, as it takes nothing from it: going there and back is not for every item.
        package mutating func next(isolation actor: (any Actor)?) async throws(WireError) -> Item? {
            if let item = try stream.ready() { return item }
            return try await stream.next()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}
