import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a machine that sleeps, and a daemon that is stopped (promises P5 and P6 of LifeSignal). Messages that fell due
/// in the meantime are sent as soon as the daemon continues.
@Suite struct SleepTests {
    /// The machine sleeps for an hour. The boot clock and the wall clock both run during the sleep.
    @Test("sleep: after a sleep it tells at once", .timeLimit(.minutes(2)))
    func afterASleepItTellsAtOnce() async throws {
        let place = try TestDirectory(mode: 0o755)
        let clock = try await ShiftedClock(in: place)
        let bench = try await SignalBench(isVirtual: false, environment: clock.environment, in: place)
        try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        let intervals = CheckInSet.Params(interval: .seconds(1_800), grace: .seconds(60))
        _ = try client.call(CheckInSet.self, intervals)
        let due = try #require(try client.call(CheckInRecord.self, .init()).nextDue)
        try bench.daemon.suspend()
        try clock.shiftBootClock(by: .seconds(3_600))
        try clock.shiftWall(by: .seconds(3_600))
        bench.daemon.signal(SIGCONT)
        let resumed = SystemClock.monotonic()
        var alerts: [SignalAlert] = []
        while alerts.isEmpty {
            try #require(SystemClock.monotonic() - resumed < .seconds(10))
            alerts = try client.call(AlertList.self, .init()).alerts
            // Polls instead of following a stream, because a stream continues only when the daemon continues.
            if alerts.isEmpty { poll(nil, 0, 5) }
        }
        let took = SystemClock.monotonic() - resumed
        #expect(alerts.count == 1 && alerts[0].at >= due.advanced(by: .seconds(60)) && took < .seconds(3))
        let inbox = try client.call(NotificationList.self, .init()).notifications
        #expect(inbox.count { $0.type == "alert" } == 1 && inbox.allSatisfy { $0.at >= due })
        #expect(try bench.administrator().call(ClockGet.self, .init()).fault == nil)
        print("signal: P6 alarm after a sleep of an hour: \(took.milliseconds) ms of 1; goal 1 s")
    }

    @Suite(.lane(.signal)) struct SignalLane {
        /// The stop lasts longer than the service manager waits for a sign of life.
        @Test("sleep: a stop of a minute", .timeLimit(.minutes(3))) func aStopOfAMinute() async throws {
            let bench = try await SignalBench(isVirtual: false)
            try bench.signIn(SignalBench.ada)
            let client = try bench.client()
            let begun = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
            _ = try client.call(CheckInRemind.self, .init(at: begun.advanced(by: .seconds(20))))
            try bench.daemon.suspend()
            // Really waits for a minute, because the test is about a daemon that is stopped for that time.
            poll(nil, 0, 60_000)
            let resumed = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
            bench.daemon.signal(SIGCONT)
            var told: SignalNotification?
            while told == nil { told = try client.call(NotificationList.self, .init()).notifications.first }
            let delay = resumed.duration(to: try #require(told).at)
            #expect(delay < .seconds(3))
            print("signal: P5 after a stop of 60 s: \(max(.zero, delay).milliseconds) ms of 1; goal 1 s")
        }
    }
}
