import DaemonCore
import DaemonStore
import LinuxSupport
import Logging
import RadioModel
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Wire

/// Writes one attempt to the journal, and informs the attempt's callers and watchers.
struct AttemptJournal: Sendable {
    let attemptID: String
    let credentialID: String
    let session: SessionID
    /// The groups of the process that called `unlock.start`. They decide which of this machine's own keys the process
    /// has.
    let groups: Set<UInt32>
    let feed: AttemptFeed
    let environment: AttemptEnvironment
    /// The function that is called before an end is written. It returns whether the attempt continues in another way
    /// instead.
    let goesOn: @Sendable (Conclusion) async -> Bool

    private var store: SessionStoreThread { environment.store }
    private var logger: Logger { environment.logger }

    /// Whether the basis of the attempt's admission has ended. The basis is the session, the key, and the validity of
    /// both.
    func isOver(by way: Proximity) async -> Bool {
        await environment.authority.isOver(credentialID, by: way, groups: groups, of: session)
    }

    /// Sends an item to callers and watchers.
    func publish(_ content: UnlockItem.Content) { environment.hub.announce(session, feed.publish(content)) }

    /// How long the attempt waits until its progress, and its end, are durable. After that, the attempt continues, and
    /// the store writes when it can. Otherwise, the attempt might not notice its deadline, a cancellation or a lost
    /// link in time.
    static let (progressLimit, endLimit) = (Duration.milliseconds(250), Duration.seconds(1))

    /// Records that the irreversible step is about to happen, and returns immediately. Then `done` learns whether this
    /// entry was made durable. If not, the step must not happen. Later entries are written after this one.
    func commit(of lock: AttemptLock?, done: @escaping @Sendable (Bool) -> Void) {
        let (attemptID, moment, logger) = (self.attemptID, environment.now(), logger)
        store.order(for: .urgent) { store throws(StoreError) in
            try store.markCommitting(attemptID, of: lock, at: moment)
        } done: { result in
            if case .failure(let error) = result {
                logger.error("attempt cannot be recorded in the journal", metadata: Self.metadata(attemptID, error))
            }
            done((try? result.get()) != nil)
        }
    }

    func record(_ verdict: UnlockAttempt.JournalVerdict) async {
        let gate: CommitGate =
            switch verdict {
            case .left: .committed
            case .didNotLeave, .refused: .refused
            }
        let (attemptID, moment) = (self.attemptID, environment.now())
        await complete("verdict", for: .urgent, within: Self.progressLimit) { store throws(StoreError) in
            try store.recordVerdict(gate, of: attemptID, at: moment)
        }
    }

    /// Makes a write, now or later, and logs a failure. `what` describes the write for the log.
    private func complete(
        _ what: String, for turn: StoreTurn, within limit: Duration,
        _ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Void
    ) async {
        let failed = { @Sendable [logger, attemptID] (error: StoreError) in
            var metadata = Self.metadata(attemptID, error)
            metadata["what"] = "\(what)"
            logger.error("progress could not be recorded in the journal", metadata: metadata)
        }
        do {
            try await store.complete(for: turn, within: limit, late: failed, body)
        } catch {
            failed(error)
        }
    }

    func recordActing() async {
        let (attemptID, moment) = (self.attemptID, environment.now())
        await complete("acting", for: .urgent, within: Self.progressLimit) { store throws(StoreError) in
            try store.markActing(attemptID, at: moment)
        }
    }

    /// Writes the end, and then announces it. After ``endLimit``, the end is announced even if the disk has not
    /// answered. If the attempt continues in another way, this does neither and returns true.
    @discardableResult
    func conclude(
        _ conclusion: Conclusion, proximity: Proximity, entranceID: String?, evidence: [UInt8]?
    ) async -> Bool {
        guard await !goesOn(conclusion) else { return true }
        let reply = UnlockReply.of(
            conclusion, attemptID: attemptID, proximity: proximity, entranceID: entranceID)
        let terminal = conclusion.event.map {
            UnlockItem(attemptID: attemptID, credentialID: credentialID, content: .event($0))
        }
        let items = feed.items + (terminal.map { [$0] } ?? [])
        let events = items.enumerated().map { AttemptEvent(seq: Int64($0.offset + 1), item: $0.element.stored) }
        let (ended, text) = (environment.now(), UnlockReply.text(of: reply))
        // If this fails, the caller still learns what happened. The row is completed when the store accepts writes
        // again. If the daemon ends before that, the attempt is settled as interrupted.
        await complete("outcome", for: .user(session.uid), within: Self.endLimit) {
            [attemptID] store throws(StoreError) in
            try store.finish(
                attemptID, AttemptOutcome(conclusion), evidence: evidence, events: events, reply: text, at: ended)
        }
        environment.instruments.attemptEnded(conclusion, proximity, after: SystemClock.monotonic() - feed.begun)
        if let event = conclusion.event { publish(.event(event)) }
        feed.finish(reply)
        return false
    }

    func amend(_ effect: WireError.Effect, _ confirmation: Confirmation?, evidence: [UInt8]?) async {
        let finding = LaterFinding(effect: effect, confirmation: confirmation, at: environment.now())
        let attemptID = attemptID
        await complete("late finding", for: .user(session.uid), within: Self.endLimit) { store throws(StoreError) in
            try store.amend(attemptID, with: finding, evidence: evidence)
        }
    }

    func metadata(_ error: StoreError) -> Logger.Metadata { Self.metadata(attemptID, error) }

    private static func metadata(_ attemptID: String, _ error: StoreError) -> Logger.Metadata {
        ["attempt": "\(attemptID)", "error": "\(error)"]
    }
}
