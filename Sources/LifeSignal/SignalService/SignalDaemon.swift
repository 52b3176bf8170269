import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import ServiceLifecycle
import SignalAPI
import SignalCore
import SignalStore
import Telemetry
import Wire

/// LifeSignal's daemon as a service: its store, its sockets, and everything that serves them.
struct SignalDaemon: Service {
    /// Options for tests only.
    struct Options: Sendable {
        var failpoints = Failpoints()
        var virtualClock: VirtualClock?
        /// The path of the machine key, if it is a plain file.
        var keyFile: String?
    }

    /// The secrets that the daemon's environment provides.
    struct Secrets: Sendable {
        var machineKey: MachineKey
        /// The secret with which the operator's desk signs passes, or nil if there is no desk.
        var desk: DeskSecret?
    }

    /// The data that a new, empty store would lack, in words for the operator.
    private static let content = "its people"

    private let store: StoreThread<SignalStore>
    private let storePath: String
    private let operatorAddresses: [ReachAddress]
    /// Whether the store was recovered from a damaged file that still exists.
    private let isDamaged = Locked(false)
    private let clock: SignalClock
    private let virtualClock: VirtualClock?
    /// The thread on which passes are made and awaited. While nothing is due, passes wake no other thread of the daemon
    /// except the store's thread.
    private let thread: PollingThread
    private let pass: SignalPass
    private let copies: StoreCopies
    private let desk: DeliveryDesk
    private let links: LinkDesk
    private let sessions: SignalSessions
    private let health: Health
    private let service: DaemonService
    private let logger: Logger

    /// Opens the store, and binds the sockets that the service manager has not passed. From then on, clients can
    /// connect. They are served once ``run()`` is running.
    ///
    /// If the store does not open for a temporary reason, such as a full disk, the daemon opens it later. Until then,
    /// clients get the error that the store is unavailable. Throws if the daemon cannot start.
    init(_ configuration: SignalConfiguration, _ secrets: Secrets, _ basis: DaemonBasis, _ options: Options) throws {
        let topics = TopicSource(epoch: try RandomID.make(bytes: 9))
        let health = Health(topics: topics)
        (self.health, logger, virtualClock) = (health, basis.logger, options.virtualClock)
        let reading = try virtualClock.map { clock in { @Sendable in clock.now } } ?? SignalClock.machine()
        let clock = SignalClock(reading: reading)
        self.clock = clock
        thread = try PollingThread(name: "look")
        let (plan, language) = (LookPlan(on: thread), configuration.language)
        (storePath, operatorAddresses) = (configuration.store, configuration.operatorAddresses)
        let first = FirstStart(store: configuration.store, key: options.keyFile)
        do {
            store = try StoreThread { [logger, isDamaged] () throws(StoreError) in
                let store = try SignalStore(
                    path: configuration.store, machineKey: secrets.machineKey, founding: first.founding,
                    operator: configuration.operatorAddresses, language: language, linkBase: configuration.linkBase,
                    emergencyNumber: configuration.emergencyNumber, now: reading().wall, planned: { plan.plan($0) },
                    wrote: { Self.wrote($0, health) })
                try first.end()
                Self.report(store.database, health, logger)
                isDamaged.withLock { $0 = store.database.mended != nil || !store.database.aside.isEmpty }
                // No deadline is checked before the clock has the stored time.
                clock.take(try store.signalMark())
                return store
            }
        } catch {
            throw Self.refusal(configuration.store, error)
        }
        copies = StoreCopies(of: configuration.store, store, clock, health, logger)
        pass = SignalPass(store: store, clock: clock, plan: plan, failpoints: options.failpoints, logger: logger)
        let desk = DeliveryDesk(
            store: store, language: language, clock: clock, health: health, failpoints: options.failpoints,
            owes: { [pass] in pass.owes() }, logger: logger)
        self.desk = desk
        let links = LinkDesk(
            store: store, clock: clock, pass: pass, site: configuration.linkBase, failpoints: options.failpoints,
            logger: logger)
        self.links = links
        let sessions = SignalSessions(
            store: store, language: language, clock: clock, pass: pass, topics: topics, failpoints: options.failpoints,
            isOpen: configuration.isOpen, desk: secrets.desk, told: Self.told(desk, links),
            given: { await desk.give(unstored: $0) }, logger: logger)
        self.sessions = sessions
        let devices = DeviceDesk(
            sessions: sessions, store: store, clock: clock, site: configuration.linkBase, logger: logger)
        Self.connect(pass, sessions, desk, devices, health)
        var handlers = RPCHandlers()
        SignalHandlers(
            sessions: sessions, ephemeral: EphemeralSessions(), store: store, clock: clock, pass: pass, desk: desk,
            devices: devices, failpoints: options.failpoints, logger: logger
        ).register(in: &handlers)
        links.register(in: &handlers, sessions)
        var settings = try basis.settings(
            SignalContract.bytes, epoch: topics.epoch, quotas: configuration.quotas, health: health)
        settings.contracts += try Self.furtherContracts()
        service = DaemonService(
            basis, RPCServer(settings, handlers: handlers), at: try Self.endpoints(configuration, basis))
    }

