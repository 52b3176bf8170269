import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Measures the cost of a program that shows a session and waits.
@Suite(.serialized) struct IdleTests {
    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("idle: a program that waits sleeps") func aProgramThatWaitsSleeps() async throws {
            // During the measurement, the daemon must have nothing to report to the program. The daemon sends a report
            // each time it reads the cloud, so in this test it rarely reads the cloud.
            let quiet: JSON = ["sync_interval_ms": 3_600_000]
            let (system, _) = try await TestSystem.withSignedIn(configuration: quiet)
            let bench = try Products.executable("seam-bench")
            let shown = try ChildProcess(bench, ["idle", system.sessionSocket, "--sdk"])
            try await shown.awaitOutput("ready")
            let empty = try await Self.emptyProgram(in: system.directory)
            // Waits until the program's start no longer affects the measurement.
            try await Task.sleep(for: .seconds(10))
            let before = try Self.wakeUps(shown.pid)
            try await Task.sleep(for: .seconds(20))
            let wakeUps = try Self.wakeUps(shown.pid) - before
            let (memory, least) = (try Self.resident(shown.pid), try Self.resident(empty.pid))
            print("sdk idle: \(wakeUps) wake-ups in 20 s, \(memory) KiB resident, an empty program \(least) KiB")
            #expect(wakeUps == 0)
            #expect(memory - least <= 12 * 1024)
        }

        /// Compiles and starts a Swift program that does nothing.
        private static func emptyProgram(in directory: TestDirectory) async throws -> ChildProcess {
            let text = "import Glibc\nprint(\"ready\")\nfflush(nil)\n_ = readLine()\n"
            let source = try directory.write(text, to: "empty.swift")
            let program = directory.file("empty")
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let compiler = try ChildProcess(
                "/usr/bin/env", ["swiftc", "-O", source, "-o", program], environment: ["PATH": path])
            guard try await compiler.awaitExit(limit: .seconds(120)) == 0 else { throw TestFailure(compiler.errors) }
            let empty = try ChildProcess(program, [], input: nil)
            try await empty.awaitOutput("ready")
            return empty
        }

        /// The number of times that the threads of the process have begun to sleep.
        private static func wakeUps(_ pid: pid_t) throws -> Int {
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
            return try threads.reduce(0) { sum, thread in
                sum + (try number("voluntary_ctxt_switches", in: "/proc/\(pid)/task/\(thread)/status"))
            }
        }

        private static func resident(_ pid: pid_t) throws -> Int {
            try number("VmRSS", in: "/proc/\(pid)/status")
        }

        private static func number(_ name: String, in file: String) throws -> Int {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            let value = line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") }
            guard let value else { throw TestFailure("\(file) has no \(name)") }
            return value
        }
    }
}
