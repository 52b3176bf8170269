import LinuxSupport
import Logging
import ProviderHost
import RPC
import RadioAPI
import SealedStore
import SeamCloud
import SeamModel
import ServiceLifecycle
import SessionAPI
import SessionCore
import Telemetry
import Wire

/// The session daemon as a service: its store, its sockets, and everything that serves them.
struct SessionDaemon: Service {
    private let store: StoreThread
    private let clock: SessionClock
    private let upkeep: StoreUpkeep
    private let health: SessionHealth
    private let host: ProviderHost
    private let cloud: CloudClient
    private let broker: Broker
    private let network: NetworkWatch?
    private let directory: SessionDirectory
    private let unlocks: UnlockService
    private let binds: BindService
    private let server: RPCServer
    private let endpoints: [RPCEndpoint]
    private let supervisor: Supervisor
    private let logger: Logger

    /// How long the service manager waits for the next sign of a store that is being opened.
    private static let openingLimit = Duration.seconds(60)
    /// How many attempts use the radio at once.
    private static let slots = 4

    /// The names under which a service manager may pass sockets, and where these are bound.
    static func sockets(_ configuration: SessionConfiguration) -> [String: String] {
        ["session": configuration.socket, "admin": configuration.adminSocket]
    }

    /// Opens the store and claims the sockets that `supervisor` has not; from then on clients can connect, and are served
    /// once ``run()`` runs.
    ///
    /// A store that does not open for a reason that may pass, such as a full disk, is opened later: until then clients are served, and
    /// told that it is unavailable. Throws what makes it impossible to start: a wrong machine key, a path that is taken.
    init(
        _ configuration: SessionConfiguration, key: MachineKey, supervisor: Supervisor = .none,
        telemetry: DaemonTelemetry, logger: Logger
    ) throws {
        self.logger = logger
        self.supervisor = supervisor
        let instruments = SessionInstruments(telemetry.metrics)
        let epoch = Base64URL.encode(try SystemRandom.bytes(9))
        let topics = TopicSource(epoch: epoch)
        let reading = try SessionClock.machine()
        let health = SessionHealth(Health(topics: topics))
        self.health = health
        let clock = SessionClock(nil, reading: reading)
        let store = try Self.store(
            at: configuration.store, key: key, clock: clock, reading: reading, health: health, supervisor: supervisor,
            instruments: instruments)
        self.store = store
        self.clock = clock
        upkeep = StoreUpkeep(store: store, clock: clock, limits: configuration.journal, logger: logger)
        cloud = try Self.cloud(configuration, telling: clock, keptIn: store, instruments, logger: logger)
        network = Self.network(logger)
        let own = ProcessUser.effective
        let providers = try Self.providers(configuration.providers, own: own, logger)
        let host = try Self.host(configuration.launcher, own: own, providers, instruments, logger)
        self.host = host
        let catalog = ProviderCatalog(installed: providers.manifests)
        // The parts know each other only through these, filled in below.
        let parts = Locked(Parts())
        let (ephemeral, pace) = (Self.ephemeral(in: parts), CloudPace(configuration.cloudPace))
        directory = SessionDirectory(
            environment: SessionEnvironment(
                store: store, cloud: ObservedCloud(cloud: PacedCloud(client: cloud), health: health),
                pace: pace, refused: RefusedTokens(burst: configuration.refusedTokens),
                changes: SessionChanges(burst: configuration.sessionChanges), providers: catalog,
                policy: configuration.policy, offlineGrace: configuration.offlineGrace,
                periods: SyncPlan.Periods(events: configuration.syncInterval), logger: logger, now: clock.now,
                settled: clock.settled, named: clock.named, isClockSuspect: clock.isSuspect,
                monotonic: SystemClock.monotonic, topics: topics,
                endAttempts: { key in await parts.withLock { $0.unlocks }?.endAttempts(of: key) },
                endAttemptsWithKeys: { await parts.withLock { $0.unlocks }?.endAttempts(with: $0, of: $1) },
                isOver: ephemeral.isOver, isKnown: { key in parts.withLock { $0.unlocks }?.hub.end(key) },
                instruments: instruments),
            manifests: providers.manifests)
        broker = Broker(
            path: configuration.radioSocket, owners: nil, version: Release.version, logger: logger,
            changed: { status in
                health.radioIs(status)
                instruments.radioIs(status?.state ?? .unknown)
                await parts.withLock { $0 }.radioIs(status?.state ?? .unknown)
            })
        let radio = BrokerRadio(broker: broker)
        let nearby = Self.nearby(radio, providers, configuration, logger)
        unlocks = UnlockService(
            authority: directory, radio: radio, providers: host,
            remote: Self.remoteDoors(cloud, pace, in: parts, telling: health), store: store, hub: UnlockHub(topics),
            exempt: [0, own], slots: Self.slots, logger: logger, now: clock.now, certain: clock.earliest,
            instruments: instruments)
        let locks = Self.reading(store, into: parts, logger: logger)
        self.locks = locks
        binds = BindService(
            radio: radio, scanner: radio, providers: host, store: store, logger: logger, now: clock.now,
            changed: { await locks.readAgain() },
            isBusy: { id in await parts.withLock { $0.unlocks }?.isBusy(id) ?? false })
        let (directory, unlocks, binds) = (directory, unlocks, binds)
        parts.withLock { ($0.directory, $0.unlocks, $0.nearby) = (directory, unlocks, nearby) }
        let keyed = KeyedCalls(store: store, logger: logger, now: clock.now, certain: clock.earliest)
        let grants = GrantService(store: store, logger: logger, now: clock.now, changed: { await locks.readAgain() })
        let handlers = Self.handlers(
            directory, ephemeral, unlocks, LockHandlers(binds: binds, grants: grants, catalog: catalog, keyed: keyed),
            nearby, store, keyed, clock)
        var settings = try RPCServer.Configuration(
            name: "seam-sessiond", version: Release.version, epoch: epoch,
            contracts: [ServedContract(bytes: SessionContract.bytes)],
            quotas: configuration.quotas, logger: logger, health: health.health)
        settings.metrics = { telemetry.families(instruments.families) }
        settings.logThreshold = telemetry.threshold
        settings.needs = { await Self.needs(of: $1, $0, $2, in: directory, ephemeral) }
        server = RPCServer(settings, handlers: handlers)
        endpoints = try Self.endpoints(configuration, supervisor, own: own)
    }

