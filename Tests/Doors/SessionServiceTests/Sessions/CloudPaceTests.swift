import DaemonKit
import LinuxSupport
import SeamCloud
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

/// A clock that a test sets, and the tasks that sleep until a time of this clock.
final class ManualTime: Sendable {
    private struct State: Sendable {
        var now = Duration.zero
        var sleepers: [(until: Duration, place: OneAnswer<Void>)] = []
    }

    private let state = Locked(State())

    var now: Duration { state.withLock { $0.now } }
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func sleep(_ duration: Duration) async {
        let place = OneAnswer<Void>()
        let isOver = state.withLock { state in
            let until = state.now + duration
            if until > state.now { state.sleepers.append((until, place)) }
            return until <= state.now
        }
        if !isOver { await place.wait(cancelled: ()) }
    }

    func advance(_ duration: Duration) {
        let woken = state.withLock { state in
            state.now += duration
            let woken = state.sleepers.filter { $0.until <= state.now }.map(\.place)
            state.sleepers.removeAll { $0.until <= state.now }
            return woken
        }
        for place in woken { place.give(()) }
    }
}

@Suite("The pace that all sessions share", .timeLimit(.minutes(1)))
struct CloudPaceTests {
    private let time = ManualTime()

    private func pace(burst: Int = 1, waiting: Int = 8) -> CloudPace {
        let time = time
        return CloudPace(
            .init(rate: .init(burst: burst, every: .milliseconds(500)), waiting: waiting), now: { time.now },
            sleep: { await time.sleep($0) })
    }

    @Test("cloud pace: questions wait for their turn, and go one by one as time passes")
    func turns() async throws {
        let pace = pace(burst: 2)
        let (ada, ben) = (pace.lane(of: 1), pace.lane(of: 2))
        try await ada.admit()
        try await ben.admit()
        let log = Locked<[String]>([])
        var tasks: [Task<Void, any Error>] = []
        for (name, lane) in [("a", ada), ("b", ben), ("c", ada)] {
            let waiting = pace.waitingCount
            tasks.append(
                Task {
                    try await lane.admit()
                    log.withLock { $0.append(name) }
                })
            try await until("\(name) waits") { pace.waitingCount == waiting + 1 }
        }
        for expected in [["a"], ["a", "b"], ["a", "b", "c"]] {
            try await until("the timer sleeps") { time.sleeperCount == 1 }
            time.advance(.milliseconds(500))
            try await until("one went") { log.withLock { $0 } == expected }
        }
        for task in tasks { try await task.value }
    }

    @Test("cloud pace: one that finds no place, or is cancelled, is not asked, and costs nothing")
    func refused() async throws {
        let pace = pace(waiting: 1)
        let lane = pace.lane(of: 1)
        try await lane.admit()
        let waiting = Task { try await lane.admit() }
        try await until("it waits") { pace.waitingCount == 1 }
        await #expect(throws: CloudError(.tooManyWaiting)) { try await lane.admit() }
        #expect(pace.refusal.reason == "rpc.quota_exceeded")
        waiting.cancel()
        await #expect(throws: CloudError(.cancelled)) { try await waiting.value }
        try await until("its place is free") { pace.waitingCount == 0 }
        time.advance(.milliseconds(500))
        try await lane.admit()
    }

    @Test("cloud pace: a session whose person waits comes before others' polling")
    func hurry() async throws {
        let pace = pace()
        let (ada, ben) = (pace.lane(of: 1), pace.lane(of: 2))
        try await ada.admit()
        let log = Locked<[String]>([])
        let polling = Task {
            try await ada.admit()
            log.withLock { $0.append("polling") }
        }
        try await until("it waits") { pace.waitingCount == 1 }
        let asked = Task {
            try await ben.admit()
            log.withLock { $0.append("person") }
        }
        try await until("both wait") { pace.waitingCount == 2 }
        ben.hurry()
        for count in 1...2 {
            try await until("the timer sleeps") { time.sleeperCount == 1 }
            time.advance(.milliseconds(500))
            try await until("one went") { log.withLock { $0.count } == count }
        }
        ben.calm()
        try await polling.value
        try await asked.value
        #expect(log.withLock { $0 } == ["person", "polling"])
    }
}
