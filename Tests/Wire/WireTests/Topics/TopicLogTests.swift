import Testing
import Wire

@Suite("The events of a topic")
struct TopicLogTests {
    private static func log(_ count: Int, events: Int = 1024) -> TopicLog {
        var bounds = TopicLog.Bounds()
        bounds.events = events
        var log = TopicLog(epoch: "e", bounds: bounds)
        for number in 0..<count { log.append("k", JSONText(.int(number)), at: .zero) }
        return log
    }

    @Test("topic log: are numbered from 1 on")
    func numbers() {
        let log = Self.log(3)
        #expect(log.first == 1 && log.last == 3)
        #expect(log[0] == nil && log[4] == nil)
        #expect(log[2]?.data == JSONText(.int(1)))
        #expect(Self.log(0).first == 1)
    }

    @Test("topic log: are kept within number, bytes and age, the newest always")
    func bounds() {
        let few = Self.log(2000)
        #expect(few.first == 977 && few.last == 2000 && few[977]?.data == JSONText(.int(976)))
        var bounds = TopicLog.Bounds()
        bounds.bytes = 1000
        var large = TopicLog(epoch: "e", bounds: bounds)
        for _ in 0..<3 { large.append("k", JSONText(.string(String(repeating: "x", count: 2000))), at: .zero) }
        #expect(large.first == 3 && large.last == 3)
        bounds = TopicLog.Bounds()
        bounds.age = .seconds(10)
        var old = TopicLog(epoch: "e", bounds: bounds)
        old.append("k", .emptyObject, at: .seconds(0))
        old.append("k", .emptyObject, at: .seconds(5))
        old.forget(at: .seconds(10))
        #expect(old.first == 1)
        old.forget(at: .milliseconds(10_001))
        #expect(old.first == 2)
        old.forget(at: .seconds(16))
        #expect(old.first == 3 && old.last == 2)
    }

    @Test(
        "topic log: can be resumed where nothing is missing",
        arguments: [
            (TopicCursor(epoch: "e", seq: 10), nil), (.init(epoch: "e", seq: 6), nil),
            (.init(epoch: "e", seq: 5), .expired), (.init(epoch: "e", seq: 11), .future),
            (.init(epoch: "f", seq: 10), .epoch),
        ] as [(TopicCursor, TopicLog.FreshReason?)])
    func cursors(cursor: TopicCursor, obstacle: TopicLog.FreshReason?) {
        #expect(Self.log(10, events: 4).obstacle(to: cursor) == obstacle)
    }

    @Test("topic log: are handed out in order, and what was lost is said by the policy")
    func policies() {
        let log = Self.log(6, events: 3)
        var lossless = TopicFollower(at: 0, policy: .lossless)
        #expect(lossless.next(in: log) == .lost)
        #expect(lossless.place == 0)
        var dropping = TopicFollower(at: 1, policy: .dropOldest)
        #expect(dropping.next(in: log) == .gap(from: 2, to: 3))
        for seq in 4...6 { #expect(dropping.next(in: log) == log[Int64(seq)].map { .event($0, count: 1) }) }
        #expect(dropping.next(in: log) == .upToDate)
        var latest = TopicFollower(at: 0, policy: .latest)
        #expect(latest.next(in: log) == .lost)
    }

    @Test("topic log: of one key are told once where only the latest counts")
    func coalescing() throws {
        var log = TopicLog(epoch: "e")
        for (number, key) in ["a", "b", "a", nil, "a"].enumerated() {
            log.append("k", JSONText(.int(number)), key: key, at: .seconds(number))
        }
        var follower = TopicFollower(at: 0, policy: .latest)
        #expect(follower.lag(in: log, at: .seconds(7)) == .seconds(7))
        #expect(follower.next(in: log) == .event(try #require(log[2]), count: 1))
        #expect(follower.next(in: log) == .event(try #require(log[4]), count: 1))
        #expect(follower.next(in: log) == .event(try #require(log[5]), count: 3))
        #expect(follower.next(in: log) == .upToDate)
        #expect(follower.lag(in: log, at: .seconds(7)) == .zero)
    }

    /// Runs three thousand histories. In each, events are published and read, readers stall, leave and resume, and
    /// restarts occur. For each policy, readers follow each history, and record the items that they get.
    @Test("topic log: are neither lost, repeated nor reordered in silence")
    func model() {
        var (events, gaps, losses, fresh) = (0, 0, 0, 0)
        let start = UInt64.random(in: .min ... .max)
        for number in 0..<3_000 {
            let seed = start &+ UInt64(number)
            let history = Self.history(seed, isTraced: false)
            #expect(history.faults == [], "seed \(seed): \(Self.history(seed, isTraced: true).trace)")
            if !history.faults.isEmpty { return }
            events += history.told
            gaps += history.gaps
            losses += history.losses
            fresh += history.freshStarts
        }
        print(
            "topic model: 3,000 histories, \(events) events told, \(gaps) gaps, \(losses) ends, \(fresh) fresh starts")
        #expect(events > 30_000 && gaps > 300 && losses > 300 && fresh > 300)
    }

    private static func history(_ seed: UInt64, isTraced: Bool) -> TopicHistory {
        var random = SplitMix64(state: seed)
        var history = TopicHistory(using: &random, isTraced: isTraced)
        for _ in 0..<100 { history.step(using: &random) }
        history.finish()
        return history
    }
}

/// Sebastiano Vigna's random generator SplitMix64. The same seed gives the same history.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
