import Foundation
import Glibc
import TestSupport

/// The kernel's figures for a process.
struct ProcessFigures {
    let pid: Int32

    /// The processor time that the process has used, with all its threads.
    func processorTime() throws -> Duration {
        let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        // Skips the program's name, which is in parentheses and may contain anything.
        let fields = text.split(separator: ")").last.map { $0.split(separator: " ") } ?? []
        guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else {
            throw TestFailure("/proc/\(pid)/stat is not understood")
        }
        return .milliseconds((user + system) * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// In KiB, the resident memory, and the part of it that only this process has changed.
    func memory() throws -> (resident: Int, privateDirty: Int) {
        let text = try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
        func line(_ name: String) -> Int {
            text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        return (line("Rss:"), line("Private_Dirty:"))
    }

    /// The peak of the process's resident memory, in KiB.
    func peak() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let peak = Int(line.filter(\.isNumber))
        else { throw TestFailure("/proc/\(pid)/status is not understood") }
        return peak
    }

    func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
    }

    /// The share of one processor that the process uses during `span`, as a percentage.
    func load(for span: Duration) throws -> Double {
        let (start, before) = (ContinuousClock.now, try processorTime())
        poll(nil, 0, Int32(span / .milliseconds(1)))
        return try (processorTime() - before) / (ContinuousClock.now - start) * 100
    }

    /// Calls `holds` every few milliseconds until it returns true.
    func wait(for what: String, _ holds: (ProcessFigures) throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try !holds(self) {
            guard ContinuousClock.now < deadline else { throw TestFailure("\(what) does not come about") }
            poll(nil, 0, 20)
        }
    }
}
