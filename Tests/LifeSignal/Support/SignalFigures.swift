import Foundation
import Glibc
package import TestSupport

/// The kernel's figures for a daemon's process.
package struct SignalFigures {
    private let pid: Int32

    /// Creates the figures for a process.
    package init(of process: ChildProcess) { pid = process.pid }

    /// Creates the figures for the process with a number.
    package init(pid: Int32) { self.pid = pid }

    private func read(_ path: String) throws -> String {
        try String(contentsOfFile: "/proc/\(pid)/\(path)", encoding: .utf8)
    }

    private static func number(_ name: String, in text: String) -> Int? {
        text.split(separator: "\n").first { $0.hasPrefix("\(name):") }.flatMap { Int($0.filter(\.isNumber)) }
    }

    /// Resident memory, in KiB.
    package func resident() throws -> Int {
        guard let resident = Self.number("VmRSS", in: try read("status")) else { throw TestFailure("no VmRSS") }
        return resident
    }

    /// The memory of the process, in KiB, with the pages of its program file. A page that several processes map counts
    /// in parts (Pss). The second number is without the pages of files. Needs root.
    package func memory() throws -> (all: Int, own: Int) {
        guard let all = Self.number("Pss", in: try read("smaps_rollup")),
            let own = Self.number("RssAnon", in: try read("status"))
        else { throw TestFailure("no Pss") }
        return (all, own)
    }

    /// The processor time that the process has used, with all its threads.
    package func processorTime() throws -> Duration {
        // Skips the program's name, which is in parentheses and may contain anything.
        let fields = try read("stat").split(separator: ")").last.map { $0.split(separator: " ") } ?? []
        guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else {
            throw TestFailure("/proc/\(pid)/stat is not understood")
        }
        return .milliseconds((user + system) * 1_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// How often the threads of the process have gone to sleep so far. They have been woken equally often.
    package func wakeUps() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").reduce(0) { sum, thread in
            // A thread may end in the meantime.
            let status = (try? read("task/\(thread)/status")) ?? ""
            return sum + (Self.number("voluntary_ctxt_switches", in: status) ?? 0)
        }
    }
}
