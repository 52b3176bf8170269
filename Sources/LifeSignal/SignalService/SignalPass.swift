import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SignalCore
import SignalStore
import Wire

/// The look at everything that is due: when something is, and every three seconds in any case; and when it was last
/// completed.
///
/// The process that takes check-ins is the process that looks: while this stands still, the daemon says so.
final class SignalPass: Sendable {
    private let store: StoreThread<SignalStore>
    private let clock: SignalClock
    private let failpoints: Failpoints
    private let logger: Logger
    private let state = Locked(PassState())
    /// The plans since the last look.
    private let plan: LookPlan
    /// The callers that want to know that a pass was completed.
    private let waiting = Locked<[@Sendable () -> Void]>([])
    private let listeners = Locked(Listeners())

    /// The listeners of passes. Members of a structure: a function that is itself what a lock guards is wrapped once
    /// more with each use, for ever.
    private struct Listeners: Sendable {
        var change: @Sendable (WatchChange) async -> Void = { _ in }
        var news: @Sendable (SignalNews) async -> Void = { _ in }
        var ended: @Sendable () async -> Void = {}
        var asked: @Sendable (SignalStore) throws(StoreError) -> Void = { _ in }
    }

    /// `plan` gets the store's plans.
    init(
        store: StoreThread<SignalStore>, clock: SignalClock, plan: LookPlan, failpoints: Failpoints, logger: Logger
    ) {
        self.plan = plan
        self.store = store
        self.clock = clock
        self.failpoints = failpoints
        self.logger = logger
    }

