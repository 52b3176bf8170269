import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that other answers are not delayed if a daemon hangs.
@Suite(.serialized) struct HangTests {
    /// The outcome of an attempt is lost. The broker, which should release the lock, does not answer.
    @Test("hang: a broker that hangs does not hold up the answer", .timeLimit(.minutes(2)))
    func aBrokerThatHangsDoesNotHoldUpTheAnswer() async throws {
        let system = try await TestSystem.withFrontKey()
        try system.fault("slow", step: 6, milliseconds: 3000)
        let start = ContinuousClock.now
        let unlock = try system.startUnlock(timeout: "4s")
        try await unlock.awaitOutput("the lock acts")
        let provider = try system.startedProvider()
        kill(system.radiod.pid, SIGSTOP)
        defer { kill(system.radiod.pid, SIGCONT) }
        kill(provider, SIGKILL)
        let told = try await system.told(unlock)
        let time = ContinuousClock.now - start
        #expect(told.status == 5, "\(told)")
        #expect(told.terminals == ["timedOut"], "\(told)")
        #expect(time >= .seconds(4), "never early")
        #expect(time < .seconds(4 + 2), "\(told)")
    }

    /// The daemon is stopped before its greeting. Nothing can have happened, and nothing happens either when the daemon
    /// continues.
    @Test("hang: a daemon that is stopped is unreachable", .timeLimit(.minutes(2)))
    func aDaemonThatIsStoppedIsUnreachable() async throws {
        let system = try await TestSystem.withFrontKey()
        kill(system.sessiond.pid, SIGSTOP)
        defer { kill(system.sessiond.pid, SIGCONT) }
        let calls = [
            ["keys"], ["status"], ["rpc", "rpc.whoami"], ["unlock", "Front Door"], ["deactivate"], ["watch"],
        ]
        // Each call waits five seconds for a welcome.
        let processes = try calls.map { try system.startSeam($0) }
        for (call, process) in zip(calls, processes) {
            #expect(try await process.awaitExit() == 69, "\(call): \(process.output)\(process.errors)")
        }
        kill(system.sessiond.pid, SIGCONT)
        #expect(try await system.journal().isEmpty)
        #expect(try await system.unlock().status == 0, "still signed in")
        #expect(try system.openings() == 1)
    }

    /// The daemon is told to end while a lock is in use. The broker does not accept the lock's release.
    @Test("hang: a broker that hangs does not hold up the end", .timeLimit(.minutes(2)))
    func aBrokerThatHangsDoesNotHoldUpTheEnd() async throws {
        let system = try await TestSystem.withFrontKey()
        try system.fault("slow", step: 2, milliseconds: 10_000)
        let unlock = try system.startUnlock(timeout: "30s")
        try await unlock.awaitOutput("\"authenticating\"")
        kill(system.radiod.pid, SIGSTOP)
        defer { kill(system.radiod.pid, SIGCONT) }
        system.sessiond.signal(SIGTERM)
        #expect(try await system.sessiond.awaitExit(limit: .seconds(5)) == 0, "\(system.sessiond.errors)")
        let told = try await system.told(unlock)
        #expect(told.status == 130 && told.terminals.isEmpty, "\(told)")
    }

    /// The lane that lets each dependency of each daemon hang. `hangs.py` has the table's rows.
    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("hang: what still works", .timeLimit(.minutes(10))) func whatStillWorks() async throws {
            let table = try ChildProcess(
                "/usr/bin/python3",
                ["\(Products.package)Tests/ProcessTests/Peers/hangs.py", Products.directory]
                    + ["\(Products.package)Tests/ProcessTests/Peers"],
                environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"])
            #expect(try await table.awaitExit(limit: .seconds(580)) == 0, "\(table.errors)")
            print(table.output)
        }
    }
}