    /// Sets what passes ask for, and who hears of what they have found and of their end.
    private static func connect(
        _ pass: SignalPass, _ sessions: SignalSessions, _ desk: DeliveryDesk, _ devices: DeviceDesk, _ health: Health
    ) {
        pass.tell({ await sessions.tell($0) }, news: { await sessions.tell($0) })
        pass.asking { store throws(StoreError) in try desk.survey(store) }
        pass.after { [pass] in
            report(pass, health)
            await devices.endOver()
            await desk.wake()
            await desk.examine()
        }
    }

    /// The contracts of the daemon besides its first one.
    private static func furtherContracts() throws -> [ServedContract] {
        try [PeopleContract.bytes, DeliveryContract.bytes, WebContract.bytes, DevicesContract.bytes].map {
            try ServedContract(bytes: $0)
        }
    }

    /// Wakes everyone who may have something to send or to show because these people have changed.
    private static func told(_ desk: DeliveryDesk, _ links: LinkDesk) -> @Sendable (Set<SignalPersonID>?) -> Void {
        { people in
            desk.ring()
            links.ring(about: people)
        }
    }

    /// Serves until graceful shutdown, then closes the store.
    func run() async throws {
        if let failure = store.failure {
            logger.error(
                "the store did not open; trying again",
                metadata: [
                    "error": "\(failure)", "store": "\(storePath)",
                    "remedy": "\(failure.remedy(without: Self.content))",
                ])
            Self.wrote(failure, health)
        }
        await tellOperator()
        let outcome: Result<Void, any Error>
        do {
            // Deadlines that passed while the daemon was away are handled before clients' requests.
            if store.failure == nil { await pass.pass() }
            let executor = PollingExecutor(thread)
            var parts: [DaemonService.Part] = [
                { try await withTaskExecutorPreference(executor) { try await watch() } }, { await desk.run() },
                { await links.run() },
            ]
            if virtualClock == nil { parts += [{ await tellWhetherWatched() }, { await copies.run() }] }
            // If the clock is virtual, a pass is made when a test asks for it. A store that has not opened yet does not
            // count as hanging.
            let alive = Watchdog.Part("pass") { [pass, store] answered in
                if store.failure == nil { pass.checkIn(answered) } else { answered() }
            }
            let loops = virtualClock == nil ? [alive] : []
            outcome = .success(
                try await service.run(beside: parts, watching: loops) {
                    await service.tellReady(
                        store.failure.map { "\(service.status), without the store: \($0.message)" } ?? service.status)
                })
        } catch {
            outcome = .failure(error)
        }
        if let mark = clock.mark() {
            try? await store.run(for: .daemon) { store throws(StoreError) in try store.save(mark) }
        }
        try await store.close()
        try outcome.get()
    }

    /// Checks everything that is due, until the task is cancelled. Throws if the store is damaged.
    private func watch() async throws(StoreError) {
        if let virtualClock {
            let (ended, end) = AsyncStream<Void>.makeStream()
            virtualClock.serve { [pass, clock, copies] in
                await pass.pass()
                if pass.isDamaged { end.finish() } else { await copies.makeIfDue() }
                return clock.now()
            }
            // Nothing is ever yielded. The stream ends with the daemon.
            for await _ in ended {}
        } else {
            await pass.run {
                // The health status reports the cause of a failure.
                guard store.failure != nil else { return }
                try? await store.open()
                await tellOperator()
            }
        }
        if pass.isDamaged {
            throw StoreError(.corrupt, "pages of the store are damaged: the next start recovers what can be read")
        }
    }

