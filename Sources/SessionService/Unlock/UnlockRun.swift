import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import SealedStore
import SeamModel
import SessionCore
import Wire

/// An attempt in one way, as it runs.
protocol AttemptRun: Sendable {
    /// The locks that it may come to use, by binding id.
    var bindingIDs: Set<String> { get }
    /// Runs to the end, from the moment when the journal's row is durable; or, where `takesOver`, from the moment when another way
    /// had no effect.
    func run(takesOver: Bool) async
    /// Lock and slot are free.
    func laneGranted()
    /// The last caller has left.
    func cancel()
}

extension AttemptRun {
    /// Runs to the end, from the moment when the journal's row is durable.
    func run() async { await run(takesOver: false) }
}

/// Runs one attempt: everything that happens goes through one mailbox, ``UnlockAttempt`` decides, and this performs.
actor UnlockRun: AttemptRun {
    /// What an attempt needs of the world.
    struct Environment: Sendable {
        var store: StoreThread
        var radio: any UnlockRadio
        var providers: ProviderHost
        var logger: Logger
        var now: @Sendable () -> Timestamp
        /// The attempt waits for its lock and a slot; when both are free, ``UnlockRun/laneGranted()`` is called.
        var joinQueue: @Sendable (String) async -> Void
        /// The attempt will use only that lock.
        var narrow: @Sendable (String, String) async -> Void
        /// Lock and slot are free again.
        var leaveQueue: @Sendable (String) async -> Void
        /// Everything that the attempt shows, for `unlock.watch`.
        var announce: @Sendable (SessionKey, UnlockItem) -> Void
        /// The key waits for its person to authorize on that page; nil once it does not any more.
        var awaitsAuthorization: @Sendable (AttemptPlan, String?) async -> Void = { _, _ in }
        /// Asked before an end is written: whether the attempt goes on in another way instead.
        var goesOn: @Sendable (Conclusion) async -> Bool = { _ in false }
        /// Where ends are counted.
        var instruments = SessionInstruments.none
    }

    /// What happened.
    enum Signal: Sendable {
        case laneGranted
        case chosen(UnlockCandidate)
        case radioFailed(WireError)
        case linkOpened(any UnlockLink)
        case linkLost(reason: String)
        case write(PendingWrite)
        case committingStored
        case committingFailed
        case commitAnswered(Result<Void, WireError>, PendingWrite)
        case operating
        case acting
        /// The provider asks for an authorization.
        case prompted(OperationPrompt)
        /// The provider goes on.
        case promptOver
        /// The prompt of this number was not answered in time.
        case promptExpired(Int)
        case inquired(isInWantedState: Bool)
        case providerEnded(ProviderOutcome)
        case timer(UnlockAttempt.Timer)
        case cancelled
    }

    /// A write that the provider waits for.
    struct PendingWrite: Sendable {
        let ticket: WriteTicket
        let write: GATTWrite
        let answer: @Sendable (Result<Void, WireError>) -> Void
    }

    let plan: AttemptPlan
    let feed: AttemptFeed
    let environment: Environment
    let journal: AttemptJournal
    var attempt: UnlockAttempt
    var chosen: UnlockCandidate?
    var link: (any UnlockLink)?
    /// The lock's words behind what is claimed, as the provider gave them.
    var evidence: [UInt8]?
    var writes: [WriteTicket: PendingWrite] = [:]
    var tasks: [TaskName: Task<Void, Never>] = [:]
    let providerLink: AttemptLink
    /// The attempt goes on in another way.
    var isHandedOver = false
    /// How often the provider has asked for an authorization.
    private var prompts = 0
    /// The caller's timeout, on the monotonic clock; known once the attempt is admitted.
    var deadline = Duration.zero
    private let mailbox: AsyncStream<Signal>
    nonisolated let signal: AsyncStream<Signal>.Continuation
    private var nextTicket: UInt64 = 1

    enum TaskName: Hashable {
        case scan, link, closing, provider, inquiry, committing, prompt
        case timer(UnlockAttempt.Timer)
        case write(WriteTicket)
    }

    init(plan: AttemptPlan, feed: AttemptFeed, environment: Environment) {
        self.plan = plan
        self.feed = feed
        self.environment = environment
        journal = AttemptJournal(
            attemptID: plan.attemptID, credentialID: plan.credentialID, session: plan.session, feed: feed,
            store: environment.store, logger: environment.logger, now: environment.now,
            announce: environment.announce, goesOn: environment.goesOn, instruments: environment.instruments)
        attempt = UnlockAttempt(timeout: plan.timeout, requiredConfirmation: plan.manifest.highestConfirmation)
        // Bounded by its senders: one link, one child with one write in flight, four timers, one cancellation.
        (mailbox, signal) = AsyncStream.makeStream(of: Signal.self)
        providerLink = AttemptLink()
    }

    /// Runs to the end, from the moment when the journal's row is durable; or, where `takesOver`, from the moment when another way
    /// had no effect.
    func run(takesOver: Bool) async {
        await perform(takesOver ? attempt.takesOver() : attempt.admitted())
        for await signal in mailbox {
            await handle(signal)
            if attempt.hasEnded { break }
        }
        signal.finish()
        for task in tasks.values { task.cancel() }
        for write in writes.values { write.answer(.failure(.attemptEnded)) }
        writes = [:]
        // What was sent before the mailbox closed still wants its answer.
        for await signal in mailbox { await turnAway(signal) }
        providerLink.end()
        await promptOver()
        // No child outlives its attempt, nor does a link.
        await ended([tasks[.provider], tasks[.inquiry]])
    }

    nonisolated var bindingIDs: Set<String> { Set(plan.candidates.map(\.binding.id)) }

    /// Lock and slot are free.
    nonisolated func laneGranted() { signal.yield(.laneGranted) }

    /// The last caller has left.
    nonisolated func cancel() { signal.yield(.cancelled) }

    private func turnAway(_ signal: Signal) async {
        switch signal {
        case .write(let write): write.answer(.failure(.attemptEnded))
        case .commitAnswered(let result, let write): write.answer(result)
        case .linkOpened(let link): await link.close()
        case .laneGranted, .chosen, .radioFailed, .linkLost, .operating, .acting, .prompted, .promptOver,
            .promptExpired, .inquired, .providerEnded, .timer, .cancelled, .committingStored, .committingFailed:
            break
        }
    }

    private func handle(_ signal: Signal) async {
        switch signal {
        case .laneGranted: await perform(attempt.laneGranted())
        case .chosen(let candidate):
            chosen = candidate
            await environment.narrow(plan.attemptID, candidate.binding.id)
            await perform(attempt.lockChosen(candidate.binding.id))
        case .radioFailed(let error):
            await perform(attempt.radioFailed(reason: error.shortReason, debugDescription: error.message))
        case .linkOpened(let link): await opened(link)
        case .linkLost(let reason):
            await perform(attempt.linkLost(reason: reason, debugDescription: "the link was lost: \(reason)"))
        case .write(let write): await requested(write)
        case .committingStored: await committingStored()
        case .committingFailed: await perform(attempt.committingNotStored())
        case .commitAnswered(let result, let write): await commitAnswered(result, write)
        case .operating: await perform(attempt.providerOperates())
        case .acting: await perform(attempt.lockActs())
        case .prompted(let prompt): await prompted(prompt)
        case .promptOver: await promptOver()
        case .promptExpired(let number): if number == prompts { await promptOver() }
        case .inquired(let isInWantedState):
            await perform(attempt.inquiryAnswered(isInWantedState: isInWantedState))
        case .providerEnded(let outcome): await providerEnded(outcome)
        case .timer(.deadline): await perform(attempt.deadlineReached())
        case .timer(.linkLoss): await perform(attempt.linkLossElapsed())
        case .timer(.completion): await perform(attempt.completionElapsed())
        case .timer(.inquiry): await perform(attempt.inquiryElapsed())
        case .cancelled: await perform(attempt.cancelled())
        }
    }

    // MARK: - What happened

    private func opened(_ link: any UnlockLink) async {
        let actions = attempt.linkOpened()
        guard !actions.isEmpty else { return close(link) }
        self.link = link
        providerLink.open(link)
        await perform(actions)
    }

    private func requested(_ write: PendingWrite) async {
        writes[write.ticket] = write
        if write.write.isCommit { await promptOver() }
        // Callers stand by their call before the lock is told to act; if none does, the attempt is cancelled instead.
        if write.write.isCommit, attempt.isBeforeGate, await !feed.passGate() {
            await perform(attempt.cancelled())
        }
        await perform(attempt.writeRequested(write.ticket, isCommit: write.write.isCommit))
    }

    /// The person is shown the page with the key, and told with the attempt that there is one.
    private func prompted(_ prompt: OperationPrompt) async {
        guard attempt.isBeforeGate, let url = prompt.otpURL else { return }
        let signal = signal
        prompts += 1
        let number = prompts
        tasks[.prompt]?.cancel()
        tasks[.prompt] = Task {
            guard (try? await Task.sleep(for: prompt.expires)) != nil else { return }
            signal.yield(.promptExpired(number))
        }
        await environment.awaitsAuthorization(plan, url)
        let detail = "waits for an authorization, see the key's errors: \(prompt.text.prefix(256))"
        journal.publish(.phase(.authenticating, proximity: plan.proximity, detail: detail))
    }

    func promptOver() async {
        guard let timer = tasks.removeValue(forKey: .prompt) else { return }
        timer.cancel()
        await environment.awaitsAuthorization(plan, nil)
    }

    private func commitAnswered(_ result: Result<Void, WireError>, _ write: PendingWrite) async {
        let verdict: CommitVerdict
        switch result {
        case .success: verdict = .left
        case .failure(let error) where error.effect == .none:
            verdict = .didNotLeave(reason: error.shortReason, debugDescription: error.message)
        case .failure: verdict = .unclear
        }
        write.answer(result)
        await perform(attempt.commitDecided(verdict))
    }

    private func providerEnded(_ outcome: ProviderOutcome) async {
        switch outcome.verdict {
        case .failed(let failure):
            await perform(attempt.providerLost(reason: failure.reason, debugDescription: failure.message))
        case .timedOut:
            await perform(attempt.providerTimedOut(isDeadlineOver: SystemClock.monotonic() >= deadline))
        case .cancelled:
            await perform(
                attempt.providerLost(reason: "provider_stopped", debugDescription: "the provider was stopped"))
        case .finished(let finish):
            await finished(finish)
        }
    }

    private func finished(_ finish: OperationFinish) async {
        evidence = finish.evidence
        switch finish.outcome {
        case .granted:
            await perform(attempt.providerFinished(.granted(finish.confirmation ?? .commanded)))
        case .failed:
            // The provider's time ends with the attempt's, and may be heard of first.
            if SystemClock.monotonic() >= deadline { await perform(attempt.deadlineReached()) }
            let reason = finish.reason ?? "provider_failed"
            let text = finish.debugDescription ?? "the provider reported \(reason)"
            await perform(attempt.providerFinished(.failed(reason: reason, debugDescription: text)))
        case .refused:
            let reason = finish.reason ?? "lock_refused"
            let text = finish.debugDescription ?? "the lock refused the command: \(reason)"
            await perform(attempt.providerFinished(.refused(reason: reason, debugDescription: text)))
        case .bound, .reported:
            let text = "the provider answered an unlock with \(finish.outcome.rawValue)"
            await perform(attempt.providerLost(reason: "provider_misbehaved", debugDescription: text))
        }
    }

    /// Queues a write of the provider for the attempt to decide on.
    func enqueue(_ write: GATTWrite, answer: @escaping @Sendable (Result<Void, WireError>) -> Void) {
        defer { nextTicket += 1 }
        let pending = PendingWrite(ticket: WriteTicket(nextTicket), write: write, answer: answer)
        if case .terminated = signal.yield(.write(pending)) { answer(.failure(.attemptEnded)) }
    }
}

extension WireError {
    /// The part of a reason that an event carries: `lock_busy` of `radio.lock_busy`.
    var shortReason: String { String(reason.split(separator: ".").last ?? "failed") }

    /// What a child hears when it asks for something after the end.
    static var attemptEnded: WireError { WireError(.aborted, "link.refused", "the attempt has ended") }
}
