package import ProviderAPI
package import Wire

/// Follows an operation's progress, and answers its questions.
package struct ProviderObserver: Sendable {
    /// Called for each phase, in order.
    ///
    /// Must return soon: the provider waits for it.
    package var phase: @Sendable (OperationPhase) async -> Void
    /// Asks a person and waits for the answer; throws `bind.no_answer` if none comes.
    package var prompt: @Sendable (OperationPrompt) async throws(WireError) -> OperationAnswer
    /// Stores a rotation's new credential, which is secret; returns once that is durable, and throws if it fails.
    package var keep: @Sendable ([UInt8]) async throws(WireError) -> Void
    /// Called once, as soon as the outcome is known; the child may still be running. The outcome does not contain the
    /// child's note yet.
    ///
    /// Must return soon: the child is ended afterwards.
    package var ended: @Sendable (ProviderOutcome) -> Void

    /// By default, progress is ignored and no question is answered.
    package init(
        phase: @escaping @Sendable (OperationPhase) async -> Void = { _ in },
        prompt: @escaping @Sendable (OperationPrompt) async throws(WireError) -> OperationAnswer = {
            (_) async throws(WireError) -> OperationAnswer in throw .noAnswer
        },
        keep: @escaping @Sendable ([UInt8]) async throws(WireError) -> Void = {
            (_) async throws(WireError) in throw .nothingKeeps
        },
        ended: @escaping @Sendable (ProviderOutcome) -> Void = { _ in }
    ) {
        self.phase = phase
        self.prompt = prompt
        self.keep = keep
        self.ended = ended
    }
}

extension WireError {
    /// Nothing here stores a credential.
    static let nothingKeeps = WireError(.failedPrecondition, "provider.out_of_order", "no credential is kept here")
    /// Nobody is there to answer a provider's question, or nobody answered in time.
    package static let noAnswer = WireError(.deadlineExceeded, "bind.no_answer", "nobody is there to answer")
}

/// A request to end an operation early.
///
/// Before the commit write, the operation ends as cancelled; after it, the request has no effect.
package final class ProviderCancellation: Sendable {
    private let continuation: AsyncStream<Void>.Continuation
    /// Yields one element once cancelled; only the operation iterates it.
    let requests: AsyncStream<Void>

    /// Creates a request that has not been made yet.
    package init() {
        (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Makes the request; may be called any number of times, from anywhere, even before the operation runs.
    package func cancel() {
        continuation.yield()
    }
}
