import Foundation
import TestSupport
import Testing
import Wire

/// Measures the cost of a terminal that shows the keys while nobody uses it.
@Suite(.serialized, .timeLimit(.minutes(3))) struct TerminalIdleTests {
    @Suite(.lane(.figures)) struct FiguresLane {
        /// The test performs each action that calls a daemon once before it begins to measure.
        @Test("terminal idle: whoever waits is not woken and writes nothing")
        func whoeverWaitsIsNotWokenAndWritesNothing() async throws {
            // The daemon sends the program a report each time it reads the cloud, so in this test it rarely reads the
            // cloud.
            let quiet: JSON = ["sync_interval_ms": 3_600_000]
            let (system, terminal) = try await TuiShell.start(configuration: quiet)
            _ = system
            try await terminal.type("seam tui")
            try await TuiShell.select("Front Door", terminal)
            try await Self.expectStill(terminal, "after the start")
            try await terminal.press("a")
            try await terminal.awaitScreen("No door has been opened yet.")
            try await terminal.press("Escape")
            try await terminal.awaitScreen { !$0.contains("Activity") }
            try await terminal.press("r")
            try await terminal.awaitScreen("The keys are up to date.")
            try await Self.expectStill(terminal, "after a refresh and the journal")
        }

        private static func expectStill(_ terminal: TmuxTerminal, _ when: String) async throws {
            // Waits until all earlier activity has ended. By then, the last message is no longer shown, and its data
            // has been read.
            try await Task.sleep(for: .seconds(10))
            let processes = try Self.processes(below: try await terminal.shell())
            #expect(processes.count == 2, "one that guards the terminal, and one that has the screen")
            let before = try processes.map { (try $0.wakeUps, try $0.written) }
            try await Task.sleep(for: .seconds(20))
            for (process, before) in zip(processes, before) {
                let (wakeUps, written) = (try process.wakeUps - before.0, try process.written - before.1)
                print("seam tui \(when): \(wakeUps) wake-ups and \(written) bytes in 20 s, \(try process.resident) KiB")
                #expect(wakeUps == 0 && written == 0)
            }
        }

        /// The processes that run `seam-tui`. The guard process is the first.
        private static func processes(below shell: pid_t) throws -> [Waiting] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.sorted()
                .map(Waiting.init).filter { $0.isBelow(shell) && $0.program.hasSuffix("/seam-tui") }
        }
    }

    private struct Waiting {
        let pid: Int32

        init(_ pid: Int32) { self.pid = pid }

        var program: String { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")) ?? "" }

        func isBelow(_ shell: Int32) -> Bool {
            var pid = pid
            while pid > 1 {
                if pid == shell { return true }
                guard let parent = try? Waiting(pid).number("PPid", in: "status") else { return false }
                pid = Int32(parent)
            }
            return false
        }

        /// The number of times that the threads of the process have begun to sleep.
        var wakeUps: Int {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
                    .reduce(0) { try $0 + number("voluntary_ctxt_switches", in: "task/\($1)/status") }
            }
        }

        /// The number of bytes that the process has written.
        var written: Int { get throws { try number("wchar", in: "io") } }

        var resident: Int { get throws { try number("VmRSS", in: "status") } }

        private func text(_ file: String) throws -> String {
            try String(contentsOfFile: "/proc/\(pid)/\(file)", encoding: .utf8)
        }

        private func number(_ name: String, in file: String) throws -> Int {
            let line = try text(file).split(separator: "\n").first { $0.hasPrefix("\(name):") }
            let value = line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).last ?? "") }
            guard let value else { throw TestFailure("\(file) of \(pid) has no \(name)") }
            return value
        }
    }
}
