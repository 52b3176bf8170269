import DaemonCore
import LinuxSupport
import SeamModel
import SessionCore
import Wire

/// Runs one attempt through the cloud. Every event goes through one mailbox. ``RemoteAttempt`` makes the decisions, and
/// this actor carries them out.
actor RemoteRun: AttemptRun {
    private enum Signal: Sendable {
        case turnGranted
        case committed(Bool)
        case answered(RemoteAttempt.Answer?)
        case timer(RemoteAttempt.Timer)
        case cancelled
    }

    private enum TaskName: Hashable {
        case question
        case timer(RemoteAttempt.Timer)
    }

    private let door: UnlockGrant.RemoteDoor
    /// The person's identity at Seam.
    private let identityID: String?
    private let journal: AttemptJournal
    private var attempt: RemoteAttempt
    private var tasks: [TaskName: Task<Void, Never>] = [:]
    private var evidence: [UInt8]?
    /// The token with which an ephemeral session made the request. The session may end with its person's connection.
    /// Without this token, nobody could learn the request's outcome after that.
    private var token: ClientSessionToken?
    /// The moment when the caller's timeout ends, on the monotonic clock. It is known once the attempt is admitted.
    private var deadline = Duration.zero
    private let mailbox: AsyncStream<Signal>
    private nonisolated let signal: AsyncStream<Signal>.Continuation

    init(_ door: UnlockGrant.RemoteDoor, of identityID: String?, timeout: Duration, journal: AttemptJournal) {
        (self.door, self.identityID, self.journal) = (door, identityID, journal)
        attempt = RemoteAttempt(timeout: timeout)
        // The mailbox needs no limit, because there are few senders: one question at a time, three timers, and one
        // cancellation.
        (mailbox, signal) = AsyncStream.makeStream(of: Signal.self)
    }

    nonisolated func turnGranted() { signal.yield(.turnGranted) }

    nonisolated func cancel() { signal.yield(.cancelled) }

    func run(takesOver: Bool) async {
        await perform(takesOver ? attempt.takesOver() : attempt.admitted())
        if takesOver { turnGranted() }
        for await signal in mailbox {
            await handle(signal)
            if attempt.hasEnded { break }
        }
        signal.finish()
        for task in tasks.values { task.cancel() }
    }

    private func handle(_ signal: Signal) async {
        switch signal {
        case .turnGranted:
            // If no caller waits for the unlock at this point, the journal need not say that the unlock was about to
            // happen.
            if journal.feed.callerCount == 0 { await perform(attempt.cancelled()) }
            await perform(attempt.turnGranted())
        case .committed(true):
            // The attempt was admitted in time but has been waiting since then. The cloud has not received the request
            // yet.
            if attempt.isBeforeGate, await journal.isOver(by: .remote) { await perform(attempt.keyEnded()) }
            // The callers' calls become uncancellable only now, just before the request is made. If no caller is left,
            // the attempt is cancelled instead.
            if attempt.isBeforeGate, await !journal.feed.passGate() { await perform(attempt.cancelled()) }
            // The deadline may have passed before its timer was noticed.
            if journal.environment.monotonic() >= deadline { await perform(attempt.deadlineReached()) }
            await perform(attempt.committingStored())
        case .committed(false): await perform(attempt.committingNotStored())
        case .answered(let answer?):
            note(answer)
            await perform(attempt.answered(answer))
        case .answered(nil): await perform(attempt.notAnswered())
        case .timer(.deadline): await perform(attempt.deadlineReached())
        case .timer(.poll): await perform(attempt.pollElapsed())
        case .timer(.completion): await perform(attempt.completionElapsed())
        case .cancelled: await perform(attempt.cancelled())
        }
    }

    /// Keeps the request's id, because the cloud can be asked about the request later.
    private func note(_ answer: RemoteAttempt.Answer) {
        if case .pending(let id) = answer { evidence = Array(id.utf8) }
    }

    private func perform(_ actions: [RemoteAttempt.Action]) async {
        for action in actions { await perform(action) }
    }

    private func perform(_ action: RemoteAttempt.Action) async {
        switch action {
        case .emit(let event): journal.publish(.event(event))
        case .emitPhase(let phase): journal.publish(.phase(phase, proximity: .remote, detail: nil))
        case .startTimer(let timer, let duration): startTimer(timer, duration)
        case .joinQueue:
            if let obstacle = journal.environment.register.join(journal.attemptID) {
                journal.publish(.phase(.queued, proximity: .remote, detail: obstacle.rawValue))
            }
        case .journalCommitting: journalCommitting()
        case .request:
            let (doors, session) = (journal.environment.remote, journal.session)
            ask { [door, identityID] in
                let token = await doors.token(session, identityID)
                if session.isEphemeral { await self.keep(token) }
                return await doors.unlock(door.deviceID, with: token)
            }
        case .ask(let id):
            let (doors, session, kept) = (journal.environment.remote, journal.session, token)
            ask { [identityID] in
                let current = await doors.token(session, identityID)
                return await doors.outcome(of: id, with: current ?? kept)
            }
        case .journalVerdict(let verdict): await journal.record(verdict)
        case .conclude(let conclusion):
            await journal.conclude(
                conclusion, proximity: .remote, entranceID: door.deviceID, evidence: evidence)
        case .amend(let effect, let confirmation):
            await journal.amend(effect, confirmation, evidence: evidence)
        case .release: journal.environment.register.leave(journal.attemptID)
        }
    }

    private func keep(_ token: ClientSessionToken?) { self.token = token }

    private func startTimer(_ timer: RemoteAttempt.Timer, _ duration: Duration) {
        let signal = signal
        if timer == .deadline { deadline = journal.environment.monotonic() + duration }
        // This task ends when the timer fires, or with the attempt.
        tasks[.timer(timer)] = Task {
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            signal.yield(.timer(timer))
        }
    }

    /// Journals the commit without waiting. The disk may be slow, and the attempt must notice a deadline or a
    /// cancellation before the disk answers.
    private func journalCommitting() {
        let signal = signal
        journal.commit(of: nil) { isStored in
            signal.yield(.committed(isStored))
        }
    }

    /// Asks the cloud one question at a time. The task ends with the answer, or with the attempt.
    private func ask(_ question: @escaping @Sendable () async -> RemoteAttempt.Answer?) {
        let signal = signal
        tasks[.question] = Task { signal.yield(.answered(await question())) }
    }
}
