internal import SeamModel
internal import Wire

extension UnlockAttempt {
    // MARK: - The broker's and the provider's word

    /// Handles the broker's decision on the commit write.
    package mutating func commitDecided(_ verdict: CommitVerdict) -> [Action] {
        switch state {
        case .working(.forwarded(_, let held)):
            return decide(verdict, held: held)
        case .completing(.forwarded(_, let held)):
            return decideLate(verdict, held: held)
        case .idle, .queued, .scanning, .connecting, .working, .completing, .inquiring, .ended:
            return []
        }
    }

    private mutating func decide(_ verdict: CommitVerdict, held: ProviderVerdict?) -> [Action] {
        switch verdict {
        case .left:
            state = .working(.passed)
            return journalLeft + (held.map { providerFinished($0) } ?? [])
        case .didNotLeave(let reason, let debugDescription) where !hasActed:
            return [.journalVerdict(.didNotLeave)]
                + end(.failed(reason: reason, debugDescription, effect: .none))
        case .didNotLeave, .unclear:
            state = .working(.uncertain)
            return held.map { providerFinished($0) } ?? []
        }
    }

    private mutating func decideLate(_ verdict: CommitVerdict, held: ProviderVerdict?) -> [Action] {
        switch verdict {
        case .left:
            state = .completing(.passed)
            return journalLeft + (held.map { providerFinished($0) } ?? [])
        case .didNotLeave where !hasActed:
            return [.journalVerdict(.didNotLeave), .amend(effect: .none, nil)] + tidy()
        case .didNotLeave, .unclear:
            state = .completing(.uncertain)
            return held.map { providerFinished($0) } ?? []
        }
    }

    /// The action that records that the commit write was sent. It is not needed if the lock has already reported that
    /// it is acting, because the lock's report says more.
    private var journalLeft: [Action] { hasActed ? [] : [.journalVerdict(.left)] }

    /// Handles the provider's report on how the operation ended.
    package mutating func providerFinished(_ verdict: ProviderVerdict) -> [Action] {
        switch state {
        case .queued, .scanning, .connecting, .working(.open):
            return finishBeforeGate(verdict)
        case .working(.journaling(let ticket)):
            // The provider asked for the commit write and did not wait. The write has not been sent, and will not be
            // sent.
            let failure = Conclusion.failed(
                reason: "provider_failed",
                "the provider ended while its commit was pending",
                effect: .none
            )
            return (verdict.isGranted ? [.quarantineProvider] : []) + abandon(ticket, failure)
        case .working(.forwarded(let ticket, let held)):
            state = .working(.forwarded(ticket, held: held ?? verdict))
            return []
        case .completing(.forwarded(let ticket, let held)):
            state = .completing(.forwarded(ticket, held: held ?? verdict))
            return []
        case .working(.passed), .working(.uncertain):
            if let refusal = refusal(verdict) { return [.journalVerdict(.refused)] + end(refusal) }
            return settle(conclusionPastGate(verdict))
        case .completing(.open), .completing(.journaling), .completing(.passed), .completing(.uncertain):
            return complete(verdict)
        case .idle, .inquiring, .ended:
            return []
        }
    }

    private mutating func finishBeforeGate(_ verdict: ProviderVerdict) -> [Action] {
        switch verdict {
        case .granted:
            // A claim of access without a commit write cannot be true.
            let conclusion = Conclusion.failed(
                reason: "provider_misbehaved",
                "the provider reported access without a commit",
                effect: .none
            )
            return [.quarantineProvider] + end(conclusion)
        case .failed(let reason, let debugDescription), .refused(let reason, let debugDescription):
            return end(.failed(reason: reason, debugDescription, effect: .none))
        }
    }

    /// The conclusion from a lock's refusal. If the lock did not refuse, this is nil. If the lock had said before that
    /// it was acting, its refusal contradicts this, and the outcome is unknown.
    private func refusal(_ verdict: ProviderVerdict) -> Conclusion? {
        guard case .refused(let reason, let debugDescription) = verdict, !hasActed else { return nil }
        return .failed(reason: reason, debugDescription, effect: .none)
    }

