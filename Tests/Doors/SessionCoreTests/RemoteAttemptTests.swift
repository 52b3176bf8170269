import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

@Suite("An attempt through the cloud")
struct RemoteAttemptTests {
    private static func waiting() -> RemoteAttempt {
        var attempt = RemoteAttempt(timeout: .seconds(10))
        _ = attempt.admitted()
        _ = attempt.turnGranted()
        _ = attempt.committingStored()
        _ = attempt.answered(.pending(id: "aa_1"))
        return attempt
    }

    private static let timedOut = Conclusion(state: .timedOut, effect: .unknown)

    @Test("remote attempt: asks once, after the row is durable, and then for what became of it")
    func granted() {
        var attempt = RemoteAttempt(timeout: .seconds(10))
        #expect(
            attempt.admitted() == [
                .emit(.launched), .startTimer(.deadline, .seconds(10)), .emitPhase(.queued), .joinQueue,
            ])
        #expect(attempt.turnGranted() == [.journalCommitting])
        #expect(attempt.committingStored() == [.emitPhase(.operating), .request])
        #expect(attempt.committingStored().isEmpty)
        #expect(
            attempt.answered(.pending(id: "aa_1")) == [.startTimer(.poll, .milliseconds(500))])
        #expect(attempt.pollElapsed() == [.ask(id: "aa_1")])
        #expect(attempt.notAnswered() == [.startTimer(.poll, .milliseconds(500))], "asking is harmless")
        #expect(attempt.pollElapsed() == [.ask(id: "aa_1")])
        #expect(attempt.answered(.pending(id: "aa_1")) == [.startTimer(.poll, .seconds(1))])
        #expect(attempt.cancelled().isEmpty, "the request is made")
        let end = Conclusion(state: .granted, effect: .applied, confirmation: .communicated)
        #expect(attempt.answered(.granted(.communicated)) == [.journalVerdict(.left), .conclude(end), .release])
        #expect(attempt.hasEnded)
    }

    @Test("attempt: a request that the cloud refused had no effect; one of which nothing was heard may have had one")
    func refused() {
        for (effect, verdict) in [
            (WireError.Effect.none, [RemoteAttempt.Action.journalVerdict(.didNotLeave)]), (.unknown, []),
        ] {
            var attempt = RemoteAttempt(timeout: .seconds(10))
            _ = attempt.admitted()
            _ = attempt.turnGranted()
            _ = attempt.committingStored()
            let end = Conclusion(
                state: .connectionFailed, effect: effect, reason: "cloud_refused", debugDescription: "no")
            #expect(
                attempt.answered(.failed(reason: "cloud_refused", debugDescription: "no", effect: effect))
                    == verdict + [.conclude(end), .release])
        }
    }

    @Test("remote attempt: a stop that comes while the row is written keeps the request from being made")
    func stoppedWhileJournaling() {
        let cancelled = Conclusion(state: .cancelled, effect: .none)
        for isStored in [true, false] {
            var attempt = RemoteAttempt(timeout: .seconds(10))
            _ = attempt.admitted()
            _ = attempt.turnGranted()
            #expect(attempt.cancelled() == [.journalVerdict(.didNotLeave), .conclude(cancelled), .release])
            #expect(attempt.deadlineReached().isEmpty, "the first stop counts")
            #expect((isStored ? attempt.committingStored() : attempt.committingNotStored()).isEmpty, "too late")
        }
        var attempt = RemoteAttempt(timeout: .seconds(10))
        _ = attempt.admitted()
        #expect(attempt.cancelled() == [.conclude(cancelled), .release])
    }

    @Test("remote attempt: past the deadline the cloud is asked on, for the journal", arguments: [0, 1, 2])
    func late(kind: Int) {
        var attempt = Self.waiting()
        #expect(
            attempt.deadlineReached()
                == [.conclude(Self.timedOut), .startTimer(.completion, RemoteAttempt.completionTime)])
        #expect(attempt.deadlineReached().isEmpty)
        #expect(attempt.pollElapsed() == [.ask(id: "aa_1")])
        switch kind {
        case 0:
            #expect(
                attempt.answered(.granted(.confirmed))
                    == [.journalVerdict(.left), .amend(effect: .applied, .confirmed), .release])
        case 1:
            #expect(
                attempt.answered(.failed(reason: "device_offline", debugDescription: "", effect: .none))
                    == [.journalVerdict(.didNotLeave), .amend(effect: .none, nil), .release])
        default:
            #expect(attempt.notAnswered() == [.startTimer(.poll, .milliseconds(500))])
            #expect(attempt.completionElapsed() == [.release])
        }
        #expect(attempt.hasEnded)
    }

    @Test("remote attempt: an answer to the request that comes past the deadline is still asked after")
    func lateRequest() {
        var attempt = RemoteAttempt(timeout: .seconds(10))
        _ = attempt.admitted()
        _ = attempt.turnGranted()
        _ = attempt.committingStored()
        #expect(attempt.deadlineReached().first == .conclude(Self.timedOut))
        #expect(attempt.answered(.pending(id: "aa_1")) == [.startTimer(.poll, .milliseconds(500))])
        #expect(attempt.pollElapsed() == [.ask(id: "aa_1")])
    }

    @Test("remote attempt: a way that takes over waits for nobody, with what is left of the time")
    func takesOver() {
        var attempt = RemoteAttempt(timeout: .seconds(3))
        #expect(attempt.takesOver() == [.startTimer(.deadline, .seconds(3)), .emitPhase(.queued)])
        #expect(attempt.turnGranted() == [.journalCommitting])
        var nearby = UnlockAttempt(timeout: .seconds(3), requiredConfirmation: .confirmed)
        #expect(
            nearby.takesOver() == [
                .startTimer(.deadline, .seconds(3)), .emitPhase(.scanning), .startScan,
            ])
    }

    /// For all sequences of events, the attempt writes one row in the journal, and makes one request only after that.
    /// After the request, the attempt ends once, releases the lock once, and then does nothing more.
    @Test("remote attempt: keeps its promises") func keepsItsPromises() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            var attempt = RemoteAttempt(timeout: .seconds(1))
            var seen = attempt.admitted()
            for _ in 0..<Int.random(in: 1...14, using: &random) {
                seen += Self.happening(&attempt, &random)
            }
            let requests = seen.filter { $0 == .request }.count
            let ends = seen.filter { if case .conclude = $0 { true } else { false } }
            #expect(requests <= 1)
            #expect(ends.count <= 1)
            #expect(seen.filter { $0 == .release }.count == (attempt.hasEnded ? 1 : 0))
            if attempt.hasEnded { #expect(seen.last == .release && ends.count == 1) }
            if requests == 1 {
                #expect(seen.firstIndex(of: .journalCommitting).map { $0 < seen.firstIndex(of: .request) ?? 0 } == true)
            }
            let isRefused = seen.contains(.journalVerdict(.didNotLeave)) || seen.contains(.amend(effect: .none, nil))
            for case .conclude(let end) in seen where requests == 1 && end.effect == .none {
                #expect(isRefused || end.state == .connectionFailed, "none only if the cloud says so")
            }
        }
    }

    private static func happening(
        _ attempt: inout RemoteAttempt, _ random: inout SeededGenerator
    ) -> [RemoteAttempt.Action] {
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: attempt.turnGranted()
        case 2, 3: attempt.committingStored()
        case 4: attempt.committingNotStored()
        case 5, 6: attempt.answered(.pending(id: "aa_1"))
        case 7: attempt.answered(.granted(.confirmed))
        case 8: attempt.answered(.failed(reason: "device_offline", debugDescription: "", effect: .none))
        case 9: attempt.answered(.failed(reason: "outcome_unknown", debugDescription: "", effect: .unknown))
        case 10: attempt.notAnswered()
        case 11: attempt.pollElapsed()
        case 12: attempt.cancelled()
        default: Bool.random(using: &random) ? attempt.deadlineReached() : attempt.completionElapsed()
        }
    }

    @Test("remote attempt: a door is asked for fifteen times within any minute")
    func rate() {
        var limit = RemoteRateLimit()
        for second in 0..<15 { #expect(limit.use("a", at: .seconds(second)) == nil) }
        #expect(limit.use("a", at: .seconds(20)) == .seconds(40))
        #expect(limit.use("b", at: .seconds(20)) == nil)
        #expect(limit.use("a", at: .seconds(60)) == nil)
        #expect(limit.use("a", at: .seconds(60)) == .seconds(1))
    }
}
