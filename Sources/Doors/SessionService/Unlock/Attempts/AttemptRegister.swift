import DaemonCore
import DaemonKit
import LinuxSupport
import Logging
import SeamModel
import SessionCore

/// Keeps the attempts that are being admitted or run. The register checks no permissions, because permissions are
/// checked before an attempt is registered.
final class AttemptRegister: Sendable {
    /// An attempt that is being admitted or is running.
    struct Entry: Sendable {
        let attemptID: String
        let session: SessionID
        let credentialID: String
        /// The call's idempotency key and fingerprint.
        let idem: String
        let fingerprint: String
        let ways: AttemptWays
        /// The run of the attempt's first way.
        let run: any AttemptRun
        let feed: AttemptFeed
        /// If only a local grant allows the attempt, this is the grant's hold. Otherwise, it is nil.
        let local: LocalHold?
    }

    /// An inquiry about an attempt of an earlier daemon process.
    private struct Inquiry {
        let bindingID: String
        /// The inquiry's turn, which comes once the lock is free for the inquiry.
        let turn = OneAnswer<Bool>()
    }

    private struct State {
        var queue: UnlockQueue
        var running: [String: Entry] = [:]
        /// The inquiries, by the attempt that each inquiry concerns.
        var inquiries: [String: Inquiry] = [:]
        /// The tasks of attempts and inquiries, until they end.
        var tasks: [String: Task<Void, Never>] = [:]
        var isDraining = false
        var endings = 0
    }

    /// How long a stopping daemon waits for attempts whose callers already have their answer.
    private static let tidyLimit = Duration.seconds(2)

    private let state: Locked<State>

    /// Creates a register without attempts. `exempt` are the users whose attempts are not counted. `slots` is the
    /// number of attempts that may use the radio at the same time.
    init(exempt: Set<UInt32> = [], slots: Int) {
        state = Locked(State(queue: UnlockQueue(limits: UnlockQueue.Limits(exempt: exempt), slots: slots)))
    }

    /// The queue of waiting and running attempts.
    var queue: UnlockQueue { state.withLock { $0.queue } }

    /// Whether no more attempts may begin.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// A number that grows whenever attempts are ended from outside. An earlier grant may no longer be valid after
    /// that.
    var endings: Int { state.withLock { $0.endings } }

    /// The attempt with an id, while it is being admitted or is running.
    subscript(attemptID: String) -> Entry? { state.withLock { $0.running[attemptID] } }

    /// The running attempt that has an idempotency key. An attempt that had no effect and is only cleaning up no longer
    /// has its key.
    func attempt(with idem: String, of session: SessionID) -> Entry? {
        state.withLock { state in
            state.running.values.first {
                $0.session == session && $0.idem == idem && !$0.feed.hasEndedWithoutEffect
            }
        }
    }

    /// Whether an attempt or an inquiry uses a lock or waits for it.
    func isBusy(_ bindingID: String) -> Bool {
        state.withLock { state in
            state.running.values.contains { $0.ways.bindingIDs.contains(bindingID) }
                || state.inquiries.values.contains { $0.bindingID == bindingID }
        }
    }

    // MARK: - Attempts

    /// Registers an attempt and gives it a place in the queue. Does nothing and returns false in two cases: attempts
    /// have been ended since ``endings`` was `endings`, or no more attempts may begin.
    func enter(_ entry: Entry, at places: Set<String>, usesRadio: Bool, since endings: Int) throws(UnlockQueue.Full)
        -> Bool
    {
        let outcome = state.withLock { state -> Result<Bool, UnlockQueue.Full> in
            guard state.endings == endings, !state.isDraining else { return .success(false) }
            do throws(UnlockQueue.Full) {
                try state.queue.enter(
                    .init(attemptID: entry.attemptID, session: entry.session, locks: places, usesRadio: usesRadio))
            } catch {
                return .failure(error)
            }
            state.running[entry.attemptID] = entry
            return .success(true)
        }
        return try outcome.get()
    }

    /// Begins an attempt whose row is durable. `work` runs the attempt to its end. After that, the attempt waits for
    /// its lock and a slot until ``startNext()`` starts it.
    func begin(_ attemptID: String, _ work: @escaping @Sendable () async -> Void) {
        // If a drain began after the attempt was registered, cancel the attempt before it gets its turn.
        if isDraining { self[attemptID]?.ways.cancel() }
        state.withLock { state in
            state.queue.ready(attemptID)
            state.tasks[attemptID] = Task { await work() }
        }
    }

    /// Starts all attempts and inquiries that can run now.
    func startNext() {
        let next = state.withLock { state in
            state.queue.startable().map { (state.running[$0.attemptID]?.ways, state.inquiries[$0.attemptID]?.turn) }
        }
        for (ways, turn) in next {
            ways?.turnGranted()
            turn?.give(true)
        }
    }

    /// Starts all attempts and inquiries that can run now. Returns why an attempt must still wait, or nil if it does
    /// not wait.
    func join(_ attemptID: String) -> UnlockQueue.Obstacle? {
        startNext()
        return state.withLock { $0.queue.obstacle(of: attemptID) }
    }

