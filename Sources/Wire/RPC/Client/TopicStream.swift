package import Wire

/// Follows a topic across any number of connections, for as long as there is a server. It asks for the events it missed
/// and returns no event twice. Only one task may read.
package struct TopicStream {
    private let method: String
    private let params: JSONText
    private let connect: @Sendable () async throws(WireError) -> RPCClient
    private let sleep: @Sendable (Duration) async throws -> Void
    private var reader: TopicReader
    private var stream: ClientStream?

    /// `connect` returns a live connection: a new one if the last has ended. `sleep` waits before the next attempt.
    /// Neither is called before the first ``next()``.
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

    /// Returns the next element, or nil once the topic has ended. Throws errors that calling again cannot cure. Before
    /// the first `synced`, these are all errors; later, all except a lost server or connection, a quota, and a reader
    /// that was too slow. If the task is cancelled, the call ends with `rpc.cancelled`.
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
