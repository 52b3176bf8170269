import Glibc
import SeamSDK
import TestSupport
import Testing
import Wire

/// Tests a daemon that is running but does nothing. The daemon is stopped, as if by a debugger or a broken disk.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HangTests {
    /// The time by which a limit may be exceeded on a busy machine.
    private static let slack = Duration.seconds(2)

    /// Time limits that are short enough for a test.
    private static var short: Patience {
        var patience = Patience()
        patience.silence = .milliseconds(300)
        patience.signOfLife = .milliseconds(1_500)
        return patience
    }

    private typealias Call = (name: String, make: @Sendable (Seam, String) async throws -> Void)

    private static let calls: [Call] = [
        ("activate", { seam, _ in try await seam.activate() }),
        ("refresh", { seam, _ in try await seam.refresh() }),
        ("reveal", { seam, key in _ = try await seam.reveal(key) }),
        ("recentUnlocks", { seam, _ in _ = try await seam.recentUnlocks(limit: 1_000) }),
        ("providers", { seam, _ in _ = try await seam.providers() }),
        ("startUnlock", { seam, key in _ = try await seam.startUnlock(using: key) }),
        ("nearbyDoors", { seam, _ in for try await _ in seam.nearbyDoors() { break } }),
    ]

    @Test("hang: every call ends and goes on with the daemon") func everyCallEndsAndGoesOnWithTheDaemon() async throws {
        let (system, signedIn) = try await TestSystem.withSignedIn()
        let seam = Seam(configuration: signedIn.configuration, patience: Self.short)
        try await seam.activate()
        let key = try seam.key("Front Door").id
        try system.sessiond.suspend()
        defer { system.sessiond.signal(SIGCONT) }
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, call) in Self.calls {
                group.addTask {
                    let error = try await thrown(SeamSystemError.self) { try await call(seam, key) }
                    #expect(error.reason == SeamSystemError.noReply, "\(name): \(error)")
                    // No error suggests opening a door a second time.
                    #expect((error.retryAfter == nil) == (name == "startUnlock"), "\(name): \(error)")
                }
            }
            try await group.waitForAll()
        }
        #expect(clock.now - start < .milliseconds(1_800) + Self.slack)
        for await error in seam.systemErrorUpdates where error?.reason == SeamSystemError.noReply { break }
        let again = clock.now
        for (name, call) in Self.calls {
            let error = try await thrown(SeamSystemError.self) { try await call(seam, key) }
            #expect(error.reason == SeamSystemError.noReply, "\(name)")
        }
        let sync = try await thrown(SeamSystemError.self) { _ = try seam.unlockEvents(using: key) }
        #expect(sync.reason == SeamSystemError.noReply)
        #expect(clock.now - again < .seconds(1), "it is known to hang")
        system.sessiond.signal(SIGCONT)
        for await error in seam.systemErrorUpdates where error == nil { break }
        #expect(try await seam.refresh() == signedIn.credentials)
        #expect(try await seam.recentUnlocks().allSatisfy { $0.outcome != .granted }, "nobody waits for that door")
    }

    /// Uses the time limits of real programs, which are so long that no limit expires before the task is cancelled.
    @Test("hang: a cancelled task waits no longer") func aCancelledTaskWaitsNoLonger() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let key = try seam.key("Front Door").id
        try system.sessiond.suspend()
        defer { system.sessiond.signal(SIGCONT) }
        let tasks = Self.calls.map { call in Task { try await call.make(seam, key) } }
        // After these turns, each call is either waiting, or will find at its start that its task is cancelled.
        for _ in 0..<100 { await Task.yield() }
        let start = ContinuousClock.now
        for task in tasks { task.cancel() }
        for (call, task) in zip(Self.calls, tasks) {
            switch await task.result {
            // A cancelled stream ends without an error.
            case .success: #expect(call.name == "nearbyDoors")
            case .failure(let error): #expect(error is CancellationError, "\(call.name): \(error)")
            }
        }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    /// Eight tasks make calls that block their threads. Meanwhile, other tasks never wait longer than one such call
    /// takes.
    @Test("hang: calls that hold their threads do not add up") func callsThatHoldTheirThreadsDoNotAddUp() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let key = try seam.key("Front Door").id
        try system.sessiond.suspend()
        defer { system.sessiond.signal(SIGCONT) }
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 * sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
                group.addTask {
                    let error = #expect(throws: SeamSystemError.self) { try seam.unlockEvents(using: key) }
                    #expect(error?.reason == SeamSystemError.noReply)
                }
            }
        }
        #expect(ContinuousClock.now - start < .seconds(1) + Self.slack)
    }

    @Test("hang: a program that signs out without a daemon goes on")
    func aProgramThatSignsOutWithoutADaemonGoesOn() async throws {
        let directory = try TestDirectory()
        let seam = Seam(configuration: SeamConfiguration(socketPath: directory.file("none.sock")))
        let start = ContinuousClock.now
        await seam.deactivate()
        #expect(ContinuousClock.now - start < .seconds(1))
        for await error in seam.systemErrorUpdates where error?.reason == SeamSystemError.unreachable { break }
    }

    /// Runs the retry loop from the documentation while no daemon is running.
    @Test("hang: a loop that obeys makes at most two calls a second")
    func aLoopThatObeysMakesAtMostTwoCallsASecond() async throws {
        let directory = try TestDirectory()
        let seam = Seam(configuration: SeamConfiguration(socketPath: directory.file("none.sock")))
        // Adds up the times that the loop would wait, without waiting.
        var waited = 0.0
        for _ in 0..<4 {
            let error = try await thrown(SeamSystemError.self) { _ = try await seam.refresh() }
            waited += try #require(error.retryAfter)
        }
        #expect(waited >= 2)
    }

    @Suite(.lane(.kills), .serialized, .timeLimit(.minutes(10))) struct KillsLane {
        /// Uses the time limits of real programs.
        @Test("hang: stopped for twenty seconds under", arguments: calls.indices)
        func stoppedForTwentySecondsUnder(_ index: Int) async throws {
            let (system, seam) = try await TestSystem.withSignedIn()
            let key = try seam.key("Front Door").id
            let call = HangTests.calls[index]
            try system.sessiond.suspend()
            let start = ContinuousClock.now
            let error = try await thrown(SeamSystemError.self) { try await call.make(seam, key) }
            #expect(error.reason == SeamSystemError.noReply, "\(call.name)")
            #expect(ContinuousClock.now - start < .seconds(5), "\(call.name)")
            // The clock of a stopped process cannot be moved, so the test really waits for this time.
            try await Task.sleep(for: .seconds(20) - (ContinuousClock.now - start))
            system.sessiond.signal(SIGCONT)
            for await error in seam.systemErrorUpdates where error == nil { break }
            #expect(try await seam.refresh() == seam.credentials)
        }
    }
}
