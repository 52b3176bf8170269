import SessionCore
import Testing

/// Tests how many codes may be refused before the limit admits no more codes. The clock is virtual.
@Suite struct CodeLimitTests {
    private static let start = Duration.seconds(1_000)

    /// Refuses codes, all at the same moment, until the limit allows no further code. Returns the number of refused
    /// codes.
    private static func refuse(_ limit: inout CodeLimit, at now: Duration) -> Int {
        var count = 0
        while limit.begin(at: now) == nil {
            limit.end(.refused, at: now)
            count += 1
        }
        return count
    }

    @Test("code limit: six at once then one every ten seconds") func sixAtOnceThenOneEveryTenSeconds() {
        var limit = CodeLimit(at: Self.start)
        for _ in 0..<5 {
            #expect(limit.begin(at: Self.start) == nil)
            limit.end(.refused, at: Self.start)
        }
        #expect(limit.wait(at: Self.start) == .zero, "the sixth")
        #expect(limit.begin(at: Self.start) == nil)
        limit.end(.refused, at: Self.start)
        #expect(limit.begin(at: Self.start) == .seconds(10), "the seventh")
        #expect(limit.begin(at: Self.start + .milliseconds(9_999)) == .milliseconds(1))
        #expect(Self.refuse(&limit, at: Self.start + .seconds(10)) == 1)
        #expect(Self.refuse(&limit, at: Self.start + .seconds(30)) == 2)
        #expect(Self.refuse(&limit, at: Self.start + .seconds(1_000)) == 6)
    }

    @Test("code limit: tries at once count before their end") func triesAtOnceCountBeforeTheirEnd() {
        var limit = CodeLimit(at: Self.start)
        for _ in 0..<6 { #expect(limit.begin(at: Self.start) == nil) }
        #expect(limit.begin(at: Self.start) == .seconds(10))
        limit.end(.costsNothing, at: Self.start)
        #expect(limit.begin(at: Self.start) == nil)
    }

    @Test("code limit: what is accepted costs nothing") func whatIsAcceptedCostsNothing() {
        var limit = CodeLimit(at: Self.start)
        for _ in 0..<1_000 {
            #expect(limit.begin(at: Self.start) == nil)
            limit.end(.costsNothing, at: Self.start)
        }
        #expect(Self.refuse(&limit, at: Self.start) == 6)
    }

    /// Refuses `count` codes as fast as the limit allows, and returns the time of the last refusal.
    private static func guess(_ count: Int, _ limit: inout CodeLimit) -> Duration {
        var now = start
        for _ in 0..<count {
            now += limit.wait(at: now)
            #expect(limit.begin(at: now) == nil)
            limit.end(.refused, at: now)
        }
        return now
    }

    @Test("code limit: whoever guesses is slow", arguments: [(29, 10), (30, 30), (31, 30)])
    func whoeverGuessesIsSlow(refused: Int, wait: Int) {
        var limit = CodeLimit(at: Self.start)
        let now = Self.guess(refused, &limit)
        #expect(limit.wait(at: now) == .seconds(wait))
        #expect(limit.begin(at: now + .seconds(wait) - .nanoseconds(1)) == .nanoseconds(1))
        #expect(limit.begin(at: now + .seconds(wait)) == nil)
    }

    @Test("code limit: a slow machine tries one at a time") func aSlowMachineTriesOneAtATime() {
        var limit = CodeLimit(at: Self.start)
        let next = Self.guess(30, &limit) + .seconds(30)
        #expect(limit.begin(at: next) == nil)
        #expect(limit.begin(at: next) == .seconds(30))
        limit.end(.costsNothing, at: next)
        #expect(limit.begin(at: next) == nil, "a good code makes nobody wait")
        limit.end(.refused, at: next)
        #expect(limit.begin(at: next) == .seconds(30))
    }

    @Test("code limit: refusals are forgotten after ten minutes") func refusalsAreForgottenAfterTenMinutes() {
        // Six codes are refused immediately, and 24 further codes at intervals of ten seconds. The limit forgets the
        // first refusals when they are ten minutes old.
        var limit = CodeLimit(at: Self.start)
        _ = Self.guess(30, &limit)
        let end = Self.start + CodeLimit.window
        #expect(limit.begin(at: end - .nanoseconds(1)) == nil)
        #expect(limit.wait(at: end - .nanoseconds(1)) == .seconds(30), "still slow: one at a time")
        #expect(limit.wait(at: end) == .zero, "not slow any more")
    }

    @Test("code limit: a desk is left alone for as long as it asks") func aDeskIsLeftAloneForAsLongAsItAsks() {
        var limit = CodeLimit(at: Self.start)
        #expect(limit.begin(at: Self.start) == nil)
        limit.end(.pause(.seconds(20)), at: Self.start)
        #expect(limit.begin(at: Self.start + .seconds(19)) == .seconds(1))
        #expect(limit.begin(at: Self.start + .seconds(20)) == nil)
        limit.end(.pause(.seconds(1_000_000)), at: Self.start + .seconds(20))
        #expect(limit.wait(at: Self.start + .seconds(20)) == CodeLimit.longestPause)
        #expect(Self.refuse(&limit, at: Self.start + .seconds(4_000)) == 6)
    }
}
