import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that SIGTERM ends all processes and leaves nothing behind.
@Suite(.serialized)
struct KillStopTests {
    @Test("kill stop: SIGTERM leaves no process, socket or file")
    func stopped() async throws {
        let system = try await TestSystem.withFrontKey()
        #expect(try await system.unlock().status == 0)
        let before = try system.tally()
        // Ends the daemon in the middle of an attempt, before the commit gate.
        try system.fault("slow", step: 2, milliseconds: 3000)
        let unlock = try system.startUnlock()
        try await unlock.awaitOutput("\"authenticating\"")
        let provider = try system.startedProvider()
        let path = system.directory.path
        let statuses = try await system.stop()
        let told = try await system.told(unlock)
        #expect(statuses == [0, 0, 0, 0], "session daemon, locks, broker, cloud")
        // The caller is told one of two things: its attempt was cancelled, or the daemon stops. It may also lose its
        // connection before either message.
        #expect([130, 75, 5].contains(told.status), "\(told)")
        #expect(try system.tally() == before)
        let left = ProcessTable.processes { $0.commandLine.contains(path) || $0.pid == provider }
        #expect(left.isEmpty, "\(left)")
        for name in ["run-session", "run-radio", "radio"] {
            let entries = try FileManager.default.contentsOfDirectory(atPath: system.directory.file(name))
            #expect(entries.isEmpty, "\(name): \(entries)")
        }
        let locks = try FileManager.default.contentsOfDirectory(atPath: system.directory.file("lock")).sorted()
        #expect(locks == ["events.jsonl", "state.json"], "what the locks keep on purpose")
    }
}
