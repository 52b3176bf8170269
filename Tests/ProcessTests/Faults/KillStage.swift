import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Kills processes during attempts, restarts them, and compares the journal with the lock each time.
final class KillStage {
    private let system: TestSystem
    private var entries = 0
    /// The lock's movements at the latest comparison. Only the next call may add movements.
    private var latest: LockTally?
    private var lengths: [Duration] = []

    /// In a measured attempt, the lock's motor turns for this time. A real motor takes two to four times as long.
    static let motor = Duration.milliseconds(700)

    init(system: TestSystem) {
        self.system = system
    }

    // MARK: - Known points

    func exists(_ victim: KillTests.Victim, at point: KillTests.Point) -> Bool {
        switch (victim, point) {
        // No provider runs before its lock has been found. If no signal of a lock has been received yet, killing the
        // lock changes nothing.
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
        case .acting: try system.fault("slow", step: 6, milliseconds: 3000)
        }
        let unlock = try system.startUnlock()
        switch point {
        case .scanning: try await unlock.awaitOutput("\"scanning\"")
        case .authenticating: try await unlock.awaitOutput("\"authenticating\"")
        case .committed: try await lock.awaitOutput("\"unlocking\"")
        case .acting: try await unlock.awaitOutput("the lock acts")
        }
        let pid = try #require(self.pid(of: victim), "\(what): runs")
        Glibc.kill(pid, SIGKILL)
        // Nobody can ask the lock for the outcome before the killed process is running again.
        if point == .acting { try await restart(after: victim) }
        let told = try await system.told(unlock)
        if point != .acting { try await restart(after: victim) }
        try system.clearFaults()
        let attempt = try await compare(since: before, what)
        let all: Comment = "\(what): \(told), \(attempt)"
        switch point {
        case .scanning, .authenticating:
            #expect(attempt.effect == .none && attempt.state == .connectionFailed, all)
            #expect(told.status == (victim == .sessiond ? 5 : 3), all)
        case .committed:
            #expect(attempt.effect == .unknown, all)
            #expect(attempt.state == (victim == .sessiond ? .unknown : .connectionFailed), all)
            #expect(told.status == 5, all)
        case .acting where victim == .sessiond:
            #expect(attempt.effect == .applied && attempt.state == .unknown, all)
            #expect(told.status == 5, all)
        case .acting where victim == .lock:
            // The lock's own records show whether it had opened before the kill.
            #expect(told.status == (attempt.effect == .applied ? 0 : 5), all)
        case .acting:
            #expect(attempt.effect == .applied && attempt.state == .granted, all)
            #expect(told.status == 0, all)
        }
        let terminal = told.status == 0 ? "grantedAccess" : "connectionFailed"
        #expect(told.terminals == (victim == .sessiond ? [] : [terminal]), all)
        try await laterUnlock(what)
    }

    // MARK: - Uniform times

    /// The median length of the undisturbed attempts.
    var medianLength: Duration { lengths.sorted()[lengths.count / 2] }

    /// Runs an attempt without a kill.
    func undisturbed() async throws {
        let before = try untouchedTally()
        let told = try await system.told(try await admittedUnlock())
        try #require(told.status == 0, "\(told)")
        let attempt = try await compare(since: before, "undisturbed")
        lengths.append(attempt.startedAt.duration(to: try #require(attempt.endedAt)))
    }

    func kill(
        _ victim: KillTests.Victim, after delay: Duration, round: Int
    ) async throws -> (wasKilled: Bool, effect: WireError.Effect) {
        let what = "round \(round): \(victim) killed after \(delay)"
        let before = try untouchedTally()
        let unlock = try await admittedUnlock()
        let known = victim == .provider ? nil : pid(of: victim)
        let hit = await atMoment(delay) { [system] in
            // Of the four processes, only the provider starts when the attempt starts, and ends when the attempt ends.
            guard let pid = known ?? system.providerProcess() else { return false }
            return Glibc.kill(pid, SIGKILL) == 0
        }
        if hit { try await restart(after: victim) }
        let told = try await system.told(unlock)
        let attempt = try await compare(since: before, what)
        let all: Comment = "\(what): \(told), \(attempt)"
        switch (told.status, attempt.effect) {
        case (0, .applied): #expect(told.terminals == ["grantedAccess"], all)
        case (3, .none), (5, .unknown): break
        // A caller that has lost its connection to the daemon knows less than the journal records.
        case (5, .none), (5, .applied): #expect(victim == .sessiond, all)
        default: Issue.record(all)
        }
        #expect(told.terminals.count <= 1, all)
        if attempt.effect == .unknown, victim != .sessiond { #expect(told.phases.contains("operating"), all) }
        if round.isMultiple(of: 5) { try await laterUnlock(what) }
        return (hit, attempt.effect)
    }

    /// Starts an unlock, and returns once it has been admitted.
    private func admittedUnlock() async throws -> ChildProcess {
        let unlock = try system.startUnlock()
        try await unlock.awaitOutput("launched")
        return unlock
    }

    /// Runs `action` after `delay`, which the experiment varies.
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

    /// Expects one more entry in the journal. The entry must agree with the lock's actions.
    private func compare(since before: LockTally, _ what: String) async throws -> Attempt {
        entries += 1
        try await system.settledJournal(since: before)
        let attempt = try await system.compareJournal(since: before, entries: entries, what)
        latest = try system.tally()
        return attempt
    }

    /// The lock's movements so far. Checks that since the latest comparison, no process has started a new try by
    /// itself.
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
        case .lock: system.locks.pid
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
            try await system.locks.awaitExit()
            try await system.startLocks()
        }
        try await system.awaitRadio()
    }
}

extension Duration {
    fileprivate var timeInterval: Double { self / .seconds(1) }
}