    private func conclusionPastGate(_ verdict: ProviderVerdict) -> Conclusion {
        switch verdict {
        case .granted(let confirmation) where confirmation >= requiredConfirmation:
            return .granted(confirmation)
        case .granted(let confirmation):
            var conclusion = Conclusion.failed(
                reason: Conclusion.outcomeUnknown,
                "the confirmation is weaker than the one this lock can give",
                effect: .unknown
            )
            conclusion.confirmation = confirmation
            return conclusion
        case .failed(let reason, let debugDescription), .refused(let reason, let debugDescription):
            return .failed(reason: reason, debugDescription, effect: .unknown)
        }
    }

    private mutating func complete(_ verdict: ProviderVerdict) -> [Action] {
        if refusal(verdict) != nil { return [.journalVerdict(.refused), .amend(effect: .none, nil)] + tidy() }
        switch verdict {
        case .granted(let confirmation):
            let isEnough = confirmation >= requiredConfirmation
            return [.amend(effect: isEnough ? .applied : .unknown, confirmation)] + tidy()
        case .failed(Conclusion.outcomeUnknown, _) where hasActed:
            return inquire(nil)
        case .failed, .refused:
            return tidy()
        }
    }

    // MARK: - Asking the lock

    /// Ends the attempt. If the outcome was lost and the lock can say what it was, does not end the attempt yet.
    private mutating func settle(_ conclusion: Conclusion) -> [Action] {
        guard hasActed, conclusion.effect == .unknown, conclusion.reason == Conclusion.outcomeUnknown else {
            return end(conclusion)
        }
        return inquire(conclusion)
    }

    private mutating func inquire(_ pending: Conclusion?) -> [Action] {
        state = .inquiring(pending)
        return [.closeLink, .stopProvider, .startInquiry, .startTimer(.inquiry, Self.inquiryTime)]
    }

    /// Handles the lock's answer about its current state. The lock had said that it was acting on this attempt's
    /// command. If the lock is in the state that the command asks for, this proves that the lock carried out the
    /// command. Any other state proves nothing, because somebody may have turned the lock back.
    package mutating func inquiryAnswered(isInWantedState: Bool) -> [Action] {
        guard case .inquiring(let pending) = state else { return [] }
        guard isInWantedState else { return inquiryElapsed() }
        guard pending != nil else { return [.amend(effect: .applied, requiredConfirmation)] + tidy() }
        return end(.granted(requiredConfirmation))
    }

    /// Called when the lock has not answered in time.
    package mutating func inquiryElapsed() -> [Action] {
        guard case .inquiring(let pending) = state else { return [] }
        return pending.map { end($0) } ?? tidy()
    }

    // MARK: - Losses

    /// Called when the link is lost. The provider also learns this. After the gate, the provider may still reach a
    /// conclusion from the bytes that it has read.
    package mutating func linkLost(reason: String, debugDescription: String) -> [Action] {
        switch state {
        case .connecting, .working(.open):
            return end(.failed(reason: reason, debugDescription, effect: .none))
        case .working(.journaling(let ticket)):
            return abandon(ticket, .failed(reason: reason, debugDescription, effect: .none))
        case .working(.forwarded), .working(.passed), .working(.uncertain), .completing:
            guard !isLinkLost else { return [] }
            isLinkLost = true
            return [.startTimer(.linkLoss, Self.linkLossTime)]
        case .idle, .queued, .scanning, .inquiring, .ended:
            return []
        }
    }

    /// Called when the link was lost and the provider has not reached a conclusion in time.
    package mutating func linkLossElapsed() -> [Action] {
        switch state {
        case .working(.forwarded), .working(.passed), .working(.uncertain):
            let text = "the link was lost after the command"
            return settle(.failed(reason: Conclusion.outcomeUnknown, text, effect: .unknown))
        case .completing:
            return hasActed ? inquire(nil) : tidy()
        case .idle, .queued, .scanning, .connecting, .working(.open), .working(.journaling), .inquiring, .ended:
            return []
        }
    }

