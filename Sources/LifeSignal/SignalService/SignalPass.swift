import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SignalCore
import SignalStore
import Wire

/// Checks everything that is due, as soon as anything is due and at least every three seconds, and records when a pass
/// was last completed.
///
/// The process that takes check-ins also makes the passes. If the passes stop, the daemon reports that nobody is
/// watched.
final class SignalPass: Sendable {
    private let store: StoreThread<SignalStore>
    private let clock: SignalClock
    private let failpoints: Failpoints
    private let logger: Logger
    private let state = Locked(PassState())
    /// The moments that were planned since the last look.
    private let plan: LookPlan
    /// The functions to call when the next pass has ended.
    private let waiting = Locked<[@Sendable () -> Void]>([])
    private let listeners = Locked(Listeners())

    /// The functions to call after passes. They are members of a struct. A lock around a bare function would wrap the
    /// function once more at each use, and this would never end.
    private struct Listeners: Sendable {
        var change: @Sendable (WatchChange) async -> Void = { _ in }
        var news: @Sendable (SignalNews) async -> Void = { _ in }
        var ended: @Sendable () async -> Void = {}
        var asked: @Sendable (SignalStore) throws(StoreError) -> Void = { _ in }
    }

    /// Creates a pass maker. The store puts its plans into `plan`.
    init(
        store: StoreThread<SignalStore>, clock: SignalClock, plan: LookPlan, failpoints: Failpoints, logger: Logger
    ) {
        self.plan = plan
        self.store = store
        self.clock = clock
        self.failpoints = failpoints
        self.logger = logger
    }

    /// Makes passes until the task is cancelled or the store is damaged. `prepare` runs before each pass. If the clock
    /// is virtual, a pass is made each time the clock moves instead.
    func run(_ prepare: () async -> Void) async {
        while !Task.isCancelled {
            await prepare()
            if isPassDue { await pass() }
            if isDamaged { return }
            // The nearest planned moment is read first, so that anything planned from now on ends the sleep.
            let known = plan.nearest
            let now = clock.now()
            let wait = state.withLock { $0.wait(planned: known, now: now) }
            await plan.sleep(for: wait, until: now.advanced(by: wait), knowing: known)
        }
    }

    private var isPassDue: Bool {
        if clock.isAskDue { return true }
        let (planned, now) = (plan.nearest, clock.now())
        return state.withLock { $0.isPassDue(planned: planned, at: SystemClock.monotonic(), now: now) }
    }