    /// Notes that the attempt will use only this lock, of all its possible locks.
    func narrow(_ attemptID: String, to bindingID: String) {
        state.withLock { state in
            // With a single lock, there is nothing to choose. The attempt keeps the places that another way may need.
            guard state.running[attemptID].map({ $0.ways.bindingIDs.count > 1 }) ?? true else { return }
            state.queue.narrow(attemptID, to: bindingID)
        }
        startNext()
    }

    /// Frees the lock and the slot, unless another way of the attempt follows.
    func leave(_ attemptID: String) {
        state.withLock { state in
            guard state.running[attemptID]?.ways.isHandingOver != true else { return }
            state.queue.leave(attemptID)
        }
        startNext()
    }

    /// Removes an attempt that has ended.
    func forget(_ attemptID: String) {
        state.withLock { state in
            state.running[attemptID] = nil
            state.tasks[attemptID] = nil
        }
        leave(attemptID)
    }

    // MARK: - Ending attempts

    /// Cancels a session's attempts that have not passed their gate.
    func endAttempts(of session: SessionID) { end { $0.session == session } }

    /// Cancels a session's attempts that have not passed their gate and whose keys the cloud has revoked.
    func endAttempts(with credentialIDs: Set<String>, of session: SessionID) {
        end { $0.session == session && credentialIDs.contains($0.credentialID) }
    }

    /// Cancels attempts that have not passed their gate and whose local grant no longer exists.
    func endAttempts(notIn grants: [LocalGrant]) { end { $0.local.map { !$0.isHeld(by: grants) } ?? false } }

    private func end(where isMeant: (Entry) -> Bool) {
        let meant = state.withLock { state in
            state.endings += 1
            return state.running.values.filter(isMeant)
        }
        for entry in meant { entry.ways.cancel() }
    }

    /// Prevents new attempts, cancels attempts that have not passed their gate, and waits until all callers have their
    /// answers. Then waits a little longer for attempts to clean up.
    func drain(_ logger: Logger) async {
        let (running, asking) = state.withLock { state in
            state.isDraining = true
            return (Array(state.running.values), state.inquiries.keys.compactMap { state.tasks[$0] })
        }
        for entry in running { entry.ways.cancel() }
        for task in asking { task.cancel() }
        while let feed = state.withLock({ state in state.running.values.first { !$0.feed.hasEnded }?.feed }) {
            // This needs a new task, because the draining task may itself be cancelled.
            _ = await Task { await feed.ended() }.value
        }
        // The remaining tasks only complete the journal, or wait for a broker that perhaps does not answer.
        let rest = state.withLock { Array($0.tasks.values) }
        if await BoundedWait.forEnd(of: rest, within: Self.tidyLimit) { return }
        logger.notice("attempts took too long to end and were cancelled", metadata: ["count": "\(rest.count)"])
        for task in rest { task.cancel() }
    }

    // MARK: - Inquiries

    /// Registers an inquiry about an earlier attempt. `work` carries out the inquiry. Does nothing if no more inquiries
    /// may begin.
    func beginInquiry(about attemptID: String, at bindingID: String, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isDraining else { return }
            state.inquiries[attemptID] = Inquiry(bindingID: bindingID)
            state.tasks[attemptID] = Task {
                await work()
                self.endInquiry(about: attemptID)
            }
        }
    }

    /// Waits for the lock in the same way as an attempt. Returns false if too many are already waiting, or if the task
    /// is cancelled.
    func waitForTurn(_ place: UnlockQueue.Entry) async -> Bool {
        let turn = state.withLock { state -> OneAnswer<Bool>? in
            guard let inquiry = state.inquiries[place.attemptID], (try? state.queue.enter(place)) != nil else {
                return nil
            }
            state.queue.ready(place.attemptID)
            return inquiry.turn
        }
        guard let turn else { return false }
        startNext()
        return await turn.wait(cancelled: false)
    }

    /// Runs `work` while nobody else may use the lock, in the same way as an attempt. In the meantime, attempts at the
    /// lock wait, and the lock counts as busy. Returns nil without running `work` in three cases: too many are already
    /// waiting, no more work may begin, or the task is cancelled before its turn.
    func occupy<Answer: Sendable>(
        _ place: UnlockQueue.Entry, at bindingID: String, _ work: () async -> Answer
    ) async -> Answer? {
        let begins = state.withLock { state in
            guard !state.isDraining, state.inquiries[place.attemptID] == nil else { return false }
            state.inquiries[place.attemptID] = Inquiry(bindingID: bindingID)
            return true
        }
        guard begins else { return nil }
        defer { endInquiry(about: place.attemptID) }
        guard await waitForTurn(place) else { return nil }
        return await work()
    }

    private func endInquiry(about attemptID: String) {
        state.withLock { state in
            state.inquiries[attemptID] = nil
            state.tasks[attemptID] = nil
        }
        leave(attemptID)
    }
}
