public import Foundation

/// Helpers for LumiKit's programs. They handle JSON outside the main actor, and run code on the main actor for an
/// object that may no longer exist.
public enum LMKConcurrencyHelpers {
    /// Encodes a value as JSON. Returns nil if the value contains a number that is not finite, because JSON cannot
    /// represent it. This method may be called on any thread.
    public nonisolated static func encode(_ value: some Encodable) -> Data? {
        try? JSONEncoder().encode(value)
    }

    /// Decodes a value from JSON, or returns nil if `data` contains no value of this type. This method may be called on
    /// any thread.
    public nonisolated static func decode<T: Decodable>(_ type: T.Type, from data: Data) -> T? {
        try? JSONDecoder().decode(type, from: data)
    }

    /// Runs `work` on the main actor, later. If `object` no longer exists at that time, `work` does not run.
    public static func onMainActor<T: AnyObject & Sendable>(
        weak object: T, _ work: @escaping @MainActor (T) -> Void
    ) {
        Task { @MainActor [weak object] in
            if let object { work(object) }
        }
    }

    /// Runs `work` on the main actor after `delay` seconds. If the delay is negative or NaN, `work` runs immediately.
    /// The delay is limited to one day.
    public static func onMainActorAfter(delay: TimeInterval, _ work: @escaping @MainActor @Sendable () -> Void) {
        let seconds = delay.isNaN ? 0 : min(max(delay, 0), 86_400)
        Task { @MainActor in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            work()
        }
    }

    /// Stops a debug build if the caller is not on the main actor. The text `operation` names the caller's operation.
    /// Release builds continue.
    public static func assertMainActor(operation: String) {
        MainActor.assertIsolated("\(operation) must be called on the main actor")
    }

    /// Runs `operation` on the main actor. If `object` no longer exists by then, does nothing. Errors of `operation`
    /// are logged.
    public static func executeTask<T: AnyObject & Sendable>(
        weak object: T, operation: @escaping @MainActor (T) async throws -> Void
    ) {
        Task { @MainActor [weak object] in
            guard let object else { return LMKLogger.info("the object of a task no longer exists", category: .ui) }
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
