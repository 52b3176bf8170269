import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a machine that sleeps, and a clock correction while the store accepts no writes. The tests use the real
/// daemon.
@Suite(.timeLimit(.minutes(2))) struct LateTimeTests {
    /// Ends the bench's daemon, and starts another daemon in its place. The command `outer` starts this daemon.
    private static func replace(
        _ bench: SignalBench, _ arguments: [String] = [], within outer: [String]
    ) async throws -> ChildProcess {
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        let daemon = try ChildProcess(
            try Products.executable("lifesignald"),
            arguments + ["--config", bench.directory.file("lifesignal.json")], within: outer)
        try await daemon.awaitErrors(" ready")
        return daemon
    }

    /// If a deadline passes while the machine sleeps, the daemon reports it as soon as the machine wakes up. The test
    /// simulates the sleep. The daemon's boot clock is ten minutes ahead, and its other clocks are right.
    @Test("late time: what falls due asleep is told on waking", .enabled(if: canBeOtherUsers))
    func whatFallsDueAsleepIsToldOnWaking() async throws {
        let bench = try await SignalBench(isVirtual: false)
        try bench.signIn(SignalBench.ada)
        let often = CheckInSet.Params(interval: .seconds(300), grace: .zero)
        _ = try bench.client().call(CheckInSet.self, often)
        let due = try #require(try bench.client().call(CheckInRecord.self, .init()).nextDue)
        let sleep = ["/usr/bin/unshare", "--time", "--boottime", "600", "--kill-child"]
        let daemon = try await Self.replace(bench, within: sleep)
        let alert = try #require(try bench.client().call(AlertGet.self, .init()).alert, "\(daemon.errors)")
        #expect(alert.kind == "overdue" && alert.at >= due)
        let told = try bench.administrator().call(OutboxList.self, .init()).elements
        #expect(told.count == 1 && told[0].text.contains("Clock corrected.") == false)
        let clock = try bench.administrator().call(ClockGet.self, .init())
        #expect(clock.fault == "behind", "the wall clock has slept")
    }

    /// If a pass sees a clock correction and then fails, the next pass still knows of the correction. People whom the
    /// correction has made due are asked first.
    @Test("late time: a correction outlives a pass that fails") func aCorrectionOutlivesAPassThatFails() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        _ = try bench.client().call(CheckInRecord.self, .init())
        // This trap is set so that a file that has reached its size limit causes an error instead of a signal.
        let daemon = try await Self.replace(
            bench, ["--virtual-clock", bench.directory.file("run/clock")],
            within: ["/bin/sh", "-c", #"trap '' XFSZ; exec "$@""#, "sh"])
        func limit(_ size: String) async throws {
            let tool = try ChildProcess("/usr/bin/prlimit", ["--pid", "\(daemon.pid)", "--fsize=\(size):"])
            #expect(try await tool.awaitExit() == 0, "\(tool.errors)")
        }
        func move(_ order: String) throws {
            let clock = try UnixConnection(bench.directory.file("run/clock"))
            try clock.send(order + "\n")
            #expect(try clock.line().contains("time"))
        }
        let before = try bench.administrator().call(ClockGet.self, .init()).lastPass
        try await limit("1")
        try move(#"{"wall_ms": 90000000}"#)
        try await daemon.awaitErrors("a pass was not completed")
        #expect(try bench.administrator().call(ClockGet.self, .init()).lastPass == before, "it does not count as one")
        try await limit("unlimited")
        try move(#"{"advance_ms": 1000}"#)
        let client = try bench.client()
        #expect(try client.call(AlertGet.self, .init()).alert == nil, "she is asked first")
        #expect(try client.call(NotificationList.self, .init()).notifications.map(\.type) == ["checkIn"])
        try bench.advance(.seconds(120) - .milliseconds(1))
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        try bench.advance(.milliseconds(1))
        #expect(try client.call(AlertGet.self, .init()).alert?.kind == "overdue")
        let told = try bench.administrator().call(OutboxList.self, .init()).elements
        #expect(told.count == 1 && told[0].text.contains("Clock corrected."))
    }
}
