import Dispatch
import LinuxSupport
import Logging
import NIOCore
import Wire

/// A bounded wait for a caller that cannot suspend.
enum Exchange {
    private static let logger = Logger(label: "seam-sdk")
    /// The shortest wait on a thread of Swift's pool that is logged.
    private static let noticeable = Duration.milliseconds(200)

    /// Runs `body` on the SDK's thread and waits for its end, but no longer than ``Patience/synchronous``. Throws the
    /// error of `body`, or `rpc.no_reply` if the time is up. If the time is up, `body` is cancelled. Until the daemon
    /// has answered, no caller may then wait in this way, because such callers could occupy all threads of a program.
    /// Do not call this method on the SDK's thread.
    static func run<Answer: Sendable>(
        _ watch: DaemonWatch, _ patience: Patience, _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) throws(WireError) -> Answer {
        precondition(!SDKLoop.loop.inEventLoop, "a call that waits for the SDK's thread was made on that thread")
        switch watch.finding.value {
        case .answers, .asked: break
        case .suspect, .hangs: throw .daemonHangs
        }
        let answer = Locked<Result<Answer, WireError>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
        let start = SystemClock.monotonic()
        let task = Task(executorPreference: SDKLoop.executor) {
            let result = await SDKLoop.result(of: body)
            answer.withLock { $0 = result }
            isThere.signal()
        }
        let limit = DispatchTime.now() + .milliseconds(Int(patience.synchronous.milliseconds))
        let isInTime = isThere.wait(timeout: limit) == .success
        notice(SystemClock.monotonic() - start)
        guard isInTime, let result = answer.withLock({ $0 }) else {
            task.cancel()
            watch.suspect()
            let seconds = patience.synchronous / .seconds(1)
            throw WireError(
                .deadlineExceeded, "rpc.no_reply", "the session daemon did not answer within \(seconds) s",
                effect: .unknown)
        }
        return try result.get()
    }

    /// Logs a long wait in a task. Such a wait blocks one of the few threads for tasks, because there are only as many
    /// as processors. The main thread is not one of these threads.
    private static func notice(_ waited: Duration) {
        let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
        guard waited > noticeable, isInTask, !MainThread.isCurrent else { return }
        logger.warning(
            "a synchronous call blocked a thread of Swift's pool: use startUnlock and signIn, which do not block",
            metadata: ["waited": "\(waited)"])
    }
}
