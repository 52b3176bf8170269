import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests short forms of LifeSignal's promises P1, P4, P5, P9 and P10. The daemon is real and uses its own clock. The
/// tests print their figures. Beside them, they print the goals and the figures of comparable systems. Upper bounds are
/// loose, because CI machines vary, but "never early" is exact.
@Suite(.timeLimit(.minutes(2)), .serialized) struct PromiseTests {
    private static func now() -> Timestamp { Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()) }

    private static func percentile(_ values: [Duration], _ share: Double) -> Duration {
        let sorted = values.sorted()
        return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    private static func tell(_ promise: String, _ values: [Duration], goal: String, others: String) {
        let (middle, high) = (percentile(values, 0.5), percentile(values, 0.99))
        let most = values.max() ?? .zero
        print(
            "signal: \(promise): p50 \(middle.milliseconds) ms, p99 \(high.milliseconds) ms, max \(most.milliseconds) ms"
                + " of \(values.count); goal \(goal); \(others)")
    }

    /// The daemon stores everything that falls due at that moment, and does not wait for the next beat. The test uses
    /// reminders at times that the person chose, because the same look handles these reminders and every deadline.
    @Test("promise: what falls due is told when it is due") func whatFallsDueIsToldWhenItIsDue() async throws {
        let bench = try await SignalBench(isVirtual: false)
        let client = try bench.client()
        let count = 25
        var planned: [String: Timestamp] = [:]
        for number in 0..<count {
            let session = "p\(number)"
            try bench.signIn("+4915100000\(100 + number)", session: session)
        }
        for number in 0..<count {
            let at = Self.now().advanced(by: .milliseconds(600 + 97 * Int64(number)))
            _ = try client.call(CheckInRemind.self, .init(session: "p\(number)", at: at))
            planned["p\(number)"] = at
        }
        var delays: [Duration] = []
        while delays.count < count, let (session, at) = planned.first {
            let inbox = try client.call(NotificationList.self, .init(session: session)).notifications
            guard let told = inbox.first else {
                // Polls, because no event signals that another process has stored the reminder. The suite's time limit
                // bounds the wait.
                poll(nil, 0, 20)
                continue
            }
            planned[session] = nil
            let delay = at.duration(to: told.at)
            #expect(delay >= .zero, "never early")
            #expect(delay < .seconds(2))
            delays.append(delay)
        }
        Self.tell(
            "P1 delay of what is due", delays, goal: "p99 100 ms, max 1 s",
            others: "upstream 15 min, LastSignal 60 min, healthchecks 2 s")
    }

    /// After a kill and a restart, the daemon looks before it serves clients. It sends the messages that have fallen
    /// due in the meantime.
    @Test("promise: after a kill it looks first") func afterAKillItLooksFirst() async throws {
        let bench = try await SignalBench(isVirtual: false)
        try bench.signIn(SignalBench.ada)
        var resumed: [Duration] = []
        for round in 1...8 {
            let at = Self.now().advanced(by: .milliseconds(150))
            _ = try bench.client().call(CheckInRemind.self, .init(at: at))
            bench.daemon.signal(SIGKILL)
            _ = try await bench.daemon.awaitExit()
            // The reminder falls due while no daemon is running.
            poll(nil, 0, 200)
            let killed = SystemClock.monotonic()
            try await bench.restart()
            resumed.append(SystemClock.monotonic() - killed)
            let inbox = try bench.client().call(NotificationList.self, .init()).notifications
            #expect(inbox.count == round, "neither missed nor told twice")
            #expect(try #require(inbox.first).at >= at)
        }
        #expect(Self.percentile(resumed, 1) < .seconds(3))
        Self.tell(
            "P4 from exec to ready, its first look done", resumed, goal: "1 s",
            others: "Oban 60 min, River 1 h, graphile-worker 4 h for a killed worker's jobs")
    }

    /// A daemon that was stopped raises due alarms as soon as it continues.
    @Test("promise: after a stop it tells at once") func afterAStopItTellsAtOnce() async throws {
        let bench = try await SignalBench(isVirtual: false)
        try bench.signIn(SignalBench.ada)
        let at = Self.now().advanced(by: .milliseconds(400))
        _ = try bench.client().call(CheckInRemind.self, .init(at: at))
        try bench.daemon.suspend()
        poll(nil, 0, 1_500)
        let resumed = Self.now()
        bench.daemon.signal(SIGCONT)
        var told: SignalNotification?
        while told == nil {
            told = try bench.client().call(NotificationList.self, .init()).notifications.first
            if told == nil { poll(nil, 0, 10) }
        }
        let delay = resumed.duration(to: try #require(told).at)
        #expect(delay < .seconds(3))
        Self.tell(
            "P5 after SIGCONT", [max(.zero, delay)], goal: "1 s",
            others: "Quartz and Temporal fire what fell due, without a figure")
    }

    /// A reply means that the check-in is on the disk.
    @Test("promise: a check in is durable before its reply") func aCheckInIsDurableBeforeItsReply() async throws {
        let bench = try await SignalBench(isVirtual: false)
        let client = try bench.client()
        let count = 25
        for number in 0..<count { try bench.signIn("+4915100000\(100 + number)", session: "p\(number)") }
        var times: [Duration] = []
        for number in 0..<count {
            let begun = SystemClock.monotonic()
            _ = try client.call(CheckInRecord.self, .init(session: "p\(number)"))
            times.append(SystemClock.monotonic() - begun)
        }
        try await bench.restart()
        for number in 0..<count {
            let rows = try bench.client().call(CheckInList.self, .init(session: "p\(number)")).checkIns
            #expect(rows.count == 1)
        }
        Self.tell("P9 check-in, alone", times, goal: "p99 10 ms", others: "no other publishes one")
    }

    /// Measures the time between the press of the button and the alarm on the responder's screen.
    @Test("promise: a call for help is on the responder's screen at once")
    func aCallForHelpIsOnTheRespondersScreenAtOnce() async throws {
        let bench = try await ContactTests.agreed(isVirtual: false)
        let (ada, ben) = (try bench.client(), try bench.client())
        var (times, begun) = ([Duration](), SystemClock.monotonic())
        var isCalled = false
        // The first item of a stateless topic confirms that the client follows the topic.
        let call = OutgoingCall(
            stream: NotificationWatch.name, params: SignalSessionParams(session: "ben").jsonText)
        _ = try? ben.stream(call) { item in
            if item.kind == "notification", item.data.json["message"]?.stringValue?.contains("calls for help") == true {
                times.append(SystemClock.monotonic() - begun)
                _ = try? ada.call(AlertDeactivate.self, .init())
                isCalled = false
            }
            guard times.count < 30 else { return .cancel }
            if !isCalled {
                isCalled = true
                begun = SystemClock.monotonic()
                _ = try? ada.call(AlertActivate.self, .init())
            }
            return .more
        }
        #expect(times.count == 30)
        #expect(Self.percentile(times, 1) < .seconds(2))
        Self.tell(
            "P10 a call for help on the responder's screen", times, goal: "p99 50 ms",
            others: "Noonlight 10 s by SMS; BS 8484: 80 % taken up within 10 s")
    }
}
