import Foundation
import Glibc

/// The record of a child process. One thread reads each of the child's pipes. Another thread waits until the child
/// ends.
final class ChildRecord: @unchecked Sendable {
    enum Stream { case output, errors }

    struct Content {
        var collected: [Stream: Data] = [.output: Data(), .errors: Data()]
        var open: Set<Stream> = [.output, .errors]
        var status: Int32?

        var isOver: Bool { status != nil && open.isEmpty }
        func contains(_ text: String, in stream: Stream) -> Bool { collected[stream]?.contains(text) ?? false }
        func count(_ text: String, in stream: Stream) -> Int {
            String(decoding: collected[stream] ?? Data(), as: UTF8.self).components(separatedBy: text).count - 1
        }
    }

    // Content and input are used only under the condition's lock.
    private let condition = NSCondition()
    private var content = Content()
    private var input: Int32
    private let pid: Int32

    init(_ child: SpawnedChild) {
        pid = child.pid
        input = child.input
        Thread { self.collect(.output, from: child.output) }.start()
        Thread { self.collect(.errors, from: child.errors) }.start()
        Thread { self.reap() }.start()
    }

    deinit { if input >= 0 { close(input) } }

    var status: Int32? { condition.withLock { content.status } }

    func text(_ stream: Stream) -> String {
        condition.withLock { String(decoding: content.collected[stream] ?? Data(), as: UTF8.self) }
    }

    /// Sends a signal under the same lock under which the exit status is collected. The process id can therefore not
    /// belong to another process yet.
    func signal(_ number: Int32) {
        condition.withLock { if content.status == nil { _ = kill(pid, number) } }
    }

    func write(_ text: String) throws {
        let descriptor = condition.withLock { input }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw TestFailure("the child does not read its input") }
            bytes = bytes.dropFirst(max(0, count))
        }
    }

    func closeInput() {
        condition.withLock {
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// Blocks until `holds` returns true, until everything has ended, or until `limit` has passed. Returns the last
    /// result of `holds`.
    func wait(_ limit: Duration, until holds: (Content) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: limit / .seconds(1))
        condition.lock()
        defer { condition.unlock() }
        while !holds(content), !content.isOver, condition.wait(until: deadline) {}
        return holds(content)
    }

    private func collect(_ stream: Stream, from descriptor: Int32) {
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &room, room.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            change { $0.collected[stream]?.append(contentsOf: room[..<count]) }
        }
        close(descriptor)
        change { $0.open.remove(stream) }
    }

    private func reap() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | Int32(WNOWAIT)) != 0, errno == EINTR {}
        change {
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            $0.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
        }
    }

    private func change(_ body: (inout Content) -> Void) {
        condition.withLock {
            body(&content)
            condition.broadcast()
        }
    }
}
