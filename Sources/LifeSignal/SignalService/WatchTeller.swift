import LinuxSupport

/// Reports when deadlines are no longer watched, and when they are again: a moment after the last look is too long ago.
/// Its thread must be the one that makes passes: then it wakes up for nothing else.
final class WatchTeller: PollingThread.Part {
    private let pass: SignalPass
    private let told = Locked<Bool?>(nil)
    private let (changes, change) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))

    /// Nothing was reported yet.
    init(_ pass: SignalPass) { self.pass = pass }

    /// Tells each change, and first of all how it is, until the task is cancelled.
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
