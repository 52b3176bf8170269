import Dispatch
import LinuxSupport
import NIOCore
import Wire

/// A bounded wait for a caller that cannot suspend.
enum Exchange {
    /// How long it waits at most, in seconds: short enough to feel immediate to a person, and to be harmless for a
    /// main loop.
    static let patience = 1

    /// Runs `body` on the SDK's thread and waits for it, for at most ``patience`` seconds. Throws its error, or
    /// `rpc.no_reply`; then `body` is cancelled. Do not call it on the SDK's thread.
    static func run<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) throws(WireError) -> Answer {
        precondition(!SDKLoop.loop.inEventLoop, "a call that waits for the SDK's thread was made on it")
        let answer = Locked<Result<Answer, WireError>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
        let task = Task(executorPreference: SDKLoop.executor) {
            let result = await SDKLoop.result(of: body)
            answer.withLock { $0 = result }
            isThere.signal()
        }
        guard isThere.wait(timeout: .now() + .seconds(patience)) == .success,
            let result = answer.withLock({ $0 })
        else {
            task.cancel()
            throw WireError(
                .deadlineExceeded, "rpc.no_reply", "the session daemon did not answer within \(patience) s",
                effect: .unknown)
        }
        return try result.get()
    }
}
