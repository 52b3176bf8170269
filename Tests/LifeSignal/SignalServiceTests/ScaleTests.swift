import Foundation
import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalCore
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests many people on one machine (promises P8, P9 and P15). The tests measure three things: the cost of the people,
/// the number of people who can check in at the same time, and the effect when all people miss a check-in in the same
/// second.
@Suite(.serialized) struct ScaleTests {
    @Test("scale: many check in and miss a check in at once", .timeLimit(.minutes(2)))
    func manyCheckInAndMissACheckInAtOnce() async throws {
        let bench = try await Self.bench(people: 120, rest: .seconds(20))
        let rate = try await Self.checkIns(bench, people: 120, clients: 16)
        #expect(rate > 20)
        let storm = try await Self.storm(people: 120)
        #expect(storm.rows < .seconds(12) && storm.early == 0)
    }

    /// The lane with more people, which also measures their cost while nothing happens. The bounds apply to the
    /// package's programs on two processors.
    @Suite(.lane(.signal), .serialized) struct SignalLane {
        @Test("scale: scale", .timeLimit(.minutes(60)), arguments: [1_000, 10_000, 100_000])
        func scale(_ people: Int) async throws {
            let (directory, seconds) = try Self.filled(people)
            let bench = try await SignalBench(isVirtual: false, in: directory)
            let figures = SignalFigures(of: bench.daemon)
            // Waits until the requests that come with the daemon's start are over.
            poll(nil, 0, 5_000)
            let before = (try figures.processorTime(), try figures.wakeUps())
            poll(nil, 0, 60_000)
            let load = (try figures.processorTime() - before.0) / .seconds(60) * 100
            let wakeUps = Double(try figures.wakeUps() - before.1) / 60
            let size = try bench.storeSize()
            let rest = try figures.resident()
            let rate = try await ScaleTests.checkIns(bench, people: people, clients: 64)
            print(
                """
                signal: scale \(people): \(rest / 1_024) MiB, \(oneDigit(wakeUps)) wake-ups a second, \
                \(twoDigits(load)) % of a processor, store \(size / 1_048_576) MiB, \(Int(rate)) check-ins a second at \
                64 clients, \(try figures.resident() / 1_024) MiB after them; filled in \(seconds) s
                """)
            guard people <= 10_000 else { return }
            print(
                "signal: P15 footprint at \(people) people: \(rest / 1_024) MiB, "
                    + "\(oneDigit(wakeUps)) wake-ups a second, \(twoDigits(load)) % of a processor; goal 40 MiB, 1.2 wake-ups a second, 0.5 %"
            )
        }

        @Test("scale: ten thousand miss a check in in one second", .timeLimit(.minutes(20)))
        func tenThousandMissACheckInInOneSecond() async throws {
            let storm = try await ScaleTests.storm(people: 10_000)
            #expect(storm.early == 0)
        }

        private static func filled(_ people: Int) throws -> (TestDirectory, Int) {
            let begun = ContinuousClock.now
            let directory = try TestDirectory(mode: 0o755)
            let now = ScaleTests.now()
            // Nothing is due for any of the people within two hours.
            let due: @Sendable (Int) -> Timestamp = { person in
                now.advanced(by: .seconds(3 * 3_600 + Int64(person % 72_000)))
            }
            try directory.fill(FilledStore(due: due, people: people))
            return (directory, Int((ContinuousClock.now - begun) / .seconds(1)))
        }

        private func oneDigit(_ number: Double) -> String { String(format: "%.1f", number) }
        private func twoDigits(_ number: Double) -> String { String(format: "%.2f", number) }
    }

