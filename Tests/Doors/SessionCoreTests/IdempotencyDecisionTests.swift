import SessionCore
import Testing
import Wire

@Suite("An idempotency key")
struct IdempotencyDecisionTests {
    private func decide(_ progress: IdempotencyDecision.Progress, fingerprint: String = "f") -> IdempotencyDecision {
        let precedent = IdempotencyDecision.Precedent(attemptID: "a", fingerprint: "f", progress: progress)
        return IdempotencyDecision(fingerprint: fingerprint, precedent: precedent)
    }

    @Test("idempotency decision: that nobody used is new")
    func new() {
        #expect(IdempotencyDecision(fingerprint: "f", precedent: nil) == .new)
    }

    @Test("idempotency decision: joins, replays or reports what became of the same call")
    func same() {
        #expect(decide(.running) == .join(attemptID: "a"))
        #expect(decide(.answered(effect: .applied)) == .replay(attemptID: "a"))
        #expect(decide(.answered(effect: .unknown)) == .replay(attemptID: "a"))
        #expect(decide(.interrupted(effect: .unknown)) == .interrupted(attemptID: "a", effect: .unknown))
    }

    @Test("idempotency decision: runs the same call again where nothing had happened")
    func again() {
        #expect(decide(.answered(effect: .none)) == .again)
        #expect(decide(.interrupted(effect: .none)) == .again)
    }

    @Test(
        "idempotency decision: refuses another call, however far the first is",
        arguments: [
            IdempotencyDecision.Progress.running, .answered(effect: .none), .answered(effect: .applied),
            .interrupted(effect: .none),
        ]
    )
    func mismatch(progress: IdempotencyDecision.Progress) {
        #expect(decide(progress, fingerprint: "g") == .mismatch)
    }
}
