import RPC
import SignalAPI
import Wire

extension BackendService {
    /// Whether a topic's reader wants more items.
    enum Wish {
        case more, enough
    }

    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(5)
    /// Heartbeats are as rare as possible, so that they do not wake a waiting program.
    private static let terms = StreamTerms(heartbeat: .seconds(300))

    /// A change of a topic.
    enum Change<Item: Sendable>: Sendable {
        /// The topic's whole state, one element for each row. The state replaces everything known before.
        case rows([Item])
        case item(Item)
    }

    /// Follows a topic whose state is one row, and delivers that row first. Ends when `receive` has enough, nobody is
    /// signed in, or the task is cancelled.
    func follow<Method: TypedStream>(
        _ method: Method.Type, _ receive: (Method.Item) -> Wish
    ) async where Method.Params == SignalSessionParams {
        await followRows(method) { change in
            switch change {
            case .rows(let rows): rows.last.map(receive) ?? .more
            case .item(let item): receive(item)
            }
        }
    }

    /// Follows a topic, and delivers its state first. Ends when `receive` has enough, nobody is signed in, or the task
    /// is cancelled. If following fails, the function calls `failed`, and retries after growing pauses of up to 5
    /// seconds.
    func followRows<Method: TypedStream>(
        _ method: Method.Type, failed: (WireError) async -> Void = { _ in },
        _ receive: (Change<Method.Item>) async -> Wish
    ) async where Method.Params == SignalSessionParams {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            var isSignedOut = false
            do throws(WireError) {
                let params = try SignalSessionParams(session: session).checkedParams()
                var topic = TopicStream(method.name, params, terms: Self.terms, sleep: ClientLoop.sleep) {
                    () async throws(WireError) in
                    try await self.connected()
                }
                while let element = try await topic.next() {
                    // A cancelled task delivers nothing more.
                    guard !Task.isCancelled else { return }
                    pause = Self.shortestPause
                    guard let change = try Self.change(of: method, element) else { continue }
                    if case .enough = await receive(change) { return }
                }
            } catch {
                isSignedOut = error.reason == "signal.not_signed_in"
                if !isSignedOut, !Task.isCancelled { await failed(error) }
            }
            // The pause ends immediately if the task is cancelled.
            try? await ClientLoop.sleep(for: pause)
            if isSignedOut { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Follows a topic about the signed-in person, through any number of sign-ins, until the task is cancelled.
    /// `receive` returns ``Wish/enough`` for the item that ends a sign-in.
    func followPerson<Method: TypedStream>(
        _ method: Method.Type, _ receive: (Method.Item) -> Wish
    ) async where Method.Params == SignalSessionParams {
        await followPersonRows(method) { change in
            switch change {
            case .rows(let rows): rows.last.map(receive) ?? .more
            case .item(let item): receive(item)
            }
        }
    }

    /// Follows a topic in the same way as ``followPerson(_:_:)``, but the topic's state is any number of rows.
    func followPersonRows<Method: TypedStream>(
        _ method: Method.Type, _ receive: (Change<Method.Item>) async -> Wish
    ) async where Method.Params == SignalSessionParams {
        while !Task.isCancelled {
            await follow(AuthWatch.self) { item in
                switch item {
                case .snapshot(let state), .auth(let state):
                    heard(state.person)
                    return state.person == nil ? .more : .enough
                }
            }
            await followRows(method, receive)
        }
    }

    private static func change<Method: TypedStream>(
        of method: Method.Type, _ element: TopicReader.Element
    ) throws(WireError) -> Change<Method.Item>? {
        switch element {
        case .event(let item): return try method.item(item).map { .item($0) }
        case .gap: return nil
        case .state(let rows, _):
            var items: [Method.Item] = []
            for row in rows {
                do throws(FieldFault) {
                    if let item = try Method.Item(kind: "snapshot", data: row.json) { items.append(item) }
                } catch {
                    throw method.disagreement("a row", error)
                }
            }
            return .rows(items)
        }
    }

    /// Creates a stream that `run` fills until the stream's reader stops. A slow reader gets only the latest elements,
    /// at most `count`.
    func stream<Element: Sendable>(
        keeping count: Int = 1, _ run: @escaping @Sendable (AsyncStream<Element>.Continuation) async -> Void
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(count))
        // The task ends with the stream, whether the reader stops or `run` returns.
        let task = Task(executorPreference: ClientLoop.executor) {
            await run(continuation)
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
