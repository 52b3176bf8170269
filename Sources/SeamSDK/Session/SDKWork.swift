import Dispatch

/// What a screen asks the SDK for, on the SDK's own thread. `await` on the main actor would resume in Swift's pool, and once that
/// was used, the dispatch library wakes the process every second for as long as it lives.
package enum SDKWork {
    /// Does `work`; `done` is told on the main actor, by way of the main queue, what came of it.
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
}
