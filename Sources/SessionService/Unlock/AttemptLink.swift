import LinuxSupport
import ProviderAPI
import ProviderHost
import SeamModel
import Wire

/// An attempt's link as its provider's host sees it: it opens when the attempt's does, and every write passes through
/// the attempt's decision.
final class AttemptLink: ProviderLink {
    private struct State {
        var run: UnlockRun?
        var link: (any UnlockLink)?
        var isOver = false
        var waiting: [OneAnswer<(any UnlockLink)?>] = []
    }

    let events: AsyncStream<ProviderLinkEvent>
    private let continuation: AsyncStream<ProviderLinkEvent>.Continuation
    private let state = Locked(State())

    init() {
        // The broker ends a link whose values are not taken, at 256 of them.
        (events, continuation) = AsyncStream.makeStream(
            of: ProviderLinkEvent.self, bufferingPolicy: .bufferingOldest(1024))
    }

    /// The attempt that decides on writes.
    func attach(to run: UnlockRun) { state.withLock { $0.run = run } }

    /// The attempt's link is open.
    func open(_ link: any UnlockLink) {
        let waiting = state.withLock { state in
            state.link = link
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.give(link) }
    }

    /// The attempt is over: nothing opens any more.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            state.run = nil
            state.link = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.give(nil) }
        continuation.finish()
    }

    /// Hands over what the link heard; false if there is no room for it.
    func deliver(_ event: ProviderLinkEvent) -> Bool {
        let result = continuation.yield(event)
        if case .closed = event { continuation.finish() }
        if case .dropped = result { return false }
        return true
    }

    func opened() async throws(WireError) -> OpenedLink {
        let waiter = OneAnswer<(any UnlockLink)?>()
        let settled = state.withLock { state in
            guard state.link == nil, !state.isOver else { return true }
            state.waiting.append(waiter)
            return false
        }
        if settled { waiter.give(state.withLock { $0.link }) }
        guard let link = await waiter.wait(cancelled: nil) else { throw .attemptEnded }
        return OpenedLink(mtu: link.mtu, services: link.services)
    }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] {
        let link = try current()
        return try await unlessCancelled { () async throws(WireError) in try await link.read(path) }
    }

    func subscribe(_ path: CharacteristicPath) async throws(WireError) {
        let link = try current()
        try await unlessCancelled { () async throws(WireError) in try await link.subscribe(path) }
    }

    func write(_ write: GATTWrite) async throws(WireError) {
        guard let run = state.withLock({ $0.run }) else { throw .attemptEnded }
        let answer = OneAnswer<Result<Void, WireError>>()
        await run.enqueue(write) { answer.give($0) }
        let result = await answer.wait(cancelled: .failure(.attemptEnded))
        try result.get()
    }

    /// What `call` answers. A broker that hangs must not hold up an operation that has ended: the call then ends later, by itself.
    private func unlessCancelled<Value: Sendable>(
        _ call: @escaping @Sendable () async throws(WireError) -> Value
    ) async throws(WireError) -> Value {
        let answer = OneAnswer<Result<Value, WireError>>()
        let task = Task {
            do throws(WireError) {
                answer.give(.success(try await call()))
            } catch {
                answer.give(.failure(error))
            }
        }
        defer { task.cancel() }
        return try await answer.wait(cancelled: .failure(.attemptEnded)).get()
    }

    private func current() throws(WireError) -> any UnlockLink {
        guard let link = state.withLock({ $0.link }) else { throw .attemptEnded }
        return link
    }
}

extension UnlockItem {
    /// The item as the journal keeps it: `{"kind": …, "data": …}`.
    var stored: String { JSON.members(("kind", .string(kind)), ("data", json)).text }

    /// Reads what ``stored`` wrote.
    init?(stored text: String) {
        guard let json = try? JSON(parsing: text.utf8), let data = json["data"],
            let item = try? UnlockItem(json: data)
        else { return nil }
        self = item
    }
}
