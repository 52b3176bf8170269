import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

@Suite("An unlock attempt that loses its link, its provider or its outcome")
struct UnlockAttemptLossTests {
    @Test("loss: a link lost before the gate fails with none, past it with unknown unless the provider knows better")
    func linkLoss() {
        var before = newAttempt()
        before.connect()
        let loss = before.linkLost(reason: "link_lost", debugDescription: "d")
        #expect(loss.first == .conclude(failed("link_lost", .none)))

        var past = newAttempt()
        past.commit()
        let timer = Action.startTimer(.linkLoss, .seconds(2))
        #expect(past.linkLost(reason: "link_lost", debugDescription: "d") == [timer])
        #expect(past.radioFailed(reason: "gone", debugDescription: "d") == [])
        var knowing = past
        let text = "the link was lost after the command"
        #expect(past.linkLossElapsed().first == .conclude(failed(Conclusion.outcomeUnknown, .unknown, text)))
        let conclusion = Conclusion(state: .granted, effect: .applied, confirmation: .confirmed)
        #expect(knowing.providerFinished(.granted(.confirmed)).first == .conclude(conclusion))
    }

    @Test("unlock attempt loss: a provider lost at each step")
    func providerLost() {
        var queued = newAttempt()
        _ = queued.admitted()
        #expect(
            queued.providerLost(reason: "crashed", debugDescription: "d").first == .conclude(failed("crashed", .none)))
        var past = newAttempt()
        past.commit()
        let unknown = Action.conclude(failed(Conclusion.outcomeUnknown, .unknown))
        #expect(past.providerLost(reason: "crashed", debugDescription: "d").first == unknown)

        var forwarded = newAttempt()
        forwarded.connect()
        _ = forwarded.writeRequested(ticket, isCommit: true)
        _ = forwarded.committingStored()
        #expect(forwarded.providerLost(reason: "crashed", debugDescription: "d") == [])
        var refused = forwarded
        #expect(forwarded.commitDecided(.left).contains(unknown))
        let none = Action.conclude(failed("lease", .none))
        #expect(refused.commitDecided(.didNotLeave(reason: "lease", debugDescription: "d")).contains(none))
    }

    @Test("loss: a lock that said it acts is asked when its outcome is lost: what it says then is the outcome")
    func inquiry() {
        let lost: [(inout UnlockAttempt) -> [UnlockAttempt.Action]] = [
            { $0.providerLost(reason: "crashed", debugDescription: "d") },
            { $0.providerFinished(.failed(reason: Conclusion.outcomeUnknown, debugDescription: "d")) },
            { attempt in
                _ = attempt.linkLost(reason: "link_lost", debugDescription: "d")
                return attempt.linkLossElapsed()
            },
        ]
        for lose in lost {
            var attempt = newAttempt()
            attempt.commit()
            #expect(attempt.lockActs() == [.journalActing, .emitActing])
            #expect(attempt.lockActs() == [])
            #expect(
                lose(&attempt) == [.closeLink, .stopProvider, .startInquiry, .startTimer(.inquiry, .seconds(5))])
            // The provider and the link were released, so their reports no longer have an effect, and neither has a
            // cancellation.
            #expect(attempt.providerLost(reason: "stopped", debugDescription: "d") == [])
            #expect(attempt.linkLost(reason: "closed", debugDescription: "d") == [])
            #expect(attempt.cancelled() == [])
            #expect(
                attempt.writeRequested(WriteTicket(9), isCommit: true) == [.refuseWrite(WriteTicket(9), .notOperating)])
            var (otherwise, silent) = (attempt, attempt)
            let granted = Conclusion(state: .granted, effect: .applied, confirmation: .confirmed)
            #expect(
                attempt.inquiryAnswered(isInWantedState: true) == [.conclude(granted), .stopInquiry, .release])
            #expect(attempt.hasEnded)
            for actions in [otherwise.inquiryAnswered(isInWantedState: false), silent.inquiryElapsed()] {
                guard case .conclude(let conclusion) = actions.first else {
                    Issue.record("\(actions)")
                    continue
                }
                #expect(conclusion.reason == Conclusion.outcomeUnknown && conclusion.effect == .unknown)
                #expect(actions.dropFirst() == [.stopInquiry, .release])
            }
        }
    }

    @Test("unlock attempt loss: a lock that never said it acts, or said why it did not, is not asked")
    func noInquiry() {
        var silent = newAttempt()
        silent.commit()
        let unknown = Action.conclude(failed(Conclusion.outcomeUnknown, .unknown))
        #expect(silent.providerLost(reason: "crashed", debugDescription: "d").first == unknown)
        var jammed = newAttempt()
        jammed.commit()
        _ = jammed.lockActs()
        let end = jammed.providerFinished(.failed(reason: "jammed", debugDescription: "d"))
        #expect(end.first == .conclude(failed("jammed", .unknown)))
        var early = newAttempt()
        early.connect()
        #expect(early.lockActs() == [], "before the gate it cannot")
    }

    @Test("loss: an inquiry over the deadline answers the caller then, and the journal when the lock has told")
    func inquiryPastDeadline() {
        var attempt = newAttempt()
        attempt.commit()
        _ = attempt.lockActs()
        _ = attempt.providerLost(reason: "crashed", debugDescription: "d")
        #expect(attempt.deadlineReached() == [.conclude(Conclusion(state: .timedOut, effect: .unknown))])
        var silent = attempt
        #expect(
            attempt.inquiryAnswered(isInWantedState: true) == [
                .amend(effect: .applied, .confirmed), .stopInquiry, .release,
            ]
        )
        #expect(silent.inquiryElapsed() == [.stopInquiry, .release])

        var completing = newAttempt()
        completing.commit()
        _ = completing.deadlineReached()
        #expect(completing.lockActs() == [.journalActing])
        #expect(completing.providerLost(reason: "crashed", debugDescription: "d").contains(.startInquiry))
        #expect(completing.completionElapsed() == [.stopInquiry, .release])
    }

    @Test("unlock attempt loss: the lock's own word outranks a broker that says the write did not leave")
    func actingBeforeTheVerdict() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        _ = attempt.committingStored()
        #expect(attempt.lockActs() == [.journalActing, .emitActing])
        var contradicted = attempt
        #expect(attempt.commitDecided(.left) == [], "the journal knows more already")
        #expect(contradicted.commitDecided(.didNotLeave(reason: "lease", debugDescription: "d")) == [])
        #expect(!contradicted.hasEnded)
    }

    @Test("unlock attempt loss: the lock's own refusal past the gate leaves the effect open")
    func refusedByLock() {
        var attempt = newAttempt()
        attempt.commit()
        let actions = attempt.providerFinished(.failed(reason: "jammed", debugDescription: "d"))
        #expect(actions.first == .conclude(failed("jammed", .unknown)))
    }
}

private typealias Action = UnlockAttempt.Action
