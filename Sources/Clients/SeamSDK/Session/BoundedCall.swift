import LinuxSupport
import Wire

/// A call for a caller that can suspend. The call ends when its work ends, when the caller's task is cancelled, when
/// the daemon is found to hang, or when the call's time is up, whichever comes first. Work without a waiting caller is
/// cancelled.
final class BoundedCall<Answer: Sendable>: Sendable {
    private struct State {
        var caller: CheckedContinuation<Result<Answer, any Error>, Never>?
        var end: Result<Answer, any Error>?
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Locked(State())
    private let watch: DaemonWatch
    private let patience: Patience
    /// The error if there is no answer.
    private let noReply: WireError

    init(_ watch: DaemonWatch, _ patience: Patience, noReply: WireError = .daemonHangs) {
        self.watch = watch
        self.patience = patience
        self.noReply = noReply
    }

    /// Runs `body` on the SDK's thread, and resumes on the caller's thread.
    func run(
        within limit: Duration, _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) async throws -> Answer {
        guard watch.finding.value != .hangs else { throw WireError.daemonHangs }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let end = state.withLock { state in
                    if state.end == nil { state.caller = caller }
                    return state.end
                }
                if let end { caller.resume(returning: end) } else { begin(limit, body) }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
        return try result.get()
    }

    private func begin(_ limit: Duration, _ body: @escaping @Sendable () async throws(WireError) -> Answer) {
        let tasks = [
            Task(executorPreference: SDKLoop.executor) {
                do throws(WireError) { self.end(.success(try await body())) } catch { self.end(.failure(error)) }
            },
            Task(executorPreference: SDKLoop.executor) {
                try? await SDKLoop.sleep(for: limit)
                if !Task.isCancelled { self.end(.failure(self.noReply)) }
            },
            Task(executorPreference: SDKLoop.executor) { await self.doubt() },
        ]
        let isOver = state.withLock { state in
            if state.end == nil { state.tasks = tasks }
            return state.end != nil
        }
        if isOver { for task in tasks { task.cancel() } }
    }

    /// Checks repeatedly whether the daemon still answers.
    private func doubt() async {
        while true {
            try? await SDKLoop.sleep(for: patience.silence)
            guard !Task.isCancelled else { return }
            watch.doubt()
            for await finding in watch.finding.follow() {
                if finding == .hangs { return end(.failure(noReply)) }
                if finding == .answers { break }
            }
        }
    }

    private func end(_ result: Result<Answer, any Error>) {
        let last = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            defer { state = State(end: result) }
            return state
        }
        last?.caller?.resume(returning: result)
        for task in last?.tasks ?? [] { task.cancel() }
    }
}
