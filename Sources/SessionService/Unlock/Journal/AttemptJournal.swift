import LinuxSupport
import Logging
import SealedStore
import SeamModel
import SessionCore
import Wire

/// Writes one attempt to the journal, and tells its callers and watchers.
struct AttemptJournal: Sendable {
    let attemptID: String
    let credentialID: String
    let session: SessionID
    let feed: AttemptFeed
    let environment: AttemptEnvironment
    /// Called before an end is written. Returns whether the attempt goes on in another way instead.
    let goesOn: @Sendable (Conclusion) async -> Bool

    private var store: StoreThread { environment.store }
    private var logger: Logger { environment.logger }

    /// Sends an item to callers and watchers.
    func publish(_ content: UnlockItem.Content) { environment.hub.announce(session, feed.publish(content)) }

    /// Writes that the irreversible step is about to happen. Throws if that cannot be made durable; then the step must
    /// not happen.
    func commit(of lock: AttemptLock?) async throws(StoreError) {
        let (attemptID, moment) = (self.attemptID, environment.now())
        do throws(StoreError) {
            try await store.run(for: .commit) { store throws(StoreError) in
                try store.markCommitting(attemptID, of: lock, at: moment)
            }
        } catch {
            logger.error("attempt cannot be journalled", metadata: metadata(error))
            throw error
        }
    }

    func record(_ verdict: UnlockAttempt.JournalVerdict) async {
        let gate: CommitGate =
            switch verdict {
            case .left: .committed
            case .didNotLeave, .refused: .refused
            }
        let (attemptID, moment) = (self.attemptID, environment.now())
        do {
            try await store.complete(for: .commit) { store throws(StoreError) in
                try store.recordVerdict(gate, of: attemptID, at: moment)
            }
        } catch {
            logger.error("verdict is not in the journal", metadata: metadata(error))
        }
    }

    func recordActing() async {
        let (attemptID, moment) = (self.attemptID, environment.now())
        do {
            try await store.complete(for: .commit) { store throws(StoreError) in
                try store.markActing(attemptID, at: moment)
            }
        } catch {
            logger.error("the lock's acting is not in the journal", metadata: metadata(error))
        }
    }

    /// Writes the end, then announces it. If the attempt goes on in another way, does neither and returns true.
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
        do {
            try await store.complete(for: .user(session.uid)) { store throws(StoreError) in
                try store.finish(
                    attemptID, AttemptOutcome(conclusion), evidence: evidence, events: events, reply: text,
                    at: ended)
            }
        } catch {
            // The caller still learns what happened. The row is completed when the store can be written again. If the
            // daemon ends before that, the attempt is settled as interrupted.
            logger.error("outcome is not in the journal", metadata: metadata(error))
        }
        environment.instruments.attemptEnded(conclusion, proximity, after: SystemClock.monotonic() - feed.begun)
        if let event = conclusion.event { publish(.event(event)) }
        feed.finish(reply)
        return false
    }

    func amend(_ effect: WireError.Effect, _ confirmation: Confirmation?, evidence: [UInt8]?) async {
        let finding = LaterFinding(effect: effect, confirmation: confirmation, at: environment.now())
        let attemptID = attemptID
        do {
            try await store.complete(for: .user(session.uid)) { store throws(StoreError) in
                try store.amend(attemptID, with: finding, evidence: evidence)
            }
        } catch {
            logger.error("late finding is not in the journal", metadata: metadata(error))
        }
    }

    func metadata(_ error: StoreError) -> Logger.Metadata { ["attempt": "\(attemptID)", "error": "\(error)"] }
}
