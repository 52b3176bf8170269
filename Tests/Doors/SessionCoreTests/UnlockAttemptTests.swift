import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

@Suite("An unlock attempt")
struct UnlockAttemptTests {
    @Test("unlock attempt: opens the door, step by step")
    func granted() {
        var attempt = newAttempt()
        #expect(
            attempt.admitted() == [
                .emit(.launched), .startTimer(.deadline, .seconds(10)), .emitPhase(.queued), .joinQueue,
            ]
        )
        #expect(attempt.turnGranted() == [.emitPhase(.scanning), .startScan])
        #expect(attempt.lockChosen("b-1") == [.stopScan, .emitPhase(.connecting), .openLink(bindingID: "b-1")])
        #expect(attempt.linkOpened() == [.emitPhase(.authenticating)])
        #expect(attempt.writeRequested(WriteTicket(7), isCommit: false) == [.forwardWrite(WriteTicket(7))])
        #expect(attempt.writeRequested(ticket, isCommit: true) == [.journalCommitting(ticket)])
        #expect(attempt.isBeforeGate)
        #expect(attempt.committingStored() == [.forwardCommit(ticket), .emitPhase(.operating)])
        #expect(!attempt.isBeforeGate)
        #expect(attempt.commitDecided(.left) == [.journalVerdict(.left)])
        let conclusion = Conclusion(state: .granted, effect: .applied, confirmation: .confirmed)
        #expect(
            attempt.providerFinished(.granted(.confirmed)) == [
                .conclude(conclusion), .closeLink, .stopProvider, .release,
            ]
        )
        #expect(attempt.hasEnded)
    }

    @Test("unlock attempt: stands still while its person is asked, five minutes in all, and not past its gate")
    func asking() {
        var attempt = newAttempt()
        #expect(attempt.personAsked(for: .seconds(60), left: .seconds(8)) == [], "no lock has asked yet")
        attempt.connect()
        #expect(
            attempt.personAsked(for: .seconds(60), left: .seconds(8)) == [.startTimer(.deadline, .seconds(68))])
        #expect(attempt.askingEnded(left: .seconds(8)) == [.startTimer(.deadline, .seconds(8))])
        #expect(
            attempt.personAsked(for: .seconds(300), left: .seconds(7)) == [.startTimer(.deadline, .seconds(247))])
        #expect(attempt.personAsked(for: .seconds(1), left: .seconds(7)) == [], "nothing is left of the five minutes")
        attempt.giveBack(.seconds(40))
        #expect(
            attempt.personAsked(for: .seconds(300), left: .seconds(7)) == [.startTimer(.deadline, .seconds(47))])
        _ = attempt.writeRequested(ticket, isCommit: true)
        #expect(attempt.askingEnded(left: .seconds(7)) == [.startTimer(.deadline, .seconds(7))])
        _ = attempt.committingStored()
        #expect(attempt.askingEnded(left: .seconds(7)) == [])
        #expect(attempt.personAsked(for: .seconds(1), left: .seconds(7)) == [])
    }

    @Test("unlock attempt: had no effect where the lock refused the command before it acted")
    func refusedByTheLock() {
        let refusal = ProviderVerdict.refused(reason: "sesame_busy", debugDescription: "d")
        var attempt = newAttempt()
        attempt.commit()
        #expect(
            attempt.providerFinished(refusal).prefix(2) == [
                .journalVerdict(.refused), .conclude(failed("sesame_busy", .none)),
            ])
        // The lock's answer may arrive before the broker reports the write. The attempt then waits for the report.
        var early = newAttempt()
        early.connect()
        _ = early.writeRequested(ticket, isCommit: true)
        _ = early.committingStored()
        #expect(early.providerFinished(refusal) == [])
        #expect(
            early.commitDecided(.left).prefix(3) == [
                .journalVerdict(.left), .journalVerdict(.refused), .conclude(failed("sesame_busy", .none)),
            ])
        // After the deadline, the callers have already been told that the outcome is unknown.
        var late = newAttempt()
        late.commit()
        _ = late.deadlineReached()
        #expect(
            late.providerFinished(refusal).prefix(2) == [.journalVerdict(.refused), .amend(effect: .none, nil)])
        // A lock contradicts itself if it first reports that it is acting and then refuses.
        var acting = newAttempt()
        acting.commit()
        _ = acting.lockActs()
        #expect(acting.providerFinished(refusal).first == .conclude(failed("sesame_busy", .unknown)))
    }

    @Test(
        "unlock attempt: grants only at the level that the manifest states", arguments: RadioModel.Confirmation.allCases
    )
    func confirmation(level: RadioModel.Confirmation) {
        for required in RadioModel.Confirmation.allCases {
            var attempt = newAttempt(required: required)
            attempt.commit()
            guard case .conclude(let conclusion) = attempt.providerFinished(.granted(level)).first else {
                Issue.record("no conclusion")
                return
            }
            if level >= required {
                #expect(conclusion == Conclusion(state: .granted, effect: .applied, confirmation: level))
            } else {
                #expect(conclusion.state == .connectionFailed)
                #expect(conclusion.effect == .unknown)
                #expect(conclusion.reason == Conclusion.outcomeUnknown)
                #expect(conclusion.confirmation == level)
            }
        }
    }

    @Test("unlock attempt: access without a commit is a lie, and quarantines the provider")
    func grantedWithoutCommit() {
        var attempt = newAttempt()
        attempt.connect()
        let actions = attempt.providerFinished(.granted(.confirmed))
        #expect(actions.first == .quarantineProvider)
        let text = "the provider reported access without a commit"
        #expect(actions.contains(.conclude(failed("provider_misbehaved", .none, text))))
    }

    @Test("unlock attempt: claiming access while the commit is still pending keeps the write here")
    func grantedWhileJournaling() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        #expect(
            attempt.providerFinished(.granted(.confirmed)).prefix(3) == [
                .quarantineProvider, .journalVerdict(.didNotLeave), .refuseWrite(ticket, .stopped),
            ])
        #expect(attempt.committingStored() == [])
        #expect(attempt.hasEnded)
    }

    @Test("unlock attempt: claiming access before the broker's word waits for it")
    func grantedWhileForwarded() {
        for (verdict, state) in [(CommitVerdict.left, Attempt.State.granted), (.unclear, .granted)] {
            var attempt = newAttempt()
            attempt.connect()
            _ = attempt.writeRequested(ticket, isCommit: true)
            _ = attempt.committingStored()
            #expect(attempt.providerFinished(.granted(.confirmed)) == [])
            let actions = attempt.commitDecided(verdict)
            let conclusion = Conclusion(state: state, effect: .applied, confirmation: .confirmed)
            #expect(actions.contains(.conclude(conclusion)))
        }
        var refused = newAttempt()
        refused.connect()
        _ = refused.writeRequested(ticket, isCommit: true)
        _ = refused.committingStored()
        _ = refused.providerFinished(.granted(.confirmed))
        let actions = refused.commitDecided(.didNotLeave(reason: "lease", debugDescription: "d"))
        #expect(actions.prefix(2) == [.journalVerdict(.didNotLeave), .conclude(failed("lease", .none))])
    }

    @Test("unlock attempt: one commit, and nothing after it")
    func writesAfterCommit() {
        var attempt = newAttempt()
        attempt.commit()
        for isCommit in [true, false] {
            #expect(
                attempt.writeRequested(WriteTicket(2), isCommit: isCommit) == [
                    .refuseWrite(WriteTicket(2), .afterCommit)
                ]
            )
        }
    }

    @Test("unlock attempt: no write leaves without a link")
    func writesWithoutLink() {
        var attempt = newAttempt()
        #expect(attempt.writeRequested(ticket, isCommit: true) == [.refuseWrite(ticket, .notOperating)])
        _ = attempt.admitted()
        #expect(attempt.writeRequested(ticket, isCommit: false) == [.refuseWrite(ticket, .notOperating)])
    }

    @Test("unlock attempt: a journal that cannot be written keeps the write here")
    func journalFails() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        let actions = attempt.committingNotStored()
        #expect(actions.first == .refuseWrite(ticket, .stopped))
        #expect(actions.contains(.conclude(failed("store_unavailable", .none, "the journal could not be written"))))
    }

    @Test("cancelled before the gate: no terminal event, effect none, nothing leaves")
    func cancelBeforeGate() {
        let cancelled = Action.conclude(Conclusion(state: .cancelled, effect: .none))
        var queued = newAttempt()
        _ = queued.admitted()
        #expect(queued.cancelled() == [cancelled, .stopProvider, .release])
        var scanning = newAttempt()
        _ = scanning.admitted()
        _ = scanning.turnGranted()
        #expect(scanning.cancelled() == [cancelled, .stopScan, .stopProvider, .release])
        var working = newAttempt()
        working.connect()
        #expect(working.cancelled() == [cancelled, .closeLink, .stopProvider, .release])
        #expect(Conclusion(state: .cancelled, effect: .none).event == nil)
    }

    @Test("cancelled while the row is being written: answered at once, and the write does not leave")
    func cancelWhileJournaling() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        #expect(
            attempt.cancelled() == [
                .journalVerdict(.didNotLeave), .refuseWrite(ticket, .stopped),
                .conclude(Conclusion(state: .cancelled, effect: .none)), .closeLink, .stopProvider, .release,
            ]
        )
        #expect(attempt.committingStored() == [], "the disk answers too late")
    }

    @Test("cancelled past the gate: nothing changes")
    func cancelPastGate() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        _ = attempt.committingStored()
        #expect(attempt.cancelled() == [])
        _ = attempt.commitDecided(.left)
        #expect(attempt.cancelled() == [])
        let actions = attempt.providerFinished(.granted(.confirmed))
        #expect(actions.contains(.conclude(Conclusion(state: .granted, effect: .applied, confirmation: .confirmed))))
    }

    @Test("timed out before the gate: effect none")
    func deadlineBeforeGate() {
        var attempt = newAttempt()
        _ = attempt.admitted()
        _ = attempt.turnGranted()
        #expect(
            attempt.deadlineReached() == [
                .conclude(Conclusion(state: .timedOut, effect: .none)), .stopScan, .stopProvider, .release,
            ]
        )
    }

    @Test("unlock attempt: a provider out of time together with the attempt is timed out, and alone has failed")
    func providerTimedOut() {
        var past = newAttempt()
        for isOver in [true, false] {
            var attempt = newAttempt()
            _ = attempt.admitted()
            _ = attempt.turnGranted()
            let conclusion = attempt.providerTimedOut(isDeadlineOver: isOver).first
            let timedOut = Conclusion(state: .timedOut, effect: .none)
            let text = "the provider did not end in time"
            #expect(conclusion == .conclude(isOver ? timedOut : failed("provider_timed_out", .none, text)))
            #expect(attempt.deadlineReached() == [], "it is told once")
        }
        past.commit()
        let actions = past.providerTimedOut(isDeadlineOver: true)
        #expect(actions.first == .conclude(Conclusion(state: .timedOut, effect: .unknown)))
        #expect(actions.count { if case .conclude = $0 { true } else { false } } == 1)
    }

    @Test("timed out past the gate: answered at once, completed later, released last")
    func deadlinePastGate() {
        var attempt = newAttempt()
        attempt.commit()
        #expect(
            attempt.deadlineReached() == [
                .conclude(Conclusion(state: .timedOut, effect: .unknown)), .startTimer(.completion, .seconds(30)),
            ]
        )
        #expect(!attempt.hasEnded)
        #expect(
            attempt.providerFinished(.granted(.confirmed)) == [
                .amend(effect: .applied, .confirmed), .closeLink, .stopProvider, .release,
            ]
        )
    }

    @Test("unlock attempt: a late refusal by the broker completes the journal with none")
    func lateRefusal() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        _ = attempt.committingStored()
        _ = attempt.deadlineReached()
        #expect(
            attempt.commitDecided(.didNotLeave(reason: "deadline", debugDescription: "d")) == [
                .journalVerdict(.didNotLeave), .amend(effect: .none, nil), .closeLink, .stopProvider, .release,
            ]
        )
    }

    @Test("unlock attempt: the completion has an end")
    func completionElapses() {
        var attempt = newAttempt()
        attempt.commit()
        _ = attempt.deadlineReached()
        #expect(attempt.completionElapsed() == [.closeLink, .stopProvider, .release])
    }
}

private typealias Action = UnlockAttempt.Action
