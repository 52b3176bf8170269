package import Wire

/// Follows a topic across any number of connections, as long as there is a server. The stream asks for the events that
/// it has missed, and returns no event twice. Only one task may read.
package struct TopicStream {
    private let method: String
    private let params: JSONText
    private let connect: @Sendable () async throws(WireError) -> RPCClient
    private let sleep: @Sendable (Duration) async throws -> Void
    private var reader: TopicReader
    private var stream: ClientStream?

    /// Creates a stream. `connect` returns an open connection. If the last connection has ended, it makes a new one.
    /// `sleep` waits before the next attempt. Neither function is called before the first ``next()``.
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

    /// Returns the next element, or nil once the topic has ended. Throws the errors that a further call cannot repair.
    /// Before the first `synced`, these are all errors. Later, these are all errors with four exceptions: a lost
    /// server, a lost connection, a quota, and a reader that was too slow. If the task is cancelled, the call ends with
    /// `rpc.cancelled`.
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
