package import Foundation
import Glibc

/// A spawned program. The program's output is kept, and a test can wait for the program's end. The program is killed
/// when the last reference to the object is released.
///
/// The class does not use Foundation's `Process`. Other tests spawn children at the same moment, and these would
/// inherit the pipes of `Process`, which would then never end.
package final class ChildProcess: Sendable {
    private let record: ChildRecord

    package let name: String
    package let pid: Int32

    /// Starts `executable` through the command `outer`. If `uid` is not nil, the program runs as the user and the group
    /// with this number. This needs root. `text` is the program's whole standard input. If `input` is nil, the input
    /// stays open for ``write(_:)``.
    package init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], uid: UInt32? = nil,
        within outer: [String] = [], input text: String? = "", directory: String = "/"
    ) throws {
        name = URL(filePath: executable).lastPathComponent
        var command = [executable] + arguments
        if let uid, uid != geteuid() {
            guard geteuid() == 0 else { throw TestFailure("running \(name) as user \(uid) takes root") }
            command = ["/usr/bin/setpriv", "--reuid", "\(uid)", "--regid", "\(uid)", "--clear-groups"] + command
        }
        command = outer + command
        let values = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
            .merging(Products.sanitizerOptions) { $1 }.merging(environment) { $1 }
        let child = try SpawnedChild(command, environment: values.map { "\($0)=\($1)" }, directory: directory)
        pid = child.pid
        record = ChildRecord(child)
        if let text {
            try? record.write(text)
            record.closeInput()
        }
    }

    deinit { record.signal(SIGKILL) }

    package var isRunning: Bool { record.status == nil }

    /// Sends a signal to the program. Does nothing if the program has ended.
    package func signal(_ number: Int32) { record.signal(number) }

    /// Stops the process, and waits until all threads of the process have stopped. The threads may have begun to send
    /// output when the signal arrived, and this output may still be sent. SIGCONT lets the process continue.
    package func suspend() throws {
        signal(SIGSTOP)
        let tasks = "/proc/\(pid)/task"
        for _ in 0..<4_000 {
            let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
            let states = threads.map { try? String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8) }
            if states.allSatisfy({ $0?.contains("\nState:\tT") == true }) { return }
            poll(nil, 0, 5)
        }
        throw TestFailure("\(name) does not stop")
    }

    package func write(_ text: String) throws { try record.write(text) }

    package func closeInput() throws { record.closeInput() }

    /// The program's standard output so far.
    package var output: String { record.text(.output) }

    /// The program's standard error output so far.
    package var errors: String { record.text(.errors) }

    /// Waits until standard output contains `text`. Throws an error after `limit`, or if the process ends and the text
    /// has not appeared.
    package func awaitOutput(_ text: String, limit: Duration = .seconds(20)) async throws {
        try await wait(limit, for: "“\(text)”") { $0.contains(text, in: .output) }
    }

    /// Waits until standard output contains `text` at least `count` times.
    package func awaitOutput(_ text: String, count: Int) async throws {
        try await wait(.seconds(20), for: "“\(text)” \(count) times") { $0.count(text, in: .output) >= count }
    }

    /// Waits until standard error contains `text`.
    package func awaitErrors(_ text: String, limit: Duration = .seconds(20)) async throws {
        try await wait(limit, for: "“\(text)”") { $0.contains(text, in: .errors) }
    }

    /// Waits for the end of the process and of its output. Returns the exit status, or 128 plus the number of the
    /// signal.
    @discardableResult
    package func awaitExit(limit: Duration = .seconds(30)) async throws -> Int32 {
        try await wait(limit, for: "its end") { $0.isOver }
        return record.status ?? -1
    }

    private func wait(
        _ limit: Duration, for what: String, _ holds: @escaping @Sendable (ChildRecord.Content) -> Bool
    ) async throws {
        let satisfied = await withCheckedContinuation { continuation in
            // Waits on a separate thread, because only a few threads run tests, and none of them may be blocked.
            Thread { [record] in continuation.resume(returning: record.wait(limit, until: holds)) }.start()
        }
        guard satisfied else {
            throw TestFailure("\(name): \(what) did not come\n--- stdout\n\(output)\n--- stderr\n\(errors)")
        }
    }
}

extension Data {
    /// Whether the data contains the UTF-8 form of `text`.
    package func contains(_ text: String) -> Bool { MemorySearch.occurs(Array(text.utf8), in: self) }
}
