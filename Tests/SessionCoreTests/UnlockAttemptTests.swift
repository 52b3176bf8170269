import SeamModel
import SessionCore
import Testing
import Wire

private func newAttempt(required: SeamModel.Confirmation = .confirmed) -> UnlockAttempt {
    UnlockAttempt(timeout: .seconds(10), requiredConfirmation: required)
}

private let ticket = WriteTicket(1)

extension UnlockAttempt {
    /// Runs up to the point where the provider speaks over the link.
    fileprivate mutating func connect() {
        _ = admitted()
        _ = laneGranted()
        _ = lockChosen("b-1")
        _ = linkOpened()
    }

    /// Runs up to the commit write having left.
    fileprivate mutating func commit() {
        connect()
        _ = writeRequested(ticket, isCommit: true)
        _ = committingStored()
        _ = commitDecided(.left)
    }
}

private func failed(_ reason: String, _ effect: WireError.Effect, _ text: String = "d") -> Conclusion {
    Conclusion(state: .connectionFailed, effect: effect, reason: reason, debugDescription: text)
}

@Suite("An unlock attempt")
struct UnlockAttemptTests {
    @Test("opens the door, step by step")
    func granted() {
        var attempt = newAttempt()
        #expect(
            attempt.admitted() == [
                .emit(.launched), .startTimer(.deadline, .seconds(10)), .emitPhase(.queued), .joinQueue,
            ]
        )
        #expect(attempt.laneGranted() == [.emitPhase(.scanning), .startScan])
        #expect(attempt.lockChosen("b-1") == [.stopScan, .emitPhase(.connecting), .openLink(bindingID: "b-1")])
        #expect(attempt.linkOpened() == [.emitPhase(.authenticating)])
        #expect(attempt.writeRequested(WriteTicket(7), isCommit: false) == [.forwardWrite(WriteTicket(7))])
        #expect(attempt.providerOperates() == [.emitPhase(.operating)])
        #expect(attempt.providerOperates() == [])
        #expect(attempt.writeRequested(ticket, isCommit: true) == [.journalCommitting(ticket)])
        #expect(attempt.isBeforeGate)
        #expect(attempt.committingStored() == [.forwardCommit(ticket)])
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