    /// Makes one pass, and logs why a pass could not be completed. The time is stored after the look. If the daemon
    /// crashes between the look and the storing, the next process asks people again instead of forgetting the deadlines
    /// that passed because of a corrected clock.
    func pass() async {
        failpoints.reach(.passBegins)
        let (now, jump) = clock.look()
        state.withLock { $0.begin(at: now) }
        do {
            await storeCalls()
            try await look(at: now, state.withLock { $0.owed } + jump)
            state.withLock { $0.paid() }
            if clock.isAskDue { try await ask(at: now) }
            state.withLock { $0.complete(at: SystemClock.monotonic(), now: now) }
        } catch {
            state.withLock { $0.fail(isDamage: error.code == .corrupt, jump: jump) }
            logger.error("a pass was not completed", metadata: ["error": "\(error)"])
        }
        // The health status reports a failing store. Only a damaged store can be repaired by a restart. In any other
        // case, a restart would lose everything that is not stored.
        for answer in waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
        }) { answer() }
        await listeners.withLock { $0.ended }()
        await keep(at: now)
    }

    /// Sets the function that runs after each look, whether or not the look was completed.
    func after(_ body: @escaping @Sendable () async -> Void) { listeners.withLock { $0.ended = body } }

    /// Sets the function that asks the store for more. It is called when a look finds nothing else due, in the same
    /// turn of the store's thread.
    func asking(_ body: @escaping @Sendable (SignalStore) throws(StoreError) -> Void) {
        listeners.withLock { $0.asked = body }
    }

    /// Calls `answered` after the next pass, whether or not the pass was completed. The call shows that passes do not
    /// hang.
    func checkIn(_ answered: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(answered) } }

    /// Stores the time, and removes expired rows, every ten seconds. A failure does not stop the watch.
    private func keep(at now: Timestamp) async {
        guard state.withLock({ $0.isKeepingDue(at: SystemClock.monotonic(), now: now) }) else { return }
        do {
            let news = try await store.run(for: .daemon) { [clock] store throws(StoreError) in
                store.keepRoom()
                // The time may have been set since `now` was read.
                let isInDoubt = clock.isInDoubt
                if let mark = clock.mark() { try store.save(mark) }
                guard store.room != .used else { return SignalNews() }
                // If the clock is wrong, every row might seem old.
                var news = SignalNews()
                if !isInDoubt {
                    try store.removeWhatIsOver(at: now)
                    news = try store.eraseGone(at: now)
                }
                news.append(try store.askOldBonds(at: now))
                return news
            }
            state.withLock { $0.keep(at: SystemClock.monotonic(), now: now) }
            if !news.notifications.isEmpty { await listeners.withLock { $0.news }(news) }
        } catch {
            logger.error("the time cannot be stored", metadata: ["error": "\(error)"])
        }
    }

    /// Looks at everyone for whom something is due, in batches, so that a check-in that arrives in the meantime need
    /// not wait for all of these people.
    private func look(at now: Timestamp, _ jump: Duration) async throws(StoreError) {
        var (skipping, failure) = (0, StoreError?.none)
        plan.begin()
        var look = await stored(at: now, jump, skipping)
        while true {
            let found = try look.get()
            state.withLock { $0.found(found.room) }
            if let error = found.failure {
                failure = error
                skipping += found.changes.count + found.failed.count
                for change in found.changes { await tellUnstored(change) }
                guard found.isPartial else { throw error }
                look = await stored(at: now, jump, skipping)
                continue
            }
            state.withLock { $0.found(next: found.next) }
            failpoints.reach(.alarmStored)
            // While the news about these people is sent, the store looks at the next people.
            async let following = found.isPartial ? stored(at: now, jump, skipping) : nil
            await tell(found)
            guard let following = await following else { break }
            look = following
        }
        if let failure { throw failure }
        state.withLock { $0.isAllStored() }
    }

    /// The people for whom the store finds something due.
    private func stored(
        at now: Timestamp, _ jump: Duration, _ skipping: Int
    ) async -> Result<SignalStore.Look, StoreError> {
        let (asked, off) = (listeners.withLock { $0.asked }, clock.off)
        let untold = state.withLock { $0.untold }
        do throws(StoreError) {
            return .success(
                try await store.run(for: .daemon) { [clock] store throws(StoreError) in
                    store.wasOff(off)
                    // The time may have been set back since `now` was read.
                    let look = try store.lookAtDue(
                        at: clock.latest(now), jump: jump, skipping: skipping, untold: untold)
                    // The result of the look is sent whether or not this call succeeds.
                    if !look.isPartial, look.failure == nil { try? asked(store) }
                    return look
                })
        } catch {
            return .failure(error)
        }
    }

    /// Sends the result of a stored look.
    private func tell(_ found: SignalStore.Look) async {
        for change in found.changes {
            if let alert = change.person.watch.alert { state.withLock { $0.isStored(alert.id) } }
            await listeners.withLock({ $0.change })(change)
        }
        state.withLock { $0.read(found.changes.map(\.person.id), failed: found.failed) }
        for person in found.failed {
            logger.critical("a person cannot be watched", metadata: ["person": "\(Hex.encode(person))"])
        }
    }

    /// Whether something was sent but is not stored, for one person or for anyone.
    func owes(_ person: SignalPersonID? = nil) -> Bool { state.withLock { $0.owes(person) } }

    /// Stores everything that was sent from memory, if the disk allows it. Without this, neither an answer to the alarm
    /// nor the alarm's end would find the alarm.
    func settle() async {
        await storeCalls()
        try? await look(at: clock.now(), .zero)
    }

    /// The alarm of a person's call for help that was sent but is not stored. If there is no such call, this is nil.
    func unstoredCall(of person: SignalPersonID) -> SignalAlertID? { state.withLock { $0.calls[person]?.alert } }

    /// A person's current record, including a call for help that is not stored.
    func completed(_ person: PersonRecord) -> PersonRecord {
        guard let call = state.withLock({ $0.calls[person.id] }) else { return person }
        var person = person
        _ = person.watch.reduce(.called(call.alert), at: call.at, tiers: [])
        person.isUnstored = true
        return person
    }

    /// Sends a call for help that cannot be stored, and stores it as soon as possible.
    func take(unstored change: WatchChange, at now: Timestamp) async {
        guard let alert = change.person.watch.alert else { return }
        state.withLock { $0.take(.init(alert: alert.id, at: now), of: change.person.id) }
        await tellUnstored(change)
    }

    /// Tries again to store the calls for help that were sent but are not stored.
    func storeCalls() async {
        for (person, call) in state.withLock({ $0.calls }) {
            do throws(StoreError) {
                let change = try await store.run(for: .daemon) { [clock] store throws(StoreError) in
                    try store.storeCall(call.alert, of: person, at: clock.latest(call.at))
                }
                if let change, !change.isStored {
                    await tellUnstored(change)
                    continue
                }
                state.withLock { $0.forget(call, of: person) }
                if let change { await listeners.withLock({ $0.change })(change) }
            } catch {
                logger.error("a call for help cannot be stored", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Shows an alarm that cannot be stored on the screens, and gives it to senders and to this machine's operator.
    /// This repeats, because each look raises the alarm again until the alarm is stored.
    private func tellUnstored(_ change: WatchChange) async {
        guard let alert = change.person.watch.alert else { return }
        let machine = SystemClock.monotonic()
        guard state.withLock({ $0.isTellingDue(alert.id, of: change.person.id, at: machine) }) else { return }
        logger.critical("an alarm was sent but cannot be stored")
        var change = change
        if change.news.messages.isEmpty { change.news.messages = [StoredMessage(unstored: alert, of: change.person)] }
        await listeners.withLock { $0.change }(change)
    }

    /// Asks everyone to check in. Nobody knows how long the machine was off.
    private func ask(at now: Timestamp) async throws(StoreError) {
        var last = SignalPersonID?.none
        repeat {
            let asked = try await store.run(for: .daemon) { [last] store throws(StoreError) in
                try store.askAfterOutage(after: last, at: now)
            }
            for change in asked.changes { await listeners.withLock({ $0.change })(change) }
            last = asked.last
        } while last != nil
        clock.asked()
        // The time is stored soon, so that the next process does not ask again.
        state.withLock { $0.keepSoon() }
        logger.warning("everybody was asked, because it is not known how long the machine was off")
    }

    /// Sets the time that governs deadlines to the machine's clock at an administrator's request, and looks
    /// immediately.
    func setClock(isForced: Bool) async throws(WireError) {
        let refusal: WireError? = try await store.answer(logger, for: .daemon) { [clock] store throws(StoreError) in
            guard let (error, mark) = clock.setting else { return .clockRight }
            guard isForced || clock.isSynchronized else { return .clockUnsynchronized }
            // Nothing else runs on this thread, so the disk and the clock change together.
            if error > .zero { try store.setBack(by: error, to: mark) }
            clock.set()
            return nil
        }
        if let refusal { throw refusal }
        state.withLock { $0.clockWasSet() }
        await pass()
    }

    /// Sets the functions that get the result of each look (`body`) and the regular questions to people (`news`).
    func tell(
        _ body: @escaping @Sendable (WatchChange) async -> Void,
        news: @escaping @Sendable (SignalNews) async -> Void
    ) {
        listeners.withLock { ($0.change, $0.news) = (body, news) }
    }

    /// Whether pages of the store were damaged while this process had the store open. In that case, the next process
    /// recovers the undamaged part.
    var isDamaged: Bool { state.withLock { $0.isDamaged } }

    /// How many people cannot be watched because their rows are unreadable.
    var unwatched: Int { state.withLock { $0.unreadable.count } }

    /// Whether there is room for alarms when the disk is full.
    var alarmRoom: AlarmRoom { state.withLock { $0.room } }

    /// Whether the last pass was completed within the last 5 seconds.
    var isWatching: Bool { state.withLock { $0.isWatching(at: SystemClock.monotonic()) } }

    /// The time until people no longer count as watched if no pass is completed.
    var patienceLeft: Duration { state.withLock { $0.patienceLeft(at: SystemClock.monotonic()) } }

    /// When the last pass was completed, or nil before the first completed pass.
    var lastPass: Timestamp? { state.withLock { $0.last?.time } }
}
