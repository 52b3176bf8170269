public import Foundation

/// Helps LumiKit's programs work across actors: JSON off the main actor, and work on it for an object that may be gone.
public enum LMKConcurrencyHelpers {
    /// A value as JSON, or nil if JSON cannot represent it (a number that is not finite). Any thread may call it.
    public nonisolated static func encode(_ value: some Encodable) -> Data? {
        try? JSONEncoder().encode(value)
    }

    /// The value that `data` holds as JSON, or nil if it holds none of that type. Any thread may call it.
    public nonisolated static func decode<T: Decodable>(_ type: T.Type, from data: Data) -> T? {
        try? JSONDecoder().decode(type, from: data)
    }

    /// Runs `work` on the main actor, later. An `object` that is gone by then is left alone.
    public static func onMainActor<T: AnyObject & Sendable>(
        weak object: T, _ work: @escaping @MainActor (T) -> Void
    ) {
        Task { @MainActor [weak object] in
            if let object { work(object) }
        }
    }

    /// Runs `work` on the main actor after `delay` seconds; immediately if the delay is negative or NaN. A delay is
    /// limited to one day.
    public static func onMainActorAfter(delay: TimeInterval, _ work: @escaping @MainActor @Sendable () -> Void) {
        let seconds = delay.isNaN ? 0 : min(max(delay, 0), 86_400)
        Task { @MainActor in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            work()
        }
    }

    /// Stops a debug build if it is not on the main actor; `operation` says what it was about to do. Release builds
    /// continue.
    public static func assertMainActor(operation: String) {
        MainActor.assertIsolated("\(operation) must be called on the main actor")
    }

    /// Runs `operation` on the main actor, unless `object` is gone by then. An error that it throws goes to the log.
    public static func executeTask<T: AnyObject & Sendable>(
        weak object: T, operation: @escaping @MainActor (T) async throws -> Void
    ) {
        Task { @MainActor [weak object] in
            guard let object else { return LMKLogger.info("the object of a task is gone", category: .ui) }
            do {
                try Task.checkCancellation()
                try await operation(object)
            } catch is CancellationError {
                LMKLogger.info("a task was cancelled", category: .ui)
            } catch {
                LMKLogger.error("a task failed", error: error, category: .ui)
            }
        }
    }
}