    fileprivate static func now() -> Timestamp { Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()) }

    /// A daemon whose people are all due within one second, which begins after the time `rest`.
    private static func bench(people: Int, rest: Duration) async throws -> SignalBench {
        let directory = try TestDirectory(mode: 0o755)
        let first = now().advanced(by: .seconds(3_600))
        try directory.fill(
            FilledStore(due: { first.advanced(by: .milliseconds(Int64($0 % 1_000))) }, people: people))
        return try await SignalBench(isVirtual: false, in: directory)
    }

    // MARK: - P9

    /// Lets everyone check in once, through `clients` clients at the same time. Returns the number of check-ins per
    /// second.
    private static func checkIns(_ bench: SignalBench, people: Int, clients: Int) async throws -> Double {
        let (count, socket) = (min(people, 10_000), bench.socket)
        let times = Locked<[Duration]>([])
        let failed = Locked(0)
        let group = DispatchGroup()
        let begun = SystemClock.monotonic()
        for client in 0..<clients {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                let hello = Hello(clientName: "load", clientVersion: "1")
                guard let connection = try? BlockingClient.connect(to: socket, hello: hello) else {
                    return failed.withLock { $0 += 1 }
                }
                for person in stride(from: client, to: count, by: clients) {
                    let begun = SystemClock.monotonic()
                    let params = CheckInRecord.Params(session: FilledStore.session(person))
                    guard (try? connection.call(CheckInRecord.self, params)) != nil else {
                        failed.withLock { $0 += 1 }
                        continue
                    }
                    times.withLock { $0.append(SystemClock.monotonic() - begun) }
                }
            }
        }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        let rate = Double(count) / ((SystemClock.monotonic() - begun) / .seconds(1))
        try #require(failed.withLock { $0 } == 0)
        let sorted = times.withLock { $0.sorted() }
        print(
            "signal: P9 at \(clients) clients, \(people) people: \(Int(rate)) a second, "
                + "p50 \(sorted[sorted.count / 2].milliseconds) ms, "
                + "p99 \(sorted[sorted.count * 99 / 100].milliseconds) ms; goal 500 a second at 64")
        return rate
    }

    // MARK: - P8

    /// Lets everyone miss a check-in within one second. Returns two values: the time until the last row was stored, and
    /// the number of alarms that came too early.
    private static func storm(people: Int) async throws -> (rows: Duration, early: Int) {
        let directory = try TestDirectory(mode: 0o755)
        // Filling the store takes a while, and deadlines within this time do not fall due together. By the deadline,
        // all reminders have been sent.
        let grace = Duration.seconds(4 + people / 600)
        let intervals = SignalIntervals(interval: .seconds(86_400), reminder: .seconds(60), grace: grace)
        let deadline = now().advanced(by: .seconds(Int64(15 + people / 100)))
        try directory.fill(
            FilledStore(
                due: { deadline.advanced(by: .milliseconds(Int64($0 * 1_000 / people))) }, intervals: intervals,
                people: people))
        let due = deadline.advanced(by: grace)
        let bench = try await SignalBench(isVirtual: false, in: directory)
        guard now() < deadline else { throw TestFailure("filling has taken too long") }
        try bench.signIn(SignalBench.ada, session: "load")
        let (client, administrator) = (try bench.client(), try bench.administrator())
        var (reads, checkIns, stored) = ([Duration](), [Duration](), Int64(0))
        let last = due.advanced(by: .seconds(1))
        let disk = try syncs(in: directory)
        let before = try processors()
        while stored < Int64(people) {
            let begun = SystemClock.monotonic()
            _ = try client.call(AlertGet.self, .init(session: "load"))
            let read = SystemClock.monotonic()
            _ = try client.call(CheckInRecord.self, .init(session: "load"))
            if now() >= due {
                reads.append(read - begun)
                checkIns.append(SystemClock.monotonic() - read)
            }
            stored = try administrator.call(OutboxList.self, .init(limit: 1)).elements.first?.number ?? 0
            // Polls, because no event signals that the last row is stored. The suite's time limit bounds the wait.
            poll(nil, 0, 5)
        }
        let rows = max(.zero, last.duration(to: now()))
        let after = try processors()
        let taken = 100 * (after.taken - before.taken) / max(after.all - before.all, 1)
        var (early, token, seen) = (0, String?.none, 0)
        repeat {
            let page = try administrator.call(OutboxList.self, .init(pageToken: token, limit: 200))
            early += page.elements.count { $0.at < due }
            seen += page.elements.count
            token = page.nextPageToken
        } while token != nil
        #expect(seen == people, "everybody once")
        print(
            "signal: P8 storm of \(people) in one second: all rows \(rows.milliseconds) ms after its end, meanwhile "
                + "check-ins \(spread(checkIns)), reads \(spread(reads)) of \(reads.count); goal 2 s, p99 50 ms; "
                + "before it, a page was on this disk after p50 \(Int(disk[50] / .microseconds(1))) µs, "
                + "max \(Int(disk[99] / .microseconds(1))) µs of 100; the host took \(taken) % of the processors")
        return (rows, early)
    }

    private static func spread(_ times: [Duration]) -> String {
        let sorted = times.sorted()
        guard let last = sorted.last else { return "none" }
        let (middle, late) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
        return "p50 \(middle.milliseconds) ms, p99 \(late.milliseconds) ms, max \(last.milliseconds) ms"
    }

    /// The ticks that all processors have counted since the machine started, and the number of ticks that the machine's
    /// host gave to other machines.
    private static func processors() throws -> (all: Int, taken: Int) {
        let line = try String(contentsOfFile: "/proc/stat", encoding: .utf8).prefix { $0 != "\n" }
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int($0) }
        guard ticks.count == 8 else { throw TestFailure("/proc/stat: \(line)") }
        return (ticks.reduce(0, +), ticks[7])
    }

    /// The sorted times of a hundred writes of one page to the disk. A commit costs at least as much as a write of one
    /// page.
    private static func syncs(in directory: TestDirectory) throws -> [Duration] {
        let descriptor = unsafe open(directory.file("page"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("no page: \(errno)") }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 1, count: 4_096)
        return try (0..<100).map { number in
            let begun = SystemClock.monotonic()
            guard unsafe pwrite(descriptor, page, page.count, number * page.count) == page.count,
                fdatasync(descriptor) == 0
            else { throw TestFailure("the page is not kept: \(errno)") }
            return SystemClock.monotonic() - begun
        }.sorted()
    }
}

extension TestDirectory {
    /// Makes a key and a store in the places where ``SignalBench`` expects them.
    func fill(_ store: FilledStore) throws {
        try directory("store")
        let key = file("store/key")
        guard
            FileManager.default.createFile(
                atPath: key, contents: Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }),
                attributes: [.posixPermissions: 0o600])
        else { throw TestFailure("no key") }
        // The store is filled in memory and then moved to the disk as a whole, because the test does not measure what
        // each change costs on the disk.
        let memory = "/dev/shm/\(URL(filePath: path).lastPathComponent)"
        try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: memory) }
        try store.fill("\(memory)/lifesignal.db", key: key)
        for name in try FileManager.default.contentsOfDirectory(atPath: memory) {
            try FileManager.default.copyItem(atPath: "\(memory)/\(name)", toPath: file("store/\(name)"))
        }
    }
}
