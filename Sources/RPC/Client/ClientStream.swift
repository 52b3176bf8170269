import NIOCore
package import Wire

/// The items of a stream call, then its reply.
///
/// One task reads. The server sends as far as the reader keeps up: taking an item is what grants the next ones. Cancelling the
/// reading task cancels the call on the wire, and reading goes on to the reply, so that the caller learns what happened; so does
/// ``cancel()``. A stream that nobody holds any more is cancelled.
package final class ClientStream: Sendable {
    private let client: RPCClient
    private let sink: NIOLoopBound<StreamSink>
    private let ticket: CallTicket

    init(client: RPCClient, sink: NIOLoopBound<StreamSink>, ticket: CallTicket) {
        self.client = client
        self.sink = sink
        self.ticket = ticket
    }

    deinit { cancel() }

    /// The next item; nil when the call has ended with a result. Throws the call's error.
    package func next() async throws(WireError) -> Item? {
        try Self.item(await take())
    }

    fileprivate static func item(_ next: StreamSink.Next) throws(WireError) -> Item? {
        switch next {
        case .item(let item): return item
        case .ended(.result): return nil
        case .ended(.error(let error)): throw error
        case .taken: throw WireError(.failedPrecondition, "rpc.stream_in_use", "another task reads this stream")
        }
    }

    /// The result of the call. Items that were not read are dropped. Throws the call's error.
    package func result() async throws(WireError) -> JSONText {
        while true {
            switch await take() {
            case .item: continue
            case .ended(.result(let result)): return result
            case .ended(.error(let error)): throw error
            case .taken: throw WireError(.failedPrecondition, "rpc.stream_in_use", "another task reads this stream")
            }
        }
    }

    /// Asks the server to end the call. It still ends with its one reply.
    package func cancel() {
        client.cancel(ticket)
    }

    private func take() async -> StreamSink.Next {
        if let ready { return ready }
        return await wait()
    }

    /// What is there already, for a reader on the connection's event loop that need not be told of its cancellation.
    fileprivate var ready: StreamSink.Next? {
        Task.isCancelled ? nil : client.ready(of: sink)
    }

    private func wait() async -> StreamSink.Next {
        await withTaskCancellationHandler {
            await unsafe withUnsafeContinuation { reader in
                let sink = sink
                client.onLoop { unsafe $0.next(of: sink.value, reader) }
            }
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

        package mutating func next(isolation actor: isolated (any Actor)?) async throws(WireError) -> Item? {
            if let ready = stream.ready { return try ClientStream.item(ready) }
            return try await stream.next()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}
