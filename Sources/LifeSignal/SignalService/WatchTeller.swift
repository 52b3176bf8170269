import LinuxSupport

/// Reports when deadlines are no longer watched, which is as soon as the last look is too old. Also reports when they
/// are watched again. The teller must run on the thread that makes the passes, so that it needs no extra wake-ups.
final class WatchTeller: PollingThread.Part {
    private let pass: SignalPass
    private let told = Locked<Bool?>(nil)
    private let (changes, change) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates a teller that has not reported anything yet.
    init(_ pass: SignalPass) { self.pass = pass }

    /// Reports the current state, then each change, until the task is cancelled.
    func run(on thread: PollingThread, _ tell: (Bool) async -> Void) async {
        thread.add(self)
        for await isWatching in changes { await tell(isWatching) }
        thread.remove(self)
    }

    func wait() -> PollingThread.Wait {
        var wait = PollingThread.Wait()
        let isWatching = pass.isWatching
        if told.withLock({ $0 != isWatching }) {
            wait.deadline = .zero
        } else if isWatching {
            wait.deadline = SystemClock.monotonic() + pass.patienceLeft + .milliseconds(20)
        }
        return wait
    }

    func serve() {
        let isWatching = pass.isWatching
        let isNews = told.withLock { told in
            defer { told = isWatching }
            return told != isWatching
        }
        if isNews { change.yield(isWatching) }
    }
}
