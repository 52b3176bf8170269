import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SignalCore
import SignalStore
import Wire

/// The look at everything that is due: when something is, and once a second in any case; and when it was last
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
    /// When something is due next, as far as the last look knows; what comes nearer since is seen within a second.
    private let next = Locked<Timestamp?>(nil)
    private let keptAt = Locked<Duration?>(nil)
    /// Who wants to know that a pass was completed.
    private let waiting = Locked<[@Sendable () -> Void]>([])
    /// How far the time was moved forward before a pass that was not completed.
    private let owed = Locked(Duration.zero)
    private let told = Locked<(@Sendable (WatchChange) async -> Void)?>(nil)
    private let toldNews = Locked<(@Sendable (SignalNews) async -> Void)?>(nil)
    /// People whose rows could not be read when they were looked at last.
    private let unreadable = Locked<Set<SignalPersonID>>([])
    private let ended = Locked<(@Sendable () async -> Void)?>(nil)

    /// The longest time between two passes before nobody counts as watched.
    private static let patience = Duration.seconds(5)
    private static let period = Duration.seconds(1)
    private static let shortestWait = Duration.milliseconds(5)
    /// How often the time is kept.
    private static let keepingPeriod = Duration.seconds(10)

    init(store: StoreThread<SignalStore>, clock: SignalClock, failpoints: Failpoints, logger: Logger) {
        self.store = store
        self.clock = clock
        self.failpoints = failpoints
        self.logger = logger
    }

    /// Makes passes until it is cancelled; before each, `prepare` does what it needs. With a virtual clock, passes are
    /// made when it moves instead.
    func run(_ prepare: () async -> Void) async {
        while !Task.isCancelled {
            await prepare()
            await pass()
            // Signal time runs by the boot clock: a wall clock that is set changes no wait.
            let next = next.withLock { $0 }.map { clock.now().duration(to: $0) } ?? Self.period
            // What is due still, although it was looked at, waits for its turn.
            let wait = next > .zero ? min(Self.period, max(next, Self.shortestWait)) : Self.period
            guard (try? await Task.sleep(for: wait, clock: .continuous)) != nil else { return }
        }
    }

    /// One pass; logs why it could not be completed. The time is kept after the look: a crash between them makes the
    /// next process ask again, and not forget what a corrected clock has made due.
    func pass() async {
        failpoints.reach(.passBegins)
        let (now, jump) = clock.look()
        do {
            try await look(at: now, owed.withLock { $0 + jump })
            owed.withLock { $0 = .zero }
            last.withLock { $0 = (now, SystemClock.monotonic()) }
            for answer in waiting.withLock({ waiting in
                defer { waiting = [] }
                return waiting
            }) { answer() }
        } catch {
            owed.withLock { $0 += jump }
            logger.error("a pass was not completed", metadata: ["error": "\(error)"])
        }
        await ended.withLock { $0 }?()
        await keep(at: now)
    }

    /// From now on `body` runs after each look, whether that was completed or not.
    func after(_ body: @escaping @Sendable () async -> Void) { ended.withLock { $0 = body } }

    /// Calls back after the next pass that is completed: a sign of life.
    func checkIn(_ answered: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(answered) } }

    /// Keeps the time, and removes what is over, every ten seconds. That it fails does not stop the watch.
    private func keep(at now: Timestamp) async {
        guard isKeepingDue(), let mark = clock.mark() else { return }
        do {
            let news = try await store.run(for: .daemon) { store throws(StoreError) in
                try store.save(mark)
                try store.removeWhatIsOver(at: now)
                return try store.askOldBonds(at: now)
            }
            keptAt.withLock { $0 = SystemClock.monotonic() }
            if !news.notifications.isEmpty { await toldNews.withLock { $0 }?(news) }
        } catch {
            logger.error("the time is not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Looks at everybody for whom something is due, some at a time: who checks in meanwhile need not wait for all.
    private func look(at now: Timestamp, _ jump: Duration) async throws(StoreError) {
        while true {
            let found = try await store.run(for: .daemon) { store throws(StoreError) in
                try store.lookAtDue(at: now, jump: jump)
            }
            next.withLock { $0 = found.next }
            failpoints.reach(.alarmStored)
            for change in found.changes { await told.withLock({ $0 })?(change) }
            unreadable.withLock { known in
                for change in found.changes { known.remove(change.person.id) }
                known.formUnion(found.failed)
            }
            for person in found.failed {
                logger.critical("a person cannot be watched", metadata: ["person": "\(Hex.encode(person))"])
            }
            guard found.isPartial else { return }
        }
    }

    /// From now on `body` tells what came of each look, and `news` what people are asked from time to time.
    func tell(
        _ body: @escaping @Sendable (WatchChange) async -> Void,
        news: @escaping @Sendable (SignalNews) async -> Void
    ) {
        told.withLock { $0 = body }
        toldNews.withLock { $0 = news }
    }

    private func isKeepingDue() -> Bool {
        keptAt.withLock { $0.map { SystemClock.monotonic() - $0 >= Self.keepingPeriod } ?? true }
    }

    /// How many people cannot be watched, because their rows cannot be read.
    var unwatched: Int { unreadable.withLock { $0.count } }

    /// Whether the last pass was completed within the last 5 seconds.
    var isWatching: Bool {
        last.withLock { $0.map { SystemClock.monotonic() - $0.at <= Self.patience } ?? false }
    }

    /// When the last pass was completed; nil before the first.
    var lastPass: Timestamp? { last.withLock { $0?.time } }
}
