import DaemonKit
import LinuxSupport
import ProviderAPI
import ProviderHost
import RadioModel
import SeamModel
import Wire

/// An attempt's link as the provider's host sees it. It opens when the attempt's own link opens. Every write needs the
/// attempt's decision. The attempt learns about a loss of the link before the provider does.
final class GuardedLink: LockLink {
    /// The attempt's callbacks.
    struct Guardian: Sendable {
        /// The function that decides on a write, and answers with the write's result.
        let write: @Sendable (GATTWrite, OneAnswer<Result<Void, WireError>>) -> Void
        /// The function that is called when the link is lost.
        let lost: @Sendable (_ reason: String) -> Void
    }

    private struct State {
        var link: (any LockLink)?
        var isOver = false
        var waiting: [OneAnswer<(any LockLink)?>] = []
    }

    private let guardian: Guardian
    private let state = Locked(State())

    init(_ guardian: Guardian) {
        self.guardian = guardian
    }

    /// Takes the attempt's open link.
    func open(_ link: any LockLink) {
        let waiting = state.withLock { state in
            state.link = link
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.give(link) }
    }

    /// Ends the link together with the attempt. After this call, the link cannot open.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            state.link = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.give(nil) }
    }

    func opened() async throws(WireError) -> OpenedLink {
        let waiter = OneAnswer<(any LockLink)?>()
        let settled = state.withLock { state in
            guard state.link == nil, !state.isOver else { return true }
            state.waiting.append(waiter)
            return false
        }
        if settled { waiter.give(state.withLock { $0.link }) }
        guard let link = await waiter.wait(cancelled: nil) else { throw .attemptEnded }
        return try await link.opened()
    }

    func next() async -> LockLinkEvent? {
        guard let link = state.withLock({ $0.link }) else { return nil }
        let event = await link.next()
        if case .lost(let reason) = event { guardian.lost(reason) }
        return event
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
        let answer = OneAnswer<Result<Void, WireError>>()
        guardian.write(write, answer)
        try await answer.wait(cancelled: .failure(.attemptEnded)).get()
    }

    /// The result of `call`, unless the task is cancelled first. A hanging broker must not delay an operation that has
    /// ended. In that case, `call` ends later, on its own.
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

    private func current() throws(WireError) -> any LockLink {
        guard let link = state.withLock({ $0.link }) else { throw .attemptEnded }
        return link
    }
}