    @Test("had no effect where the lock refused the command before it acted")
    func refusedByTheLock() {
        let refusal = ProviderVerdict.refused(reason: "sesame_busy", debugDescription: "d")
        var attempt = newAttempt()
        attempt.commit()
        #expect(
            attempt.providerFinished(refusal).prefix(2) == [
                .journalVerdict(.refused), .conclude(failed("sesame_busy", .none)),
            ])
        // Its answer before the broker's word waits for that.
        var early = newAttempt()
        early.connect()
        _ = early.writeRequested(ticket, isCommit: true)
        _ = early.committingStored()
        #expect(early.providerFinished(refusal) == [])
        #expect(
            early.commitDecided(.left).prefix(3) == [
                .journalVerdict(.left), .journalVerdict(.refused), .conclude(failed("sesame_busy", .none)),
            ])
        // After the deadline, callers were told that nobody knows.
        var late = newAttempt()
        late.commit()
        _ = late.deadlineReached()
        #expect(
            late.providerFinished(refusal).prefix(2) == [.journalVerdict(.refused), .amend(effect: .none, nil)])
        // A lock that said that it acts contradicts itself.
        var acting = newAttempt()
        acting.commit()
        _ = acting.lockActs()
        #expect(acting.providerFinished(refusal).first == .conclude(failed("sesame_busy", .unknown)))
    }

    @Test("grants only at the level that the manifest states", arguments: SeamModel.Confirmation.allCases)
    func confirmation(level: SeamModel.Confirmation) {
        for required in SeamModel.Confirmation.allCases {
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

    @Test("access without a commit is a lie, and quarantines the provider")
    func grantedWithoutCommit() {
        var attempt = newAttempt()
        attempt.connect()
        let actions = attempt.providerFinished(.granted(.confirmed))
        #expect(actions.first == .quarantineProvider)
        let text = "the provider reported access without a commit"
        #expect(actions.contains(.conclude(failed("provider_misbehaved", .none, text))))
    }

    @Test("claiming access while the commit is still pending keeps the write here")
    func grantedWhileJournaling() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        #expect(attempt.providerFinished(.granted(.confirmed)) == [.quarantineProvider])
        let actions = attempt.committingStored()
        #expect(actions.prefix(2) == [.journalVerdict(.didNotLeave), .refuseWrite(ticket, .stopped)])
        #expect(!actions.contains(.forwardCommit(ticket)))
        #expect(attempt.hasEnded)
    }

    @Test("claiming access before the broker's word waits for it")
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

    @Test("one commit, and nothing after it")
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

    @Test("no write leaves without a link")
    func writesWithoutLink() {
        var attempt = newAttempt()
        #expect(attempt.writeRequested(ticket, isCommit: true) == [.refuseWrite(ticket, .notOperating)])
        _ = attempt.admitted()
        #expect(attempt.writeRequested(ticket, isCommit: false) == [.refuseWrite(ticket, .notOperating)])
    }

    @Test("a journal that cannot be written keeps the write here")
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
        _ = scanning.laneGranted()
        #expect(scanning.cancelled() == [cancelled, .stopScan, .stopProvider, .release])
        var working = newAttempt()
        working.connect()
        #expect(working.cancelled() == [cancelled, .closeLink, .stopProvider, .release])
        #expect(Conclusion(state: .cancelled, effect: .none).event == nil)
    }

    @Test("cancelled while the row is being written: the write does not leave")
    func cancelWhileJournaling() {
        var attempt = newAttempt()
        attempt.connect()
        _ = attempt.writeRequested(ticket, isCommit: true)
        #expect(attempt.cancelled() == [])
        #expect(
            attempt.committingStored() == [
                .journalVerdict(.didNotLeave), .refuseWrite(ticket, .stopped),
                .conclude(Conclusion(state: .cancelled, effect: .none)), .closeLink, .stopProvider, .release,
            ]
        )
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
        _ = attempt.laneGranted()
        #expect(
            attempt.deadlineReached() == [
                .conclude(Conclusion(state: .timedOut, effect: .none)), .stopScan, .stopProvider, .release,
            ]
        )
    }

    @Test("a provider whose time is over together with the attempt's ends it as timed out, and alone as failed")
    func providerTimedOut() {
        var past = newAttempt()
        for isOver in [true, false] {
            var attempt = newAttempt()
            _ = attempt.admitted()
            _ = attempt.laneGranted()
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

    @Test("a late refusal by the broker completes the journal with none")
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

    @Test("the completion has an end")
    func completionElapses() {
        var attempt = newAttempt()
        attempt.commit()
        _ = attempt.deadlineReached()
        #expect(attempt.completionElapsed() == [.closeLink, .stopProvider, .release])
    }

    @Test("a link lost before the gate fails with none, past it with unknown unless the provider knows better")
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

    @Test("a provider lost at each step")
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

    @Test("a lock that said it acts is asked when its outcome is lost: what it says then is the outcome")
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
            // The child and the link that are let go have nothing more to say, and a caller cannot leave.
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

    @Test("a lock that never said it acts, or said why it did not, is not asked")
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

    @Test("an inquiry over the deadline answers the caller then, and the journal when the lock has told")
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

    @Test("the lock's own word outranks a broker that says the write did not leave")
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

    @Test("the lock's own refusal past the gate leaves the effect open")
    func refusedByLock() {
        var attempt = newAttempt()
        attempt.commit()
        let actions = attempt.providerFinished(.failed(reason: "jammed", debugDescription: "d"))
        #expect(actions.first == .conclude(failed("jammed", .unknown)))
    }
}

private typealias Action = UnlockAttempt.Action
