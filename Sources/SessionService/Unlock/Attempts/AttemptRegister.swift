import LinuxSupport
import Logging
import SeamModel
import SessionCore

/// What is under way at the locks: which attempts run or wait, who asks a lock about an earlier one, who holds which
/// lock, and who is next. It knows nobody: what may run is decided before it comes here.
final class AttemptRegister: Sendable {
    /// An attempt that is being admitted, or runs.
    struct Entry: Sendable {
        let attemptID: String
        let session: SessionKey
        let credentialID: String
        /// The call's idempotency key, and what it stands for.
        let idem: String
        let fingerprint: String
        let ways: AttemptWays
        /// Its first way.
        let run: any AttemptRun
        let feed: AttemptFeed
        /// Present if a local grant is all that allows it.
        let local: LocalHold?
    }

    /// A question about an attempt of an earlier daemon.
    private struct Inquiry {
        let bindingID: String
        /// Given when the lock is free for it.
        let turn = OneAnswer<Bool>()
    }

    private struct State {
        var queue: UnlockQueue
        var running: [String: Entry] = [:]
        /// By the attempt that is asked about.
        var inquiries: [String: Inquiry] = [:]
        /// Attempts and inquiries, to their ends.
        var tasks: [String: Task<Void, Never>] = [:]
        var isDraining = false
        var endings = 0
    }

    /// How long a daemon that ends waits for attempts whose callers were answered.
    private static let tidyLimit = Duration.seconds(2)

    private let state: Locked<State>

    /// Nothing is under way. `exempt` are users whose attempts are not counted; `slots` is how many attempts use the
    /// radio at once.
    init(exempt: Set<UInt32> = [], slots: Int) {
        state = Locked(State(queue: UnlockQueue(limits: UnlockQueue.Limits(exempt: exempt), slots: slots)))
    }

    /// Who waits and who runs.
    var queue: UnlockQueue { state.withLock { $0.queue } }

    /// Whether nothing more may begin.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Grows whenever attempts are ended from outside: what was granted before may hold no more.
    var endings: Int { state.withLock { $0.endings } }

    /// The attempt, while it runs.
    subscript(attemptID: String) -> Entry? { state.withLock { $0.running[attemptID] } }

    /// The attempt that has the key. One that only tidies up after it had no effect has left it.
    func attempt(with idem: String, of session: SessionKey) -> Entry? {
        state.withLock { state in
            state.running.values.first {
                $0.session == session && $0.idem == idem && !$0.feed.hasEndedWithoutEffect
            }
        }
    }

    /// Whether a lock is in use or waited for.
    func isBusy(_ bindingID: String) -> Bool {
        state.withLock { state in
            state.running.values.contains { $0.ways.bindingIDs.contains(bindingID) }
                || state.inquiries.values.contains { $0.bindingID == bindingID }
        }
    }

    // MARK: - Attempts

    /// Takes an attempt up and gives it a place in the queue; false, and nothing is done, if attempts were ended
    /// since ``endings`` was `endings`, or if nothing more may begin.
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

    /// The attempt's row is durable: `work` carries it to its end, and its way waits for its lock and a slot from
    /// ``startNext()`` on.
    func begin(_ attemptID: String, _ work: @escaping @Sendable () async -> Void) {
        // An attempt that was taken up before nothing more may begin is cancelled before it has its turn.
        if isDraining { self[attemptID]?.ways.cancel() }
        state.withLock { state in
            state.queue.ready(attemptID)
            state.tasks[attemptID] = Task { await work() }
        }
    }

    /// Starts whatever can run now.
    func startNext() {
        let next = state.withLock { state in
            state.queue.startable().map { (state.running[$0.attemptID]?.ways, state.inquiries[$0.attemptID]?.turn) }
        }
        for (ways, turn) in next {
            ways?.turnGranted()
            turn?.give(true)
        }
    }

    /// The attempt will use only that lock of those that it may come to use.
    func narrow(_ attemptID: String, to bindingID: String) {
        state.withLock { state in
            // Where there is nothing to choose, what the other way uses is kept for it.
            guard state.running[attemptID].map({ $0.ways.bindingIDs.count > 1 }) ?? true else { return }
            state.queue.narrow(attemptID, to: bindingID)
        }
        startNext()
    }

    /// Lock and slot are free again, unless another way of the attempt follows.
    func leave(_ attemptID: String) {
        state.withLock { state in
            guard state.running[attemptID]?.ways.isHandingOver != true else { return }
            state.queue.leave(attemptID)
        }
        startNext()
    }

    /// The attempt is over.
    func forget(_ attemptID: String) {
        state.withLock { state in
            state.running[attemptID] = nil
            state.tasks[attemptID] = nil
        }
        leave(attemptID)
    }

    // MARK: - Ends from outside

    /// Cancels the attempts of a session that are not past their gate.
    func endAttempts(of session: SessionKey) { end { $0.session == session } }

    /// Cancels a session's attempts with keys that the cloud has taken back, unless they are past their gate.
    func endAttempts(with credentialIDs: Set<String>, of session: SessionKey) {
        end { $0.session == session && credentialIDs.contains($0.credentialID) }
    }

    /// Cancels the attempts with keys that no local grant gives any more, unless they are past their gate.
    func endAttempts(notIn grants: [LocalGrant]) { end { $0.local.map { !$0.isHeld(by: grants) } ?? false } }

    private func end(where isMeant: (Entry) -> Bool) {
        let meant = state.withLock { state in
            state.endings += 1
            return state.running.values.filter(isMeant)
        }
        for entry in meant { entry.ways.cancel() }
    }

    /// Lets nothing more begin, cancels attempts before their gate and waits until all callers were answered, and a
    /// little longer for what attempts leave behind.
    func drain(_ logger: Logger) async {
        let (running, asking) = state.withLock { state in
            state.isDraining = true
            return (Array(state.running.values), state.inquiries.keys.compactMap { state.tasks[$0] })
        }
        for entry in running { entry.ways.cancel() }
        for task in asking { task.cancel() }
        while let feed = state.withLock({ state in state.running.values.first { !$0.feed.hasEnded }?.feed }) {
            // Also where what asks for the drain was cancelled itself.
            _ = await Task { await feed.ended() }.value
        }
        // What is left is for the journal's sake, or waits for a broker that may not answer.
        let rest = state.withLock { Array($0.tasks.values) }
        if await BoundedWait.forEnd(of: rest, within: Self.tidyLimit) { return }
        logger.notice("attempts are not waited for any more", metadata: ["count": "\(rest.count)"])
        for task in rest { task.cancel() }
    }

    // MARK: - Inquiries

    /// Takes up a question about an earlier attempt, which `work` asks; nothing is done where nothing more may begin.
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

    /// Waits for the lock as an attempt does; false if too many wait already, or when it was cancelled.
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

    private func endInquiry(about attemptID: String) {
        state.withLock { state in
            state.inquiries[attemptID] = nil
            state.tasks[attemptID] = nil
        }
        leave(attemptID)
    }
}
