package import ProviderAPI
package import Wire

/// Observes an operation's progress and answers the provider's questions.
package struct ProviderObserver: Sendable {
    /// Called for each phase, in order.
    ///
    /// The closure must return soon, because the provider waits for it.
    package var phase: @Sendable (OperationPhase) async -> Void
    /// Asks a person and waits for the answer. Throws `bind.no_answer` if no answer comes.
    package var prompt: @Sendable (OperationPrompt) async throws(WireError) -> OperationAnswer
    /// Stores a rotation's new credential, which is secret. Returns once the credential is stored durably, and throws
    /// if storing fails.
    package var keep: @Sendable ([UInt8]) async throws(WireError) -> Void
    /// Called once, as soon as the outcome is known. The child may still be running at that time. The outcome does not
    /// contain the child's note yet.
    ///
    /// The closure must return soon, because the child is ended afterwards.
    package var ended: @Sendable (ProviderOutcome) -> Void

    /// Creates an observer. By default, the observer ignores progress and answers no question.
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
    /// The error of an observer that does not store credentials.
    static let nothingKeeps = WireError(.failedPrecondition, "provider.out_of_order", "no credential is stored here")
    /// The error if a provider asks a question and nobody is there to answer it, or nobody answers in time.
    package static let noAnswer = WireError(.deadlineExceeded, "bind.no_answer", "nobody can answer")
}

/// A request to end an operation early.
///
/// Before the commit write, the operation ends as cancelled. After the commit write, the request has no effect.
package final class ProviderCancellation: Sendable {
    private let continuation: AsyncStream<Void>.Continuation
    /// A stream that yields one element once the operation is cancelled. Only the operation iterates the stream.
    let requests: AsyncStream<Void>

    /// Creates a cancellation that has not been requested yet.
    package init() {
        (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Requests the cancellation. This method may be called any number of times, from anywhere, even before the
    /// operation runs.
    package func cancel() {
        continuation.yield()
    }
}