    /// Makes passes until it is cancelled or the store is damaged; `prepare` runs before each. With a virtual clock,
    /// passes are made when it moves instead.
    func run(_ prepare: () async -> Void) async {
        while !Task.isCancelled {
            await prepare()
            if isPassDue { await pass() }
            if isDamaged { return }
            // In this order: plans from here on end the sleep.
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

    /// One pass; logs why it could not be completed. The time is kept after the look: a crash between them makes the
    /// next process ask again, and not forget the deadlines that a corrected clock has made due.
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
        // A store that fails is told of by the health. A failing store is reported by the health. Unless it is damaged,
        // a restart would not repair it, and would forget what is not stored.
        for answer in waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
        }) { answer() }
        await listeners.withLock { $0.ended }()
        await keep(at: now)
    }

    /// From now on `body` runs after each look, whether that was completed or not.
    func after(_ body: @escaping @Sendable () async -> Void) { listeners.withLock { $0.ended = body } }

    /// From now on `body` asks the store for more, in the turn that finds nothing more due.
    func asking(_ body: @escaping @Sendable (SignalStore) throws(StoreError) -> Void) {
        listeners.withLock { $0.asked = body }
    }

    /// Calls back after the next pass, completed or not: a sign that it does not hang.
    func checkIn(_ answered: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(answered) } }

    /// Keeps the time, and removes rows that are over, every ten seconds. A failure does not stop the watch.
    private func keep(at now: Timestamp) async {
        guard state.withLock({ $0.isKeepingDue(at: SystemClock.monotonic(), now: now) }) else { return }
        do {
            let news = try await store.run(for: .daemon) { [clock] store throws(StoreError) in
                store.keepRoom()
                // The time may have been set since.
                let isInDoubt = clock.isInDoubt
                if let mark = clock.mark() { try store.save(mark) }
                guard store.room != .used else { return SignalNews() }
                // By a wrong clock everything would be old.
                if !isInDoubt { try store.removeWhatIsOver(at: now) }
                return try store.askOldBonds(at: now)
            }
            state.withLock { $0.keep(at: SystemClock.monotonic(), now: now) }
            if !news.notifications.isEmpty { await listeners.withLock { $0.news }(news) }
        } catch {
            logger.error("the time is not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Looks at everyone for whom something is due, some at a time: who checks in meanwhile need not wait for all.
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
            // While these people's news go out, the store looks at the next ones.
            async let following = found.isPartial ? stored(at: now, jump, skipping) : nil
            await tell(found)
            guard let following = await following else { break }
            look = following
        }
        if let failure { throw failure }
        state.withLock { $0.isAllStored() }
    }

    /// The people whom the store finds due.
    private func stored(
        at now: Timestamp, _ jump: Duration, _ skipping: Int
    ) async -> Result<SignalStore.Look, StoreError> {
        let (asked, off) = (listeners.withLock { $0.asked }, clock.off)
        let untold = state.withLock { $0.untold }
        do throws(StoreError) {
            return .success(
                try await store.run(for: .daemon) { [clock] store throws(StoreError) in
                    store.wasOff(off)
                    // The time may have been set back since.
                    let look = try store.lookAtDue(
                        at: clock.latest(now), jump: jump, skipping: skipping, untold: untold)
                    // The findings are sent, whether this can be answered or not.
                    if !look.isPartial, look.failure == nil { try? asked(store) }
                    return look
                })
        } catch {
            return .failure(error)
        }
    }

    /// Sends the result of a look that is stored.
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

    /// Whether something was sent and is not stored, of a person, or of anyone.
    func owes(_ person: SignalPersonID? = nil) -> Bool { state.withLock { $0.owes(person) } }

    /// Stores what was sent from memory, as far as that is possible: its end and its answer have to find it.
    func settle() async {
        await storeCalls()
        try? await look(at: clock.now(), .zero)
    }

    /// The alarm of a person's call for help that was sent and is not stored; nil if there is no such call.
    func unstoredCall(of person: SignalPersonID) -> SignalAlertID? { state.withLock { $0.calls[person]?.alert } }

    /// A person as they are, with the call for help that is not stored.
    func completed(_ person: PersonRecord) -> PersonRecord {
        guard let call = state.withLock({ $0.calls[person.id] }) else { return person }
        var person = person
        _ = person.watch.reduce(.called(call.alert), at: call.at, tiers: [])
        person.isUnstored = true
        return person
    }

    /// Sends a call for help that cannot be stored, and stores it as soon as that is possible.
    func take(unstored change: WatchChange, at now: Timestamp) async {
        guard let alert = change.person.watch.alert else { return }
        state.withLock { $0.take(.init(alert: alert.id, at: now), of: change.person.id) }
        await tellUnstored(change)
    }

    /// Tries again to store the calls for help that were sent and are not stored.
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

    /// Shows an alarm that cannot be stored on the screens, and gives it to senders and to the operator of this
    /// machine, again and again: it is raised again with each look until it is stored.
    private func tellUnstored(_ change: WatchChange) async {
        guard let alert = change.person.watch.alert else { return }
        let machine = SystemClock.monotonic()
        guard state.withLock({ $0.isTellingDue(alert.id, of: change.person.id, at: machine) }) else { return }
        logger.critical("an alarm was told but cannot be stored")
        var change = change
        if change.news.messages.isEmpty { change.news.messages = [StoredMessage(unstored: alert, of: change.person)] }
        await listeners.withLock { $0.change }(change)
    }

    /// Asks everyone, because nobody knows how long the machine was off.
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
        // The next process does not ask again.
        state.withLock { $0.keepSoon() }
        logger.warning("everybody was asked, because it is not known how long the machine was off")
    }

    /// Sets the time of deadlines to the machine's clock, as an administrator asks, and looks at once.
    func setClock(isForced: Bool) async throws(WireError) {
        let refusal: WireError? = try await store.answer(logger, for: .daemon) { [clock] store throws(StoreError) in
            guard let (error, mark) = clock.setting else { return .clockRight }
            guard isForced || clock.isSynchronized else { return .clockUnsynchronized }
            // Nothing else runs on this thread: the disk and the clock change together.
            if error > .zero { try store.setBack(by: error, to: mark) }
            clock.set()
            return nil
        }
        if let refusal { throw refusal }
        state.withLock { $0.clockWasSet() }
        await pass()
    }

    /// From now on `body` gets the result of each look, and `news` the regular questions to people.
    func tell(
        _ body: @escaping @Sendable (WatchChange) async -> Void,
        news: @escaping @Sendable (SignalNews) async -> Void
    ) {
        listeners.withLock { ($0.change, $0.news) = (body, news) }
    }

    /// Whether pages of the store were damaged while this process had it open: the next process reads out the sound
    /// part.
    var isDamaged: Bool { state.withLock { $0.isDamaged } }

    /// How many people cannot be watched, because their rows cannot be read.
    var unwatched: Int { state.withLock { $0.unreadable.count } }

    /// Whether there is room for alarms when the disk is full.
    var alarmRoom: AlarmRoom { state.withLock { $0.room } }

    /// Whether the last pass was completed within the last 5 seconds.
    var isWatching: Bool { state.withLock { $0.isWatching(at: SystemClock.monotonic()) } }

    /// How long it takes until nobody counts as watched, unless a pass is completed.
    var patienceLeft: Duration { state.withLock { $0.patienceLeft(at: SystemClock.monotonic()) } }

    /// When the last pass was completed; nil before the first.
    var lastPass: Timestamp? { state.withLock { $0.last?.time } }
}
