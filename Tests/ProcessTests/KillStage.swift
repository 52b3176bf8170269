import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Kills processes under attempts, restarts them, and compares journal and lock each time.
final class KillStage {
    private let system: TestSystem
    /// The locks, where they are not the system's own: with a quick motor.
    private var quickLocks: ChildProcess?
    private var arrival: DispatchWorkItem?
    private var entries = 0
    /// What the lock had recorded after the latest comparison: nothing may be added but by the next call.
    private var latest: LockTally?
    private var undisturbedAttempts: [(begun: Timestamp, ended: Timestamp)] = []

    /// How long the lock stays out of range in a measured attempt.
    static let approach = Duration.milliseconds(1500)

    init(system: TestSystem) {
        self.system = system
    }

    // MARK: - Known points

    func exists(_ victim: KillTests.Victim, at point: KillTests.Point) -> Bool {
        switch (victim, point) {
        // No provider runs before its lock is found, and a lock that is not heard is not missed.
        case (.provider, .scanning), (.lock, .scanning): false
        case (.radiod, _), (.sessiond, _), (.provider, _), (.lock, _): true
        }
    }

    func kill(_ victim: KillTests.Victim, at point: KillTests.Point) async throws {
        let what = "\(victim) killed \(point)"
        let before = try untouchedTally()
        let lock = try system.followLock()
        switch point {
        case .scanning: try system.fault("out_of_range")
        case .authenticating: try system.fault("slow", step: 2, milliseconds: 3000)
        case .committed: try system.fault("slow", step: 4, milliseconds: 3000)
        }
        let unlock = try system.startUnlock()
        switch point {
        case .scanning: try await unlock.awaitOutput("\"scanning\"")
        case .authenticating: try await unlock.awaitOutput("\"authenticating\"")
        case .committed: try await lock.awaitOutput("\"unlocking\"")
        }
        let pid = try #require(self.pid(of: victim), "\(what): runs")
        Glibc.kill(pid, SIGKILL)
        let told = try await system.told(unlock)
        try await restart(after: victim)
        try system.clearFaults()
        let attempt = try await compare(since: before, what)
        let all: Comment = "\(what): \(told), \(attempt)"
        let isPast = point == .committed
        #expect(attempt.effect == (isPast ? .unknown : .none), all)
        #expect(attempt.state == (isPast && victim == .sessiond ? .unknown : .connectionFailed), all)
        #expect(told.status == (isPast || victim == .sessiond ? 5 : 3), all)
        #expect(told.terminals == (victim == .sessiond ? [] : ["connectionFailed"]), all)
        try await laterUnlock(what)
    }

    // MARK: - Uniform times

    /// Gives the locks a motor that needs a millisecond.
    func quicken() async throws {
        try await system.killLocks()
        try await startQuickLocks()
    }