    private static func remoteDoors(
        _ cloud: CloudClient, _ pace: CloudPace, in parts: Locked<Parts>, telling health: SessionHealth
    ) -> RemoteDoors {
        RemoteDoors(
            cloud: cloud.admitting { () async throws(CloudError) in pace.charge() },
            token: { key, person in await parts.withLock { $0.directory }?.token(of: key, person) },
            heard: { health.cloudAnswered($0) })
    }

    private static func ephemeral(in parts: Locked<Parts>) -> EphemeralSessions {
        EphemeralSessions { key, end in await parts.withLock { $0.directory }?.wipe(key, as: end) }
    }

    private static func providers(_ path: String, own: UInt32, _ logger: Logger) throws -> ProviderDirectory {
        let providers = try ProviderDirectory(manifests: path, acceptsOwnUser: own != 0)
        for fault in providers.faults {
            logger.warning("provider left out", metadata: ["file": "\(fault.file)", "why": "\(fault.message)"])
        }
        return providers
    }

    private static func host(
        _ launcher: String, own: UInt32, _ providers: ProviderDirectory, _ instruments: SessionInstruments,
        _ logger: Logger
    ) throws -> ProviderHost {
        // Without it no door opens: said now, and not to whoever stands before one.
        try TrustedPath.checkProgram(launcher, owners: [0, own])
        var settings = ProviderHost.Settings(launcher: launcher, directory: providers)
        settings.ended = { instruments.providerEnded($0, $1) }
        return try ProviderHost(settings: settings, logger: logger)
    }

    private static func nearby(
        _ radio: BrokerRadio, _ providers: ProviderDirectory, _ configuration: SessionConfiguration, _ logger: Logger
    ) -> NearbyScan {
        NearbyScan(
            radio: radio, services: providers.manifests.flatMap(\.scanServices), hold: configuration.nearbyHold,
            logger: logger)
    }

    private static func handlers(
        _ directory: SessionDirectory, _ ephemeral: EphemeralSessions, _ unlocks: UnlockService, _ locks: LockHandlers,
        _ nearby: NearbyScan, _ store: StoreThread, _ keyed: KeyedCalls, _ clock: SessionClock
    ) -> RPCHandlers {
        var handlers = RPCHandlers()
        SessionHandlers(
            directory: directory, ephemeral: ephemeral, store: store, keyed: keyed, nearby: nearby, now: clock.now
        ).register(in: &handlers)
        UnlockHandlers(
            unlocks: unlocks, store: store, ephemeral: ephemeral,
            visitor: { (key) async throws(WireError) -> SessionVisitor in
                try await directory.session(key).visitor()
            }
        ).register(in: &handlers)
        locks.register(in: &handlers)
        return handlers
    }

