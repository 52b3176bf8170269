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
    /// When the last pass was completed: by the daemon's time, and by the clock of the machine.
    private let last = Locked<(time: Timestamp, at: Duration)?>(nil)
    /// When something is due next, as far as the last look knows.
    private let next = Locked<Timestamp?>(nil)
    /// What was planned since.
    private let plan: LookPlan
    /// The moment of the last look.
    private let lookedAt = Locked<Timestamp?>(nil)
    /// When the time was kept last: by the clock of the machine, and by the daemon's time.
    private let keptAt = Locked<(at: Duration, time: Timestamp)?>(nil)
    /// Alarms that are told although they are not stored, and when each was told last.
    private let unstored = Locked<[SignalAlertID: (person: SignalPersonID, at: Duration)]>([:])
    /// Calls for help that are told although they are not stored, by person, until they are.
    private let calls = Locked<[SignalPersonID: UnstoredCall]>([:])
    /// Who wants to know that a pass was completed.
    private let waiting = Locked<[@Sendable () -> Void]>([])
    /// How far the time was moved forward before a pass that was not completed.
    private let owed = Locked(Duration.zero)
    private let listeners = Locked(Listeners())
    /// People whose rows could not be read when they were looked at last.
    private let unreadable = Locked<Set<SignalPersonID>>([])
    /// Whether there is room for alarms, as the last look found it.
    private let room = Locked(AlarmRoom.kept)
    /// How many passes in a row have met damage since one was completed; nil before the first.
    private let damaged = Locked<Int?>(nil)

    /// A call for help that is not stored: its alarm, and when it came.
    private struct UnstoredCall: Sendable {
        let alert: SignalAlertID
        let at: Timestamp
    }

    /// Who hears of passes. Members of a structure: a function that is itself what a lock guards is wrapped once more
    /// with each use, for ever.
    private struct Listeners: Sendable {
        var change: @Sendable (WatchChange) async -> Void = { _ in }
        var news: @Sendable (SignalNews) async -> Void = { _ in }
        var ended: @Sendable () async -> Void = {}
        var asked: @Sendable (SignalStore) throws(StoreError) -> Void = { _ in }
    }

    /// The longest time between two passes before nobody counts as watched.
    private static let patience = Duration.seconds(5)
    /// The longest time between two readings of the clocks, and between two looks at the store. No wait goes on while
    /// the machine sleeps: when it wakes up, what fell due is told within a second, with the look.
    private static let (period, longestPause) = (Duration.milliseconds(900), Duration.milliseconds(2_700))
    private static let shortestWait = Duration.milliseconds(5)
    /// How often the time is kept.
    private static let keepingPeriod = Duration.seconds(10)

    /// `plan` is what the store is told.
    init(
        store: StoreThread<SignalStore>, clock: SignalClock, plan: LookPlan, failpoints: Failpoints, logger: Logger
    ) {
        self.plan = plan
        self.store = store
        self.clock = clock
        self.failpoints = failpoints
        self.logger = logger
    }

    /// Makes passes until it is cancelled or the store is damaged; before each, `prepare` does what it needs. With a
    /// virtual clock, passes are made when it moves instead.
    func run(_ prepare: () async -> Void) async {
        while !Task.isCancelled {
            await prepare()
            if isPassDue { await pass() }
            if isDamaged { return }
            // In this order: what is planned from here on ends the sleep.
            let (known, wait) = (plan.nearest, wait)
            await plan.sleep(for: wait, until: clock.now().advanced(by: wait), knowing: known)
        }
    }

    /// Whether there is something to look at, or the store was not looked at for the longest pause: that it answers is
    /// what a completed pass says. The clocks are read in each period in any case.
    private var isPassDue: Bool {
        let last = last.withLock { $0 }
        guard let last, SystemClock.monotonic() - last.at < Self.longestPause, !clock.isAskDue else { return true }
        return nearest.map { $0 <= clock.now() } ?? false
    }

    private var nearest: Timestamp? { [next.withLock { $0 }, plan.nearest].compactMap(\.self).min() }

    /// How long until the next pass. Signal time runs by the boot clock: a wall clock that is set changes no wait.
    private var wait: Duration {
        guard let next = nearest else { return Self.period }
        // What is due still, although it was looked at, waits for its turn; what fell due during the look does not.
        if let looked = lookedAt.withLock({ $0 }), next <= looked { return Self.period }
        return min(Self.period, max(clock.now().duration(to: next), Self.shortestWait))
    }

    /// One pass; logs why it could not be completed. The time is kept after the look: a crash between them makes the
    /// next process ask again, and not forget what a corrected clock has made due.
    func pass() async {
        failpoints.reach(.passBegins)
        let (now, jump) = clock.look()
        lookedAt.withLock { $0 = now }
        do {
            await storeCalls()
            try await look(at: now, owed.withLock { $0 + jump })
            owed.withLock { $0 = .zero }
            if clock.isAskDue { try await ask(at: now) }
            last.withLock { $0 = (now, SystemClock.monotonic()) }
            damaged.withLock { $0 = 0 }
        } catch {
            damaged.withLock { count in count = count.map { error.code == .corrupt ? $0 + 1 : 0 } }
            owed.withLock { $0 += jump }
            logger.error("a pass was not completed", metadata: ["error": "\(error)"])
        }
        // A store that fails is told of by the health. Unless it is damaged, to begin anew would not mend it, and would
        // forget what is not stored.
        for answer in waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
        }) { answer() }
        await listeners.withLock { $0.ended }()
        await keep(at: now)
    }

    /// From now on `body` runs after each look, whether that was completed or not.
    func after(_ body: @escaping @Sendable () async -> Void) { listeners.withLock { $0.ended = body } }

    /// From now on `body` asks the store what else is to be known, in the turn that finds nothing more due.
    func asking(_ body: @escaping @Sendable (SignalStore) throws(StoreError) -> Void) {
        listeners.withLock { $0.asked = body }
    }

    /// Calls back after the next pass, completed or not: a sign that it does not hang.
    func checkIn(_ answered: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(answered) } }

    /// Keeps the time, and removes what is over, every ten seconds. That it fails does not stop the watch.
    private func keep(at now: Timestamp) async {
        guard isKeepingDue(at: now) else { return }
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
            keptAt.withLock { $0 = (SystemClock.monotonic(), now) }
            if !news.notifications.isEmpty { await listeners.withLock { $0.news }(news) }
        } catch {
            logger.error("the time is not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Looks at everybody for whom something is due, some at a time: who checks in meanwhile need not wait for all.
    private func look(at now: Timestamp, _ jump: Duration) async throws(StoreError) {
        var (skipping, failure) = (0, StoreError?.none)
        plan.begin()
        var look = await stored(at: now, jump, skipping)
        while true {
            let found = try look.get()
            room.withLock { $0 = found.room }
            if let error = found.failure {
                failure = error
                skipping += found.changes.count + found.failed.count
                for change in found.changes { await tellUnstored(change) }
                guard found.isPartial else { throw error }
                look = await stored(at: now, jump, skipping)
                continue
            }
            next.withLock { $0 = found.next }
            failpoints.reach(.alarmStored)
            // While these people are told, the store looks at the next ones.
            async let following = found.isPartial ? stored(at: now, jump, skipping) : nil
            await tell(found)
            guard let following = await following else { break }
            look = following
        }
        if let failure { throw failure }
        // What was told from memory is stored now, or over.
        let calling = Set(calls.withLock { $0.values.map(\.alert) })
        unstored.withLock { $0 = $0.filter { calling.contains($0.key) } }
    }

    /// What the store finds due.
    private func stored(
        at now: Timestamp, _ jump: Duration, _ skipping: Int
    ) async -> Result<SignalStore.Look, StoreError> {
        let (asked, off) = (listeners.withLock { $0.asked }, clock.off)
        let untold = Set(unstored.withLock { $0.keys })
        do throws(StoreError) {
            return .success(
                try await store.run(for: .daemon) { [clock] store throws(StoreError) in
                    store.wasOff(off)
                    // The time may have been set back since.
                    let look = try store.lookAtDue(
                        at: clock.latest(now), jump: jump, skipping: skipping, untold: untold)
                    // What was found is told, whether this can be answered or not.
                    if !look.isPartial, look.failure == nil { try? asked(store) }
                    return look
                })
        } catch {
            return .failure(error)
        }
    }

    /// Tells what came of a look that is stored.
    private func tell(_ found: SignalStore.Look) async {
        for change in found.changes {
            if let alert = change.person.watch.alert { unstored.withLock { $0[alert.id] = nil } }
            await listeners.withLock({ $0.change })(change)
        }
        unreadable.withLock { known in
            for change in found.changes { known.remove(change.person.id) }
            known.formUnion(found.failed)
        }
        for person in found.failed {
            logger.critical("a person cannot be watched", metadata: ["person": "\(Hex.encode(person))"])
        }
    }

    /// How often an alarm that is not stored is told.
    private static let repetition = Duration.seconds(60)

    /// Whether something is told and not stored, of a person, or of anybody.
    func owes(_ person: SignalPersonID? = nil) -> Bool {
        calls.withLock { calls in person.map { calls[$0] != nil } ?? !calls.isEmpty }
            || unstored.withLock { told in told.values.contains { person == nil || $0.person == person } }
    }

    /// Stores what was told from memory, as far as that is possible: what ends or answers it has to find it.
    func settle() async {
        await storeCalls()
        try? await look(at: clock.now(), .zero)
    }

    /// The alarm of a person's call for help that is told and not stored; nil if there is no such call.
    func unstoredCall(of person: SignalPersonID) -> SignalAlertID? { calls.withLock { $0[person]?.alert } }

    /// A person as they are, with the call for help that is not stored.
    func completed(_ person: PersonRecord) -> PersonRecord {
        guard let call = calls.withLock({ $0[person.id] }) else { return person }
        var person = person
        _ = person.watch.reduce(.called(call.alert), at: call.at, tiers: [])
        person.isUnstored = true
        return person
    }

    /// Tells a call for help that cannot be stored, and stores it as soon as that is possible.
    func take(unstored change: WatchChange, at now: Timestamp) async {
        guard let alert = change.person.watch.alert else { return }
        calls.withLock { calls in
            calls[change.person.id] = calls[change.person.id] ?? UnstoredCall(alert: alert.id, at: now)
        }
        await tellUnstored(change)
    }

    /// Tries again to store the calls for help that are told and not stored.
    func storeCalls() async {
        for (person, call) in calls.withLock({ $0 }) {
            do throws(StoreError) {
                let change = try await store.run(for: .daemon) { [clock] store throws(StoreError) in
                    try store.storeCall(call.alert, of: person, at: clock.latest(call.at))
                }
                if let change, !change.isStored {
                    await tellUnstored(change)
                    continue
                }
                forget(call, of: person)
                if let change { await listeners.withLock({ $0.change })(change) }
            } catch {
                logger.error("a call for help cannot be stored", metadata: ["error": "\(error)"])
            }
        }
    }

    private func forget(_ call: UnstoredCall, of person: SignalPersonID) {
        calls.withLock { $0[person] = nil }
        unstored.withLock { $0[call.alert] = nil }
    }

    /// Tells an alarm that cannot be stored on the screens, to senders, and to the operator of this machine, again and
    /// again: it is raised again with each look until it is stored.
    private func tellUnstored(_ change: WatchChange) async {
        guard let alert = change.person.watch.alert else { return }
        let now = SystemClock.monotonic()
        let isDue = unstored.withLock { unstored in
            if let last = unstored[alert.id], now - last.at < Self.repetition { return false }
            unstored[alert.id] = (change.person.id, now)
            return true
        }
        guard isDue else { return }
        logger.critical("an alarm is told and cannot be stored")
        var change = change
        if change.news.messages.isEmpty { change.news.messages = [StoredMessage(unstored: alert, of: change.person)] }
        await listeners.withLock { $0.change }(change)
    }

    /// Asks everybody, because nobody knows how long the machine was off.
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
        keptAt.withLock { $0 = nil }
        logger.warning("everybody was asked: nobody knows how long the machine was off")
    }

    /// Sets the time of deadlines to the machine's clock, as an administrator asks, and looks at once.
    func setClock(isForced: Bool) async throws(WireError) {
        let refusal: WireError? = try await store.answer(logger, for: .daemon) { [clock] store throws(StoreError) in
            guard let (error, mark) = clock.setting else { return .clockRight }
            guard isForced || clock.isSynchronized else { return .clockUnsynchronized }
            // Nothing else runs on this thread: what is on the disk and the clock change together.
            if error > .zero { try store.setBack(by: error, to: mark) }
            clock.set()
            return nil
        }
        if let refusal { throw refusal }
        lookedAt.withLock { $0 = nil }
        keptAt.withLock { $0 = nil }
        next.withLock { $0 = nil }
        await pass()
    }

    /// From now on `body` tells what came of each look, and `news` what people are asked from time to time.
    func tell(
        _ body: @escaping @Sendable (WatchChange) async -> Void,
        news: @escaping @Sendable (SignalNews) async -> Void
    ) {
        listeners.withLock { ($0.change, $0.news) = (body, news) }
    }

    private func isKeepingDue(at now: Timestamp) -> Bool {
        keptAt.withLock { kept in
            guard let kept else { return true }
            return max(SystemClock.monotonic() - kept.at, kept.time.duration(to: now)) >= Self.keepingPeriod
        }
    }

    /// Whether pages of the store were damaged while this process had it open: the next one reads out what is sound.
    var isDamaged: Bool { damaged.withLock { ($0 ?? 0) >= 2 } }

    /// How many people cannot be watched, because their rows cannot be read.
    var unwatched: Int { unreadable.withLock { $0.count } }

    /// Whether there is room for alarms when the disk is full.
    var alarmRoom: AlarmRoom { room.withLock { $0 } }

    /// Whether the last pass was completed within the last 5 seconds.
    var isWatching: Bool {
        last.withLock { $0.map { SystemClock.monotonic() - $0.at <= Self.patience } ?? false }
    }

    /// How long it takes until nobody counts as watched, unless a pass is completed.
    var patienceLeft: Duration {
        last.withLock { $0.map { max(.zero, $0.at + Self.patience - SystemClock.monotonic()) } ?? .zero }
    }

    /// When the last pass was completed; nil before the first.
    var lastPass: Timestamp? { last.withLock { $0?.time } }
}