    /// Called when the provider's time is up, which begins with the attempt's time or later. If the attempt's own time
    /// is up as well, callers get the attempt's timeout, no matter which time was up first.
    package mutating func providerTimedOut(isDeadlineOver: Bool) -> [Action] {
        let timeIsOver = isDeadlineOver ? deadlineReached() : []
        let text = "the provider did not end in time"
        return timeIsOver + providerLost(reason: "provider_timed_out", debugDescription: text)
    }

    /// Called when the provider has crashed, sent invalid data or stopped answering. The provider has been killed, or
    /// is being killed.
    package mutating func providerLost(reason: String, debugDescription: String) -> [Action] {
        switch state {
        case .queued, .scanning, .connecting, .working(.open):
            return end(.failed(reason: reason, debugDescription, effect: .none))
        case .working(.journaling(let ticket)):
            return abandon(ticket, .failed(reason: reason, debugDescription, effect: .none))
        case .working(.forwarded(let ticket, let held)):
            // The broker's answer still decides whether anything was sent.
            let verdict = ProviderVerdict.failed(reason: Conclusion.outcomeUnknown, debugDescription: debugDescription)
            state = .working(.forwarded(ticket, held: held ?? verdict))
            return []
        case .working(.passed), .working(.uncertain):
            return settle(.failed(reason: Conclusion.outcomeUnknown, debugDescription, effect: .unknown))
        case .completing(.forwarded(let ticket, let held)):
            let verdict = ProviderVerdict.failed(reason: Conclusion.outcomeUnknown, debugDescription: debugDescription)
            state = .completing(.forwarded(ticket, held: held ?? verdict))
            return []
        case .completing:
            return hasActed ? inquire(nil) : tidy()
        case .idle, .inquiring, .ended:
            return []
        }
    }

    // MARK: - Stops

    /// Called when the last caller has left or cancelled. This has no effect after the gate.
    package mutating func cancelled() -> [Action] {
        stop(.cancelled)
    }

    /// Called when the basis of the attempt's admission has ended. This has no effect after the gate.
    package mutating func keyEnded() -> [Action] { stop(.keyEnded) }

    /// Called when the timeout has passed, which begins at admission.
    package mutating func deadlineReached() -> [Action] {
        if case .inquiring(.some) = state {
            state = .inquiring(nil)
            return [.conclude(.timedOut(effect: .unknown))]
        }
        guard case .working(let gate) = state, gate.isPast else { return stop(.timedOut(effect: .none)) }
        state = .completing(gate)
        return [.conclude(.timedOut(effect: .unknown)), .startTimer(.completion, Self.completionTime)]
    }

    private mutating func stop(_ conclusion: Conclusion) -> [Action] {
        switch state {
        case .queued, .scanning, .connecting, .working(.open):
            return end(conclusion)
        case .working(.journaling(let ticket)):
            return abandon(ticket, conclusion)
        case .working, .completing, .inquiring, .idle, .ended:
            return []
        }
    }

    /// Called when the time to complete the journal is up.
    package mutating func completionElapsed() -> [Action] {
        switch state {
        case .completing, .inquiring(nil): return tidy()
        case .idle, .queued, .scanning, .connecting, .working, .inquiring, .ended: return []
        }
    }

    // MARK: - The end

    /// Ends the attempt while the row is being written. The write is not sent, and the journal records this after the
    /// row.
    private mutating func abandon(_ ticket: WriteTicket, _ conclusion: Conclusion) -> [Action] {
        [.journalVerdict(.didNotLeave), .refuseWrite(ticket, .stopped)] + end(conclusion)
    }

    /// Concludes the attempt and releases everything that it has.
    mutating func end(_ conclusion: Conclusion) -> [Action] {
        [.conclude(conclusion)] + tidy()
    }

    /// Releases everything that the attempt has in its current state, in the reverse order of acquisition. The lock is
    /// released last, because the next attempt on this lock must find it free.
    mutating func tidy() -> [Action] {
        let before = state
        state = .ended
        switch before {
        case .idle, .ended: return []
        case .queued: return [.stopProvider, .release]
        case .scanning: return [.stopScan, .stopProvider, .release]
        case .connecting, .working, .completing: return [.closeLink, .stopProvider, .release]
        case .inquiring: return [.stopInquiry, .release]
        }
    }
}
