import DaemonCore
import Testing
import Wire

@Suite("How often a person may do something")
struct PersonRateLimitTests {
    @Test("person rate limit: a burst, then one at a time, each person for himself, root too")
    func rate() {
        var limit = PersonRateLimit(.init(burst: 3, every: .seconds(6)))
        for uid: UInt32 in [0, 1_000] {
            for _ in 0..<3 { #expect(limit.use(uid: uid, at: .seconds(1)) == nil) }
            #expect(limit.use(uid: uid, at: .seconds(2)) == .seconds(5))
            #expect(limit.use(uid: uid, at: .seconds(7)) == nil)
            #expect(limit.use(uid: uid, at: .seconds(7)) == .seconds(6))
        }
    }
}
