import DaemonKit
import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import RadioModel
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Wire

/// Runs one nearby attempt. Every event goes through one mailbox. ``UnlockAttempt`` makes the decisions, and this actor
/// carries them out.
actor NearbyRun: AttemptRun {
    /// An event of the attempt.
    enum Signal: Sendable {
        case turnGranted
        case chosen(UnlockCandidate)
        case radioFailed(WireError)
        case linkOpened(any LeasedLink)
        case linkLost(reason: String)
        case write(GATTWrite, OneAnswer<Result<Void, WireError>>)
        case committing(isStored: Bool)
        /// The lock key has been read from the store.
        case keyRead(SecretBytes)
        case keyNotRead
        case commitAnswered(Result<Void, WireError>, PendingWrite)
        case acting
        /// The provider asks a person for an authorization.
        case prompted(OperationPrompt, OneAnswer<Bool>)
        /// The prompt has ended, and the provider continues.
        case promptOver
        /// The prompt with this number was not answered in time.
        case promptExpired(Int)
        case inquired(isInWantedState: Bool)
        case providerEnded(ProviderOutcome)
        case timer(UnlockAttempt.Timer)
        case cancelled
    }

    /// A write whose result the provider is waiting for.
    struct PendingWrite: Sendable {
        let ticket: WriteTicket
        let write: GATTWrite
        let answer: OneAnswer<Result<Void, WireError>>
    }

    /// The doors of the grant.
    let doors: UnlockGrant.NearbyDoors
    /// How long this way may take. This is the caller's whole timeout, or the time that an earlier way has left.
    let timeout: Duration
    nonisolated var environment: AttemptEnvironment { journal.environment }
    let journal: AttemptJournal
    var attempt: UnlockAttempt
    var chosen: UnlockCandidate?
    /// The last phase that was sent.
    var phase: UnlockPhase?
    var link: (any LeasedLink)?
    /// The task that leases and connects the lock. Its value is the link, or nil if this failed.
    var opening: Task<(any LeasedLink)?, Never>?
    /// The lock's own data that supports the provider's claim, as the provider passed it on.
    var evidence: [UInt8]?
    var writes: [WriteTicket: PendingWrite] = [:]
    var tasks: [TaskName: Task<Void, Never>] = [:]
    let providerLink: GuardedLink
    /// Whether another way of the attempt follows.
    var isHandedOver = false
    /// The number of times that the provider has asked for an authorization.
    private var prompts = 0
    /// The attempt's remaining time at the moment when the person was asked. Also the moment when the question expires.
    /// The value is nil while the person is not being asked.
    private var asked: (left: Duration, until: Duration)?
    /// The task that reports to the broker how long the commit write may still be sent. Its value says whether this
    /// succeeded.
    var limiting: Task<Bool, Never>?
    /// The moment when the attempt's time is up, on the monotonic clock. It is known once the attempt is admitted.
    var deadline = Duration.zero
    private let mailbox: AsyncStream<Signal>
    nonisolated let signal: AsyncStream<Signal>.Continuation
    private var nextTicket: UInt64 = 1

    enum TaskName: Hashable {
        case scan, closing, key, provider, inquiry, prompt
        case timer(UnlockAttempt.Timer)
        case write(WriteTicket)
    }

    init(_ doors: UnlockGrant.NearbyDoors, timeout: Duration, journal: AttemptJournal) {
        (self.doors, self.timeout, self.journal) = (doors, timeout, journal)
        attempt = UnlockAttempt(timeout: timeout, requiredConfirmation: doors.manifest.confirmation)
        // The mailbox needs no limit, because there are few senders: one link, one provider process with one write at a
        // time, four timers, and one cancellation.
        (mailbox, signal) = AsyncStream.makeStream(of: Signal.self)
        providerLink = GuardedLink(
            .init { [signal] write, answer in
                guard case .terminated = signal.yield(.write(write, answer)) else { return }
                answer.give(.failure(.attemptEnded))
            } lost: { [signal] reason in
                signal.yield(.linkLost(reason: reason))
            })
    }

    /// Runs this way of opening the door to its end. It begins when the attempt's row in the journal is durable. If
    /// `takesOver` is true, it begins when another way has had no effect.
    func run(takesOver: Bool) async {
        await perform(takesOver ? attempt.takesOver() : attempt.admitted())
        for await signal in mailbox {
            await handle(signal)
            if attempt.hasEnded { break }
        }
        signal.finish()
        for task in tasks.values { task.cancel() }
        opening?.cancel()
        for write in writes.values { write.answer.give(.failure(.attemptEnded)) }
        writes = [:]
        // Signals that were sent before the mailbox closed still need an answer.
        for await signal in mailbox { await turnAway(signal) }
        providerLink.end()
        await promptOver()
        // Neither a provider process nor a link outlives its attempt.
        await ended([tasks[.provider], tasks[.inquiry]])
    }

    /// Informs the run that its lock and a slot are free.
    nonisolated func turnGranted() { signal.yield(.turnGranted) }

    /// Informs the run that the last caller has left.
    nonisolated func cancel() { signal.yield(.cancelled) }

    private func turnAway(_ signal: Signal) async {
        switch signal {
        case .write(_, let answer): answer.give(.failure(.attemptEnded))
        case .commitAnswered(let result, let write): write.answer.give(result)
        case .linkOpened(let link): await link.close()
        case .prompted(_, let isShown): isShown.give(false)
        case .turnGranted, .chosen, .radioFailed, .linkLost, .acting, .promptOver, .promptExpired,
            .inquired, .providerEnded, .timer, .cancelled, .committing, .keyRead, .keyNotRead:
            break
        }
    }

    private func handle(_ signal: Signal) async {
        switch signal {
        case .turnGranted: await perform(attempt.turnGranted())
        case .chosen(let candidate):
            chosen = candidate
            environment.register.narrow(journal.attemptID, to: candidate.binding.id)
            await perform(attempt.lockChosen(candidate.binding.id))
        case .radioFailed(let error):
            await perform(attempt.radioFailed(reason: error.shortReason, debugDescription: error.message))
        case .linkOpened(let link): await opened(link)
        case .linkLost(let reason):
            let text = "the link was lost: \(reason)"
            await perform(attempt.linkLost(reason: cause(of: reason), debugDescription: text))
        case .write(let write, let answer): await requested(write, answer)
        case .committing(true): await committingStored()
        case .committing(false): await perform(attempt.committingNotStored())
        case .keyRead(let key): startProvider(key)
        case .keyNotRead:
            await perform(
                attempt.providerFinished(.failed(reason: "store_unavailable", debugDescription: "no lock key")))
        case .commitAnswered(let result, let write): await commitAnswered(result, write)
        case .acting: await perform(attempt.lockActs())
        case .prompted(let prompt, let isShown): isShown.give(await prompted(prompt))
        case .promptOver: await promptOver()
        case .promptExpired(let number): if number == prompts { await promptOver() }
        case .inquired(let isInWantedState):
            await perform(attempt.inquiryAnswered(isInWantedState: isInWantedState))
        case .providerEnded(let outcome): await providerEnded(outcome)
        case .timer(.deadline):
            // A postponed deadline may already have fired, or may fire early by this clock.
            let left = prompts == 0 ? .zero : deadline - environment.monotonic()
            await perform(left > .zero ? [.startTimer(.deadline, left)] : attempt.deadlineReached())
        case .timer(.linkLoss): await perform(attempt.linkLossElapsed())
        case .timer(.completion): await perform(attempt.completionElapsed())
        case .timer(.inquiry): await perform(attempt.inquiryElapsed())
        case .cancelled: await perform(attempt.cancelled())
        }
    }

    // MARK: - Handling signals

    private func opened(_ link: any LeasedLink) async {
        let actions = attempt.linkOpened()
        guard !actions.isEmpty else { return close(link) }
        self.link = link
        providerLink.open(link)
        await perform(actions)
    }

    private func requested(_ write: GATTWrite, _ answer: OneAnswer<Result<Void, WireError>>) async {
        let ticket = WriteTicket(nextTicket)
        nextTicket += 1
        writes[ticket] = PendingWrite(ticket: ticket, write: write, answer: answer)
        if write.isCommit {
            // In any case, the lock has accepted its key.
            if let chosen { environment.hangUps.forget(chosen.binding.id) }
            await promptOver()
        }
        // If no caller waits for the unlock at this point, the journal need not say that the unlock was about to
        // happen.
        if write.isCommit, attempt.isBeforeGate, journal.feed.callerCount == 0 { await perform(attempt.cancelled()) }
        await perform(attempt.writeRequested(ticket, isCommit: write.isCommit))
    }

    /// Shows the page to the attempt's callers and among the key's errors. Returns false if the page may not be shown
    /// now. The attempt's clock is paused while the page is shown.
    private func prompted(_ prompt: OperationPrompt) async -> Bool {
        guard attempt.isBeforeGate, let url = prompt.otpURL else { return false }
        let now = environment.monotonic()
        let left = asked?.left ?? deadline - now
        // The unused time of an earlier page is available for this page.
        if let asked { attempt.giveBack(asked.until - now) }
        let actions = attempt.personAsked(for: prompt.expires, left: left)
        guard case .startTimer(.deadline, let whole)? = actions.first else { return false }
        let expires = whole - left
        asked = (left, until: now + expires)
        await perform(actions)
        limitCommit()
        let signal = signal
        prompts += 1
        let number = prompts
        tasks[.prompt]?.cancel()
        tasks[.prompt] = Task {
            guard (try? await Task.sleep(for: expires)) != nil else { return }
            signal.yield(.promptExpired(number))
        }
        await awaitsAuthorization(url)
        // A character may have any number of bytes, and a scalar has at most four.
        let text = String(prompt.text.unicodeScalars.prefix(200))
        journal.feed.ask(text, page: url, for: expires)
        // The text is left out, because it may reveal as much as the page.
        journal.publish(.phase(.authenticating, proximity: .nearby, detail: Self.asking))
        return true
    }

    private static let asking = "waiting for the person to authorize it"

    func promptOver() async {
        guard let timer = tasks.removeValue(forKey: .prompt) else { return }
        timer.cancel()
        journal.feed.promptOver()
        if let asked {
            self.asked = nil
            attempt.giveBack(asked.until - environment.monotonic())
            let actions = attempt.askingEnded(left: asked.left)
            await perform(actions)
            if !actions.isEmpty {
                limitCommit()
                journal.publish(.phase(.authenticating, proximity: .nearby, detail: nil))
            }
        }
        await awaitsAuthorization(nil)
    }

    private func awaitsAuthorization(_ url: String?) async {
        await environment.authority.awaitsAuthorization(journal.credentialID, of: journal.session, url: url)
    }

    private func commitAnswered(_ result: Result<Void, WireError>, _ write: PendingWrite) async {
        let verdict: CommitVerdict
        switch result {
        case .success: verdict = .left
        case .failure(let error) where error.effect == .none:
            verdict = .didNotLeave(reason: error.shortReason, debugDescription: error.message)
        case .failure: verdict = .unclear
        }
        write.answer.give(result)
        await perform(attempt.commitDecided(verdict))
    }

    private func providerEnded(_ outcome: ProviderOutcome) async {
        switch outcome.verdict {
        case .failed(let failure):
            await perform(attempt.providerLost(reason: failure.reason, debugDescription: failure.message))
        case .timedOut:
            await perform(attempt.providerTimedOut(isDeadlineOver: journal.environment.monotonic() >= deadline))
        case .cancelled:
            await perform(
                attempt.providerLost(reason: "provider_stopped", debugDescription: "the provider was stopped"))
        case .finished(let finish):
            await finished(finish)
        }
    }

    /// The reason that people see when the link has ended, or when the provider has noticed its end.
    private func cause(of reason: String) -> String {
        let isFound = reason.hasSuffix("_disconnected")
        guard phase == .authenticating, attempt.isBeforeGate, let lock = chosen?.binding.id,
            isFound || ["remote", "link_lost"].contains(reason)
        else { return reason }
        if environment.hangUps.isRepeated(lock, at: environment.monotonic()) { return "hung_up" }
        return isFound ? "link_lost" : reason
    }

    private func finished(_ finish: OperationFinish) async {
        evidence = finish.evidence
        switch finish.outcome {
        case .granted:
            await perform(attempt.providerFinished(.granted(finish.confirmation ?? .commanded)))
        case .failed:
            // The provider's time ends together with the attempt's, and the provider may report this before the timer
            // fires.
            if journal.environment.monotonic() >= deadline { await perform(attempt.deadlineReached()) }
            let reason = finish.reason ?? "provider_failed"
            let text = finish.debugText ?? "the provider reported \(reason)"
            await perform(attempt.providerFinished(.failed(reason: cause(of: reason), debugDescription: text)))
        case .refused:
            let reason = finish.reason ?? "lock_refused"
            let text = finish.debugText ?? "the lock refused the command: \(reason)"
            await perform(attempt.providerFinished(.refused(reason: reason, debugDescription: text)))
        case .bound, .reported:
            let text = "the provider answered an unlock with \(finish.outcome.rawValue)"
            await perform(attempt.providerLost(reason: "provider_misbehaved", debugDescription: text))
        }
    }
}
