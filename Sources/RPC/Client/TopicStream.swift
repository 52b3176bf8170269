package import Wire

/// A topic followed for as long as there is a server, over any number of connections: what was missed is asked for,
/// and no event is told twice. One task reads.
package struct TopicStream {
    private let method: String
    private let params: JSONText
    private let connect: @Sendable () async throws(WireError) -> RPCClient
    private let sleep: @Sendable (Duration) async throws -> Void
    private var reader: TopicReader
    private var stream: ClientStream?

    /// `connect` answers a connection that lives: a new one if the last has ended; `sleep` waits before the next
    /// attempt. Nothing is called before the first ``next()``.
    package init(
        _ method: String, _ params: JSONText = .emptyObject, terms: StreamTerms = StreamTerms(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        connect: @escaping @Sendable () async throws(WireError) -> RPCClient
    ) {
        self.method = method
        self.params = params
        self.connect = connect
        self.sleep = sleep
        reader = TopicReader(terms: terms)
    }

    /// The next element; nil when the topic is over. Throws what cannot be mended by calling again: before the first
    /// element every error, later all but a server or connection that is gone, a quota, and a reader that was too slow.
    /// Cancelling the task ends the call, with `rpc.cancelled`.
    package mutating func next() async throws(WireError) -> TopicReader.Element? {
        while true {
            do throws(WireError) {
                let current = try await current()
                while let item = try await current.next() {
                    if let element = try reader.received(item) { return element }
                }
                return nil
            } catch {
                stream?.cancel()
                stream = nil
                guard case .again(let pause) = reader.ended(error) else { throw error }
                do {
                    try await sleep(pause)
                } catch {
                    throw .cancelledBeforeCall
                }
            }
        }
    }

    private mutating func current() async throws(WireError) -> ClientStream {
        if let stream { return stream }
        let client = try await connect()
        let stream = try await client.stream(method, params, terms: reader.terms)
        reader.began(epoch: try await client.welcome().epoch)
        self.stream = stream
        return stream
    }
}
