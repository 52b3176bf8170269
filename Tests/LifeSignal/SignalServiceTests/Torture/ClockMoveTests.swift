import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Sets the machine's wall clock while twenty people are at different moments of the time between two check-ins
/// (promises P2 and P3 of LifeSignal). No alarm is missed and no alarm comes early. People who become due through a
/// corrected clock are asked first.
@Suite struct ClockMoveTests {
    /// The ways in which the clock is set.
    enum Move: String, CaseIterable {
        case backAnHour, aheadTwoDays, to1970, to2038
        /// On a machine that takes local time for UTC, an hour is skipped, or occurs twice.
        case summerBegins, summerEnds

        /// The time at which all people are at their own moments between two check-ins.
        var moment: Timestamp {
            switch self {
            case .summerBegins: Timestamp(millisecondsSince1970: 1_774_746_000_000)
            case .summerEnds: Timestamp(millisecondsSince1970: 1_792_890_000_000)
            default: Timestamp(millisecondsSince1970: 1_767_225_600_000)
            }
        }

        func wall(after wall: Timestamp) -> Timestamp {
            switch self {
            case .backAnHour, .summerEnds: wall.advanced(by: .seconds(-3_600))
            case .aheadTwoDays: wall.advanced(by: .seconds(172_800))
            case .to1970: Timestamp(millisecondsSince1970: 0)
            case .to2038: Timestamp(millisecondsSince1970: 2_147_483_648_000)
            case .summerBegins: wall.advanced(by: .seconds(3_600))
            }
        }
    }

    /// The test runs once for each kind of move. For each move, the argument `isSynchronized` has the value that is
    /// more interesting.
    @Test(
        "clock move: a clock is set", .timeLimit(.minutes(2)),
        arguments: Array(zip(Move.allCases, [true, true, false, true, true, false])).sampled)
    func aClockIsSet(_ move: Move, isSynchronized: Bool) async throws {
        try await Self.set(move, isSynchronized: isSynchronized, places: [-60, 1, 59, 150, 330], rest: .seconds(300))
    }

    /// The lane with all moves. It has people at twenty different moments, and clocks that are set repeatedly.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test("clock move: at twenty places", .timeLimit(.minutes(10)), arguments: Move.allCases, [true, false])
        func atTwentyPlaces(_ move: Move, isSynchronized: Bool) async throws {
            try await ClockMoveTests.set(
                move, isSynchronized: isSynchronized, places: Crowd.places, rest: .seconds(900))
        }

        @Test("clock move: again and again", .timeLimit(.minutes(10)), arguments: UInt64(0)..<10)
        func againAndAgain(_ seed: UInt64) async throws {
            var random = SplitMix(seed: seed)
            let start = Move.backAnHour.moment
            var crowd = try Crowd(from: start, on: try await ClockMoveTests.bench(from: start))
            for _ in 0..<20 {
                let move = Move.allCases[Int.random(in: 0..<Move.allCases.count, using: &random)]
                let right = start.advanced(by: crowd.passed)
                let wall = Bool.random(using: &random) ? move.wall(after: right) : right
                // A synchronized clock in 2038 would end the test, because all deadlines would have passed.
                let isSynchronized = move != .to2038 && Bool.random(using: &random)
                try crowd.setWall(to: wall, isSynchronized: isSynchronized)
                try crowd.pass(.seconds(Int64.random(in: 1...150, using: &random)))
                try crowd.check("seed \(seed), \(move)")
            }
        }
    }

    private static func bench(from start: Timestamp) async throws -> SignalBench {
        let order = JSON.members(("wall_at_ms", .integer(start.millisecondsSince1970)))
        return try await SignalBench(
            arguments: ["--virtual-clock-move", order.text], environment: ["TZ": "Europe/Berlin"])
    }

    private static func set(
        _ move: Move, isSynchronized: Bool, places: [Int64], rest: Duration
    ) async throws {
        // People check in before the clock is set, so that each person is at their own moment when the clock is set.
        let spread = (places.max() ?? 0) - (places.min() ?? 0)
        let start = move.moment.advanced(by: .zero - Crowd.interval - .seconds((places.min() ?? 0) + spread))
        var crowd = try Crowd(places, from: start, on: try await bench(from: start))
        try #require(crowd.now == move.moment)
        try crowd.check("before the clock is set")
        try crowd.setWall(to: move.wall(after: crowd.wall), isSynchronized: isSynchronized)
        try crowd.check("when the clock is set")
        try crowd.pass(.seconds(119))
        try crowd.check("while people are asked")
        try crowd.pass(.seconds(61))
        try crowd.check("when they were asked")
        // The clock is corrected and synchronized. Time that was not counted is now counted once, and counted time is
        // not counted again.
        try crowd.setWall(to: max(crowd.now, move.moment.advanced(by: .seconds(180))), isSynchronized: true)
        try crowd.pass(rest)
        try crowd.check("in the end")
        let asked = crowd.naive.people.count { crowd.naive.window(of: $0).earliest != $0.due.advanced(by: $0.grace) }
        print(
            "signal: P2, P3 clock set, \(move)\(isSynchronized ? ", synchronized" : ""): \(places.count) people, "
                + "0 missed, 0 early, \(asked) asked first")
    }
}