    /// Informs the operator that the store is lost, was damaged, or is back.
    private func tellOperator() async {
        guard let failure = store.failure else {
            await desk.storeIsThere()
            // The operator is informed as long as the damaged file exists.
            if isDamaged.withLock(\.self) { await desk.tell(operatorAddresses, OperatorNotice.damagedStore) }
            return
        }
        if failure.code == .missing { await desk.tell(operatorAddresses, OperatorNotice.lostStore) }
    }

    /// Informs every screen when deadlines are no longer watched, and when they are watched again, until the task is
    /// cancelled.
    private func tellWhetherWatched() async {
        await WatchTeller(pass).run(on: thread) { isWatching in
            health.report(
                "watch", isWatching ? .serving : .notServing, isWatching ? nil : "deadlines are not watched")
            await sessions.tell(isWatched: isWatching)
            links.ring(about: nil)
        }
    }

    /// Reports whether everyone is watched, and whether there is room for alarms.
    private static func report(_ pass: SignalPass, _ health: Health) {
        let count = pass.unwatched
        health.report(
            "people", count == 0 ? .serving : .degraded, count == 0 ? nil : "\(count) cannot be read or watched")
        report(pass.alarmRoom, health)
    }

    /// Reports whether there is room for alarms when the disk is full.
    private static func report(_ room: AlarmRoom, _ health: Health) {
        switch room {
        case .kept: health.report("room", .serving)
        case .lacking: health.report("room", .degraded, "the disk is nearly full: no space is reserved for alarms")
        case .used: health.report("room", .degraded, "the disk is full: only alarms are stored")
        }
    }

    /// The error for a store that will not open until somebody acts. If the store is too badly damaged, its latest copy
    /// may replace it.
    private static func refusal(_ path: String, _ error: StoreError) -> ConfigurationError {
        let refusal = ConfigurationError(store: path, error, without: content)
        guard error.code == .corrupt, let newest = DatabaseCopy.newest(beside: path) else { return refusal }
        return ConfigurationError(
            "\(refusal.message); its last copy, \(path)-copy, was made at \(newest). See 'A damaged store' in "
                + "deploy/docs/lifesignal.md for how to restore it")
    }

    /// Reports whether the store was damaged, now or earlier.
    private static func report(_ database: SealedDatabase, _ health: Health, _ logger: Logger) {
        if let mended = database.mended {
            let lacking =
                mended.lacking.isEmpty
                ? "nothing is missing" : "rows may be missing from " + mended.lacking.joined(separator: ", ")
            logger.critical(
                "the store was damaged, and everything that can be read was recovered from it",
                metadata: ["found": "\(lacking)", "damaged": "\(mended.aside)"])
            health.report("damage", .degraded, "the store was damaged: the damaged file is \(mended.aside); \(lacking)")
        } else if let last = database.aside.last {
            health.report(
                "damage", .degraded,
                "the store was damaged: the damaged file is \(last), and the log shows what is missing")
        } else {
            health.report("damage", .serving)
        }
    }

    /// Reports whether a write was made durable or failed.
    private static func wrote(_ error: StoreError?, _ health: Health) {
        switch error?.code {
        case nil: health.report("store", .serving)
        // The caller's request was at fault, not the store.
        case .conflict, .invalid: break
        default: health.report("store", .notServing, error?.message)
        }
    }

    /// Creates the sockets. If the configuration names one group and nobody else, only this group can open the sockets.
    /// Otherwise, everyone can open them, and the daemon checks each peer.
    private static func endpoints(_ configuration: SignalConfiguration, _ basis: DaemonBasis) throws -> [RPCEndpoint] {
        let admissions = [
            "session": configuration.allowSession, "admin": configuration.allowAdmin,
            "sender": configuration.allowSender, "web": configuration.allowWeb,
        ]
        // Without links, there is a socket for them only if the service manager has passed it.
        let hasWeb = configuration.linkBase != nil || basis.supervisor.listener("web") != nil
        return try configuration.sockets.sorted { $0.key > $1.key }.compactMap { name, path in
            guard name != "web" || hasWeb else { return nil }
            return try admissions[name].map { allowed in
                let group = allowed.users.isEmpty && allowed.groups.count == 1 ? allowed.groups.first : nil
                return try basis.endpoint(name, at: path, openTo: group, admitting: allowed)
            }
        }
    }
}
