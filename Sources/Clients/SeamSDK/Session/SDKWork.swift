import Dispatch

/// Work that a screen gives to the SDK. The work runs on the SDK's own thread. An `await` on the main actor resumes in
/// Swift's thread pool. Once the pool has been used, the dispatch library wakes the process every second for the rest
/// of its life.
package enum SDKWork {
    /// Runs `work`, then calls `done` with the result on the main actor, through the main queue.
    package static func start<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        then done: @escaping @MainActor (Result<Value, any Error>) -> Void
    ) {
        Task(executorPreference: SDKLoop.executor) {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            DispatchQueue.main.async { MainActor.assumeIsolated { done(result) } }
        }
    }

    /// Runs work that belongs to the main actor.
    @discardableResult
    package static func onMain(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: SDKLoop.executor) { await work() }
    }
}