    /// An attempt that nobody disturbs; answers how long it took from admission to outcome.
    func undisturbed() async throws -> Duration {
        let before = try untouchedTally()
        let told = try await system.told(try await approachedUnlock())
        arrival?.cancel()
        try #require(told.status == 0, "\(told)")
        let attempt = try await compare(since: before, "undisturbed")
        let ended = try #require(attempt.endedAt)
        let begun = try #require(
            try system.lockEvents(TestSystem.frontLock).last { $0["event"] == "unlocking" }?["time"]?.stringValue)
        undisturbedAttempts.append((begun: try #require(Timestamp(begun)), ended: ended))
        return attempt.startedAt.duration(to: ended)
    }

    /// How far apart the motor's begin and the outcome are, in attempts that nobody disturbed.
    func meanWindow() async throws -> Duration {
        let windows = undisturbedAttempts.map { $0.begun.duration(to: $0.ended) }
        return windows.reduce(.zero, +) / max(1, windows.count)
    }

    func kill(
        _ victim: KillTests.Victim, after delay: Duration, round: Int
    ) async throws -> (wasKilled: Bool, effect: WireError.Effect) {
        let what = "round \(round): \(victim) killed after \(delay)"
        let before = try untouchedTally()
        let unlock = try await approachedUnlock()
        let known = victim == .provider ? nil : pid(of: victim)
        let hit = await atMoment(delay) { [system] in
            // Of the four only the provider comes and goes with the attempt.
            guard let pid = known ?? system.providerProcess() else { return false }
            return Glibc.kill(pid, SIGKILL) == 0
        }
        // A lock comes back while the attempt still looks for it.
        if hit, victim == .lock { try await restart(after: victim) }
        let told = try await system.told(unlock)
        arrival?.cancel()
        if hit, victim != .lock { try await restart(after: victim) }
        try system.clearFaults()
        let attempt = try await compare(since: before, what)
        let all: Comment = "\(what): \(told), \(attempt)"
        switch (told.status, attempt.effect) {
        case (0, .applied): #expect(told.terminals == ["grantedAccess"], all)
        case (3, .none), (5, .unknown): break
        // The caller who lost the daemon knows less than the journal.
        case (5, .none), (5, .applied): #expect(victim == .sessiond, all)
        default: Issue.record(all)
        }
        #expect(told.terminals.count <= 1, all)
        if attempt.effect == .unknown, victim != .sessiond { #expect(told.phases.contains("operating"), all) }
        try await laterUnlock(what)
        return (hit, attempt.effect)
    }

    /// Starts an unlock of a lock that comes into range a while after admission; answers once it is admitted.
    private func approachedUnlock() async throws -> ChildProcess {
        try system.fault("out_of_range")
        let unlock = try system.startUnlock()
        try await unlock.awaitOutput("launched")
        let arrival = DispatchWorkItem { [system] in
            // The lock may have been killed meanwhile; its successor has no faults.
            try? system.clearFaults()
        }
        self.arrival = arrival
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.approach.timeInterval, execute: arrival)
        return unlock
    }

    /// Performs `action` at a moment, which is what the experiment varies.
    private func atMoment(_ delay: Duration, _ action: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + delay.timeInterval) {
                continuation.resume(returning: action())
            }
        }
    }

    // MARK: - Both

    private func laterUnlock(_ what: String) async throws {
        let before = try untouchedTally()
        let told = try await system.unlock()
        #expect(told.status == 0, "later, \(what): \(told)")
        let attempt = try await compare(since: before, "later, \(what)")
        #expect(attempt.state == .granted, "later, \(what): \(attempt)")
    }

    /// One more entry in the journal, which says what the lock did.
    private func compare(since before: LockTally, _ what: String) async throws -> Attempt {
        entries += 1
        let attempt = try await system.compareJournal(since: before, entries: entries, what)
        latest = try system.tally()
        return attempt
    }

    /// What the lock has recorded; that nobody has tried again by himself since the latest comparison.
    private func untouchedTally() throws -> LockTally {
        let tally = try system.settledTally()
        if let latest { #expect(tally == latest, "the lock has moved without a call") }
        return tally
    }

    private func pid(of victim: KillTests.Victim) -> Int32? {
        switch victim {
        case .radiod: system.radiod.pid
        case .sessiond: system.sessiond.pid
        case .provider: system.providerProcess()
        case .lock: (quickLocks ?? system.locks).pid
        }
    }

    private func restart(after victim: KillTests.Victim) async throws {
        switch victim {
        case .radiod:
            try await system.radiod.awaitExit()
            try await system.startRadiod()
        case .sessiond:
            try await system.sessiond.awaitExit()
            try await system.startSessiond()
        case .provider:
            break
        case .lock:
            try await (quickLocks ?? system.locks).awaitExit()
            if quickLocks == nil { try await system.startLocks() } else { try await startQuickLocks() }
        }
        try await system.awaitRadio()
    }

    private func startQuickLocks() async throws {
        let directory = system.directory
        let locks = try ChildProcess(
            try Products.executable("seam-virtual-lock"),
            [
                "--virtual-radio", directory.file("radio/air.sock"), "--control", directory.file("lock/control.sock"),
                "--events", system.lockEventsFile, "--state", directory.file("lock/state.json"), "--movement-ms", "1",
                "--lock", "\(TestSystem.frontLock):\(TestSystem.frontAddress)",
            ], uid: system.radioUID)
        quickLocks = locks
        try await locks.awaitOutput("ready")
    }
}

extension Duration {
    fileprivate var timeInterval: Double { self / .seconds(1) }
}
