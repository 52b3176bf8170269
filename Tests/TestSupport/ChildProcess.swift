import Foundation
import Glibc

/// A spawned program whose output is kept and whose end can be awaited; killed when the last reference goes.
package final class ChildProcess: @unchecked Sendable {
    // The process, the collected bytes and the condition are only touched under the condition's lock.
    private let process = Process()
    private let condition = NSCondition()
    private var collected: [Int: Data] = [1: Data(), 2: Data()]
    private var open = 2
    private var exited = false
    private let input = Pipe()

    package let name: String

    /// Starts `executable`; as user and group `uid` where one is given, which takes root.
    package init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], uid: UInt32? = nil,
        input text: String? = "", directory: String = "/"
    ) throws {
        name = URL(filePath: executable).lastPathComponent
        if let uid, uid != geteuid() {
            guard geteuid() == 0 else { throw TestFailure("running \(name) as user \(uid) takes root") }
            process.executableURL = URL(filePath: "/usr/bin/setpriv")
            process.arguments =
                ["--reuid", "\(uid)", "--regid", "\(uid)", "--clear-groups", executable] + arguments
        } else {
            process.executableURL = URL(filePath: executable)
            process.arguments = arguments
        }
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        process.currentDirectoryURL = URL(filePath: directory)
        process.standardInput = input
        collect(1, from: &process.standardOutput)
        collect(2, from: &process.standardError)
        process.terminationHandler = { [condition, weak self] _ in
            condition.lock()
            self?.exited = true
            condition.broadcast()
            condition.unlock()
        }
        try process.run()
        if let text {
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try input.fileHandleForWriting.close()
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    package var pid: Int32 { process.processIdentifier }
    package var isRunning: Bool { process.isRunning }

    package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    package func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    package func closeInput() throws { try input.fileHandleForWriting.close() }

    /// What it has written to standard output so far.
    package var output: String { text(1) }

    /// What it has written to standard error so far.
    package var errors: String { text(2) }

    /// Waits until standard output holds `text`; throws after `limit`, or when the process ended without it.
    package func awaitOutput(_ text: String, limit: Duration = .seconds(20)) async throws {
        try await wait(limit, for: "“\(text)”") { $0.collected[1]?.contains(text) ?? false }
    }

    /// Waits until standard error holds `text`.
    package func awaitErrors(_ text: String, limit: Duration = .seconds(20)) async throws {
        try await wait(limit, for: "“\(text)”") { $0.collected[2]?.contains(text) ?? false }
    }

    /// Waits for the end; answers the exit status, or 128 and the signal's number.
    @discardableResult
    package func awaitExit(limit: Duration = .seconds(30)) async throws -> Int32 {
        try await wait(limit, for: "its end") { $0.exited && $0.open == 0 }
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    private func wait(
        _ limit: Duration, for what: String, _ holds: @escaping @Sendable (ChildProcess) -> Bool
    ) async throws {
        let deadline = Date(timeIntervalSinceNow: TimeInterval(limit.components.seconds))
        let satisfied = await withCheckedContinuation { continuation in
            Thread {
                self.condition.lock()
                var holding = holds(self)
                while !holding, !(self.exited && self.open == 0), self.condition.wait(until: deadline) {
                    holding = holds(self)
                }
                holding = holds(self)
                self.condition.unlock()
                continuation.resume(returning: holding)
            }.start()
        }
        guard satisfied else {
            throw TestFailure("\(name): \(what) did not come\n--- stdout\n\(output)\n--- stderr\n\(errors)")
        }
    }

    private func text(_ stream: Int) -> String {
        condition.lock()
        defer { condition.unlock() }
        return String(decoding: collected[stream] ?? Data(), as: UTF8.self)
    }

    private func collect(_ stream: Int, from slot: inout Any?) {
        let pipe = Pipe()
        slot = pipe
        pipe.fileHandleForReading.readabilityHandler = { [condition, weak self] handle in
            let data = handle.availableData
            condition.lock()
            if data.isEmpty {
                handle.readabilityHandler = nil
                self?.open -= 1
            } else {
                self?.collected[stream]?.append(data)
            }
            condition.broadcast()
            condition.unlock()
        }
    }
}

extension Data {
    func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
