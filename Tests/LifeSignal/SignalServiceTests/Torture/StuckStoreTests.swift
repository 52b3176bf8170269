import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a disk that does not answer, and a store that another process has locked (promise P13 of LifeSignal). Every
/// screen shows that nobody is being watched, and the service manager starts the daemon again.
@Suite(.timeLimit(.minutes(2))) struct StuckStoreTests {
    /// The test shortens the time that the service manager waits for a sign of life. The unit sets 20 s.
    @Test("stuck store: a hung disk is told and ends the daemon") func aHungDiskIsToldAndEndsTheDaemon() async throws {
        try await Self.hang(watchdog: .seconds(1))
    }

    @Suite(.lane(.signal)) struct SignalLane {
        @Test("stuck store: with the units watchdog") func withTheUnitsWatchdog() async throws {
            try await StuckStoreTests.hang(watchdog: .seconds(20))
        }
    }

    private static func hang(watchdog: Duration) async throws {
        let place = try TestDirectory(mode: 0o755)
        let shim = try await FaultShim(in: place, for: "lifesignald")
        let manager = try NotifySocket(place.file("notify"))
        let bench = try await SignalBench(
            isVirtual: false,
            environment: shim.environment.merging([
                "NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "\(watchdog.milliseconds * 1_000)",
            ]) { $1 },
            in: place)
        try bench.signIn(SignalBench.ada)
        let screen = try bench.client()
        let watch = try screen.start(OutgoingCall(stream: UserWatch.name, params: SignalSessionParams().jsonText))
        guard case .item = screen.next(of: watch, within: .seconds(20)) else { throw TestFailure("no snapshot") }
        // Requests a reminder. The daemon has to store the reminder, but is never able to.
        _ = try bench.client().call(CheckInRemind.self, .init(delay: .milliseconds(200)))
        try shim.hang()
        manager.drain()
        let begun = SystemClock.monotonic()
        var isWatched = true
        while isWatched, case .item(let item) = screen.next(of: watch, within: .seconds(20)) {
            isWatched = item.data.json["watched"]?.boolValue ?? true
        }
        let told = SystemClock.monotonic() - begun
        #expect(!isWatched && told < .seconds(8))
        // If a person does something in the meantime, they are told immediately that it has no effect.
        let client = try bench.client()
        for _ in 1...2 { #expect(reason { _ = try client.call(CheckInRecord.self, .init()) } == "store.unavailable") }
        #expect(SystemClock.monotonic() - begun - told < .seconds(5))
        // Acts like the service manager, which kills a daemon that gives no sign of life.
        var last = begun
        while case let rest = last + watchdog - SystemClock.monotonic(), rest > .zero,
            manager.next(beginning: "WATCHDOG=1", within: rest) != nil
        {
            last = SystemClock.monotonic()
        }
        bench.daemon.signal(SIGKILL)
        _ = try shim.disarm()
        try await bench.restart()
        let took = SystemClock.monotonic() - begun
        #expect(try bench.client().call(UserGet.self, .init()).isWatched)
        #expect(try bench.client().call(NotificationList.self, .init()).notifications.count == 1, "it is told")
        #expect(took < watchdog * 3 / 2 + .seconds(7))
        print("signal: P13 a screen says that nobody is watched: \(told.milliseconds) ms of 1; goal 6 s")
        print("signal: P13 begun again, watchdog \(watchdog): \(took.milliseconds) ms of 1; goal 25 s with 20 s")
    }

    /// If another process has locked the store, the daemon waits. Afterwards, the daemon immediately sends the messages
    /// that fell due while it waited.
    @Test("stuck store: a locked store is waited for") func aLockedStoreIsWaitedFor() async throws {
        let bench = try await SignalBench(isVirtual: false)
        try bench.signIn(SignalBench.ada)
        _ = try bench.client().call(
            CheckInRemind.self, .init(at: Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds() + 300)))
        bench.daemon.signal(SIGKILL)
        _ = try await bench.daemon.awaitExit()
        let lock = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            print("held", flush=True)
            sys.stdin.read()
            """
        let holder = try ChildProcess(
            "/usr/bin/python3", ["-c", lock, bench.directory.file("store/lifesignal.db")], input: nil)
        try await holder.awaitOutput("held")
        try await bench.restart()
        #expect(try !bench.administrator().call(ClockGet.self, .init()).isWatching)
        let client = try bench.client()
        #expect(reason { _ = try client.call(CheckInRecord.self, .init()) } == "store.unavailable")
        holder.signal(SIGKILL)
        _ = try await holder.awaitExit()
        let freed = SystemClock.monotonic()
        while try !bench.administrator().call(ClockGet.self, .init()).isWatching {
            try #require(SystemClock.monotonic() - freed < .seconds(10))
            // Polls, because no event shows that the daemon has opened the store.
            poll(nil, 0, 10)
        }
        print("signal: P13 watched again: \((SystemClock.monotonic() - freed).milliseconds) ms of 1; goal 2 s")
        #expect(try client.call(NotificationList.self, .init()).notifications.count == 1)
    }
}