    private let locks: LockReading
    /// Whether the store was open and read.
    private let isTakenUp = Locked(false)
    /// Told when the store has been opened and read.
    private let opened = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The parts that others call back.
    private struct Parts: Sendable {
        var directory: SessionDirectory?
        var unlocks: UnlockService?
        var nearby: NearbyScan?

        func radioIs(_ state: RadioState) async {
            nearby?.radioIs(state)
            await directory?.update { $0.radio = state }
        }
    }

    /// Serves until graceful shutdown: attempts before their gate are cancelled, those past it end, then the store closes.
    ///
    /// The service manager hears that it is ready when the store was read, or could not be, and both sockets accept connections, and
    /// signs of life as long as the server's loops answer.
    func run() async throws {
        if let failure = store.failure {
            logger.error("the store is not open, and tried again", metadata: ["error": "\(failure)"])
            health.wrote(failure)
        }
        await tryStore(isFailing: true)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await serve())
        } catch {
            outcome = .failure(error)
        }
        // Whatever ended it: the journal is completed, and what was opened is closed.
        await unlocks.drain()
        await cloud.shutdown()
        await clock.keep(in: store, logger: logger)
        try await store.close()
        try outcome.get()
    }

    private func serve() async throws {
        let watchdog = supervisor.watchdog(
            [Watchdog.Part("server", ask: server.checkIn)],
            silent: { logger.error("a loop does not answer", metadata: ["loops": "\($0)"]) })
        let (accepting, isAccepting) = AsyncStream.makeStream(of: Void.self)
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await broker.run() }
                group.addTask { await upkeep.run() }
                if let network { group.addTask { await network.run { await directory.networkCameUp() } } }
                group.addTask { await health.run(clock: clock, providers: host, tryStore: tryStore) }
                group.addTask { try await server.run(endpoints) { isAccepting.yield() } }
                group.addTask { await report(accepting) }
                if let watchdog { group.addTask { await watchdog.run() } }
                // Whichever ends first ends all: none is of use without the others.
                defer { group.cancelAll() }
                try await group.next()
            }
        } onGracefulShutdown: {
            supervisor.tellStopping()
            Task {
                await unlocks.drain()
                server.drain()
            }
        }
    }

    /// Tells the service manager when all works, then takes up what was active before; ends with the task.
    private func report(_ accepting: AsyncStream<Void>) async {
        for await _ in accepting {
            let serving = "serving \(endpoints.map(\.socket).joined(separator: " and "))"
            let status = store.failure.map { "\(serving), without the store: \($0.message)" } ?? serving
            let isTold = await supervisor.notifier.deliver(.ready(status))
            if !isTold { logger.error("the service manager cannot be told", metadata: ["status": "\(status)"]) }
            logger.info("ready")
            // Now, or when the store opens.
            for await _ in opened.stream { await directory.takeUp() }
        }
    }

    private static func endpoints(
        _ configuration: SessionConfiguration, _ supervisor: Supervisor, own: UInt32
    ) throws -> [RPCEndpoint] {
        let admissions = ["session": configuration.allowSession, "admin": configuration.allowAdmin]
        return try sockets(configuration).sorted { $0.key > $1.key }.compactMap { name, path in
            try admissions[name].map {
                try endpoint(name, at: path, passed: supervisor.listener(name), $0, own: own)
            }
        }
    }

    /// A socket that one configured group may open, or, where users or several groups are named, everybody: the kernel's
    /// word on the peer decides in every case.
    private static func endpoint(
        _ name: String, at path: String, passed: UnixListener?, _ admission: SessionConfiguration.Admission, own: UInt32
    ) throws -> RPCEndpoint {
        let group = admission.uids.isEmpty && admission.gids.count == 1 ? admission.gids.first : nil
        let listener = try passed ?? UnixSocket.listen(at: path, mode: group == nil ? 0o666 : 0o660, group: group)
        return RPCEndpoint(socket: name, listener: listener) { peer in
            admission.admits(uid: peer.uid, gids: peer.gids, ownUID: own)
                ? .admitted : .refused("neither the user nor one of its groups is admitted")
        }
    }

    /// What follows the network; a kernel that does not let us leaves the sessions their periods.
    private static func network(_ logger: Logger) -> NetworkWatch? {
        do throws(LinuxError) {
            return try NetworkWatch(logger: logger)
        } catch {
            logger.warning("the network cannot be followed", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private static func cloud(
        _ session: SessionConfiguration, telling clock: SessionClock, keptIn store: StoreThread,
        _ instruments: SessionInstruments,
        logger: Logger
    ) throws -> CloudClient {
        var configuration = CloudClient.Configuration(address: try CloudAddress(session.cloudURL))
        configuration.requestTimeout = session.cloudTimeout
        configuration.connectTimeout = min(configuration.connectTimeout, session.cloudTimeout)
        configuration.moreRoots = session.cloudAuthorities
        configuration.now = clock.now
        configuration.answered = { route, status in
            instruments.cloudAnswered(route, status)
            logger.debug(
                "cloud asked",
                metadata: ["route": "\(route.rawValue)", "status": "\(status.map(String.init) ?? "none")"])
        }
        configuration.heard = { moment in
            guard clock.heard(moment) else { return }
            // Ends when the store was told.
            Task { await clock.keep(in: store, logger: logger) }
        }
        return CloudClient(configuration)
    }

    /// What a method needs of the caller's session and does not find, as the method itself would say.
    private static func needs(
        of method: ContractMethod, _ context: RPCContext, _ session: String?, in directory: SessionDirectory,
        _ ephemeral: EphemeralSessions
    ) async -> WireError? {
        do throws(WireError) {
            // On the administrators' socket a method is about everybody's sessions.
            if context.socket == "admin" {
                guard session == nil else { throw .sessionOnAdminSocket }
                return nil
            }
            let session = try await directory.session(try await ephemeral.key(context, named: session, as: .question))
            switch method.needs {
            case .none: break
            case .initialized: try await session.requireInitialized()
            case .active: try await session.requireNeeds(of: method.name, context.groups)
            }
            return nil
        } catch {
            return error
        }
    }

    private static func reading(_ store: StoreThread, into parts: Locked<Parts>, logger: Logger) -> LockReading {
        LockReading(store: store, logger: logger) { bindings, grants in
            let (directory, unlocks, nearby) = parts.withLock { ($0.directory, $0.unlocks, $0.nearby) }
            nearby?.bound(Set(bindings.map(\.device)))
            // At once, and again for what was admitted before the sessions had heard of it.
            await unlocks?.endAttempts(notIn: grants)
            await directory?.update { ($0.bindings, $0.grants) = (bindings, grants) }
            await unlocks?.endAttempts(notIn: grants)
        }
    }

    /// Opens the store and takes from it what the daemon needs, where that was not done yet; otherwise sees whether one that was failing
    /// can be written, and writes what is owed to it.
    private func tryStore(isFailing: Bool) async {
        if isTakenUp.withLock({ $0 }), await locks.isOutdated { await locks.readAgain() }
        guard isFailing || store.isOwed else { return }
        do throws(StoreError) {
            if isTakenUp.withLock({ $0 }) {
                // What comes of writing is told to the health.
                try await store.run(for: .daemon) { store throws(StoreError) in try store.touch() }
                try await store.settle()
                return await directory.settle()
            }
            try await store.open()
            try await locks.read()
            isTakenUp.withLock { $0 = true }
            opened.continuation.yield()
            health.wrote(nil)
        } catch {
            return health.wrote(error)
        }
        await unlocks.inquireOfTheInterrupted()
    }

    private static func store(
        at path: String, key: MachineKey, clock: SessionClock, reading: @escaping @Sendable () -> TrustedClock.Reading,
        health: SessionHealth, supervisor: Supervisor, instruments: SessionInstruments
    ) throws(ConfigurationError) -> StoreThread {
        let said = Locked(ContinuousClock.Instant?.none)
        // A long journal that is brought up to this release is no daemon that hangs.
        let advanced = { @Sendable in
            let isDue = said.withLock { said in
                if let said, said.duration(to: .now) < .seconds(1) { return false }
                said = .now
                return true
            }
            if isDue { supervisor.notifier.send(.starting("reading the store", within: openingLimit)) }
        }
        do {
            return try StoreThread { () throws(StoreError) in
                let store = try SealedStore(
                    path: path, machineKey: key, now: reading().wall, advanced: advanced,
                    wrote: { error in
                        health.wrote(error)
                        instruments.wrote(error)
                    },
                    committed: { instruments.committed($0) })
                // Nobody is let in by another time than that which is kept.
                clock.take(try store.timeMark())
                return store
            }
        } catch {
            throw ConfigurationError(store: path, error)
        }
    }
}
