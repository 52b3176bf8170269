import Foundation
import LinuxSupport
import Logging
import RPC
import Telemetry
import TestSupport
import Testing

@Suite("A log that nobody reads", .timeLimit(.minutes(1))) struct QueuedLogTests {
    /// A log output that accepts entries only while its gate is open. While the gate is closed, the output behaves like
    /// a pipe whose reader has stopped.
    private final class Gate: LogOutput, @unchecked Sendable {
        // The condition whose lock guards the properties below.
        private let condition = NSCondition()
        private var isOpen = false
        private var entries: [LogEntry] = []

        func write(_ entry: LogEntry) {
            condition.withLock {
                while !isOpen { condition.wait() }
                entries.append(entry)
            }
        }

        /// Opens the gate, waits until `queue` is empty, and returns all entries.
        func open(_ queue: QueuedLog) -> [LogEntry] {
            condition.withLock {
                isOpen = true
                condition.broadcast()
            }
            queue.flush()
            return condition.withLock { entries }
        }
    }

    private let gate = Gate()
    private let telemetry = DaemonTelemetry("seam-test", version: "1", metrics: [])

    private var dropped: Double? {
        let family = telemetry.families([]).first { $0.name == "seam_log_dropped_total" }
        guard case .value(let value)? = family?.series.first?.reading else { return nil }
        return value
    }

    @Test("log: nobody who logs waits; what was taken keeps its order, and what was dropped is counted in its place")
    func order() throws {
        let queue = try telemetry.queue(before: gate)
        let logger = telemetry.logger(to: queue)
        for number in 0..<10_000 { logger.info("before", metadata: ["number": "\(number)"]) }
        let lost = try #require(dropped)
        #expect(lost > 0 && lost < 10_000)
        let written = gate.open(queue)
        #expect(written.last?.message == "entries are missing here because the log was not read in time")
        #expect(written.last?.level == .warning && written.last?.label == "seam-test")
        #expect(written.last?.fields.first?.value == "\(Int(lost))")
        let numbers = written.dropLast().compactMap { $0.fields.first.flatMap { Int($0.value) } }
        #expect(numbers == Array(0..<(10_000 - Int(lost))))
        // The queue has space again, so no entry is lost, and no entry reports a loss.
        logger.info("after")
        #expect(gate.open(queue).count == written.count + 1)
        #expect(dropped == lost)
    }

    @Test("queued log: a gap stands where it is, each with its own count")
    func gaps() throws {
        var backlog = Backlog<Int>(.init(count: 2, bytes: 100))
        #expect(backlog.add(1, bytes: 1) == (true, true))
        #expect(backlog.add(2, bytes: 1) == (true, false))
        for number in 3...5 { #expect(backlog.add(number, bytes: 1) == (false, false)) }
        #expect(text(backlog.next()) == "1")
        #expect(backlog.add(6, bytes: 99) == (true, false))
        #expect(backlog.add(7, bytes: 1) == (false, false), "too many bytes")
        var rest: [String] = []
        while let item = backlog.next() { rest.append(text(item)) }
        #expect(rest == ["2", "3 missing", "6", "1 missing"])
        #expect(backlog.add(8, bytes: 1) == (true, true), "the reader has gone")
    }

    private func text(_ item: Backlog<Int>.Item?) -> String {
        switch item {
        case .element(let number): "\(number)"
        case .gap(let count): "\(count) missing"
        case nil: "nothing"
        }
    }

    @Test("queued log: bytes are bounded as well, and a huge value is cut before it waits")
    func bytes() throws {
        let queue = try telemetry.queue(before: gate)
        let logger = telemetry.logger(to: queue)
        let huge = String(repeating: "x", count: 4 << 20)
        logger.info("huge", metadata: ["value": "\(huge)"])
        #expect(dropped == 0)
        for _ in 0..<1_000 { logger.info("large", metadata: ["value": "\(huge.prefix(4_000))"]) }
        #expect(try #require(dropped) > 500)
        let written = gate.open(queue)
        #expect(written.first?.fields.first?.value.hasSuffix(" (cut)") == true)
        #expect(written.reduce(0) { $0 + ($1.fields.first?.value.utf8.count ?? 0) } < 2 << 20)
    }

    @Test("queued log: the end of the process waits for a reader, and not for ever")
    func flush() throws {
        let queue = try telemetry.queue(before: gate)
        telemetry.logger(to: queue).error("last words")
        let start = ContinuousClock.now
        queue.flush()
        let waited = ContinuousClock.now - start
        #expect(waited >= .seconds(1) && waited < .seconds(20), "\(waited)")
        #expect(gate.open(queue).map(\.message) == ["last words"])
    }
}
