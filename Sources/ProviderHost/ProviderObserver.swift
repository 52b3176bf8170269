package import ProviderAPI
package import Wire

/// Who hears of an operation's progress and answers its questions.
package struct ProviderObserver: Sendable {
    /// Called for each phase, in order.
    ///
    /// Must return soon: the provider waits for it.
    package var phase: @Sendable (OperationPhase) async -> Void
    /// Asks a person and waits for the answer; throws `bind.no_answer` when none comes.
    package var prompt: @Sendable (OperationPrompt) async throws(WireError) -> OperationAnswer
    /// Called once, as soon as it is known how the operation has ended, while its child may still be on its way out;
    /// without the child's note.
    ///
    /// Must return soon: the child is ended after it.
    package var ended: @Sendable (ProviderOutcome) -> Void

    /// By default nobody hears anything, and no question is answered.
    package init(
        phase: @escaping @Sendable (OperationPhase) async -> Void = { _ in },
        prompt: @escaping @Sendable (OperationPrompt) async throws(WireError) -> OperationAnswer = {
            (_) async throws(WireError) -> OperationAnswer in throw .noAnswer
        },
        ended: @escaping @Sendable (ProviderOutcome) -> Void = { _ in }
    ) {
        self.phase = phase
        self.prompt = prompt
        self.ended = ended
    }
}

extension WireError {
    /// Nobody answers a provider's question, or nobody did in time.
    package static let noAnswer = WireError(.deadlineExceeded, "bind.no_answer", "nobody is there to answer")
}

/// The wish to end an operation early.
///
/// Before the commit write it ends as cancelled; past it nothing changes.
package final class ProviderCancellation: Sendable {
    private let continuation: AsyncStream<Void>.Continuation
    /// One element once cancelled; iterated by the operation alone.
    let requests: AsyncStream<Void>

    /// Nothing is cancelled yet.
    package init() {
        (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Asks; any number of times, from anywhere, also before the operation runs.
    package func cancel() {
        continuation.yield()
    }
}
