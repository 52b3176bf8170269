import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import ProviderHost
import RPC
import RadioAPI
import RadioModel
import SealedDatabase
import SeamCloud
import SeamModel
import ServiceLifecycle
import SessionAPI
import SessionCore
import SessionStore
import Telemetry
import Wire

/// The secrets that the daemon needs and that the configuration does not contain.
struct SessionSecrets: Sendable {
    /// The key that seals the store.
    let machineKey: MachineKey
    /// The secret by which the operator's desk recognizes this kiosk. If there is no desk, this is nil.
    let kiosk: KioskSecret?
}

/// The session daemon as a service: its store, its sockets, and everything that serves them.
struct SessionDaemon: Service {
    private let store: SessionStoreThread
    private let clock: DaemonClock
    private let upkeep: StoreUpkeep
    private let health: SessionHealth
    private let instruments: SessionInstruments
    private let host: ProviderHost
    private let cloud: CloudClient
    private let desk: TokenSource?
    private let screens: (board: KioskBoard, pulse: KioskPulse?)
    private let broker: Broker
    private let nearby: NearbyScan
    private let network: NetworkWatch?
    private let directory: SessionDirectory
    private let accounts: AccountWatch
    private let attempts: AttemptRegister
    private let interrupted: InterruptedAttempts
    private let locks: BoundLocks
    private let statuses: LockStatuses
    private let service: DaemonService
    private let logger: Logger
    /// Whether the store has been opened and read.
    private let isTakenUp = Locked(false)
    /// Yields once the store has been opened and read.
    private let opened = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The number of attempts that may use the radio at the same time.
    private static let slots = 4

    /// Opens the store and binds the sockets that `supervisor` has not passed. From then on, clients can connect. They
    /// are served once ``run()`` is running.
    ///
    /// If the store does not open for a temporary reason, such as a full disk, the daemon opens it later. Until then,
    /// clients are served, but get the error that the store is unavailable. Throws if the daemon cannot start, for
    /// example because the machine key is wrong or a path is taken.
    init(_ configuration: SessionConfiguration, _ secrets: SessionSecrets, _ basis: DaemonBasis) throws {
        logger = basis.logger
        let (own, epoch) = (ProcessUser.effective, try RandomID.make(bytes: 9))
        let topics = TopicSource(epoch: epoch)
        (instruments, health) = (SessionInstruments(basis.telemetry.metrics), SessionHealth(Health(topics: topics)))

        // Storage and environment.
        let (reading, pace) = (try DaemonClock.machine(), CloudPace(configuration.cloudPace))
        clock = DaemonClock(nil, reading: reading)
        store = try Self.store(
            at: configuration.store, key: secrets.machineKey, clock: clock, reading: reading, health: health,
            supervisor: basis.supervisor, instruments: instruments)
        upkeep = StoreUpkeep(store: store, clock: clock, limits: configuration.journal, logger: logger)
        cloud = try Self.cloud(
            configuration, telling: clock, health, pace, keptIn: store, instruments, logger: logger)
        network = Self.network(logger)
        let providers = try Self.providers(configuration, logger)
        let catalog = ProviderCatalog(installed: providers.manifests)
        statuses = LockStatuses(store: store, topics: topics, logger: logger, now: clock.now)
        host = try Self.host(configuration, providers, telling: statuses, instruments, logger)
        broker = Broker(path: configuration.radioSocket, owners: nil, version: Release.version, logger: logger)
        let radio = BrokerRadio(broker: broker, heard: statuses.sighted)
        nearby = Self.nearby(radio, providers.manifests, holding: configuration.nearbyHold, logger)

        // Sessions and attempts.
        attempts = AttemptRegister(exempt: [0, own], slots: Self.slots)
        let hub = UnlockHub(topics)
        let environment = Self.environment(
            configuration, store: store, cloud: ObservedCloud(cloud: PacedCloud(client: cloud), health: health),
            pace: pace, providers: catalog, clock: clock, topics: topics, attempts: attempts, hub: hub, instruments,
            visitEnded: cloud.renewConnections, logger)
        directory = SessionDirectory(environment: environment, manifests: providers.manifests)
        let remote = Self.remoteDoors(cloud, pace, of: directory, telling: health)
        let attemptEnvironment = AttemptEnvironment(
            authority: directory, register: attempts, store: store, hub: hub, radio: radio, providers: host,
            remote: remote, logger: logger, instruments: instruments, now: clock.now)
        let unlocks = UnlockService(attemptEnvironment, exempt: [0, own], certain: clock.earliest)
        interrupted = InterruptedAttempts(environment: attemptEnvironment)
        (locks, accounts) = Self.locks(nearby, environment, directory, statuses)

        // Clients.
        let changed = { @Sendable [locks] in await locks.readAgain() }
        let callers = CallerSessions(ephemeral: environment.ephemeral, accounts: accounts)
        let exchange = try Self.exchange(configuration, secrets.kiosk, telling: health, instruments, logger)
        desk = exchange?.desk
        screens = Self.screens(configuration, store, clock, logger)
        let (binds, reader) = Self.lockCare(radio, host, statuses, environment, changed: changed)
        let keyed = Self.keyed(callers, environment, certain: clock.earliest)
        let handlers = Self.handlers(
            directory, environment, callers, unlocks, nearby, keyed, exchange?.codes, screens.board,
            LockHandlers(
                binds: binds, reader: reader, grants: Self.grants(environment, accounts, changed: changed),
                catalog: catalog, trial: ProviderTrial(host, tried: health.look(at:)), keyed: keyed))
        var settings = try Self.settings(basis, configuration, epoch, health, instruments, screens.board, statuses)
        settings.needs = { [directory, board = screens.board] in
            await Self.needs(of: $1, $0, $2, in: directory, callers, exchange?.codes, board)
        }
        service = DaemonService(
            basis, RPCServer(settings, handlers: handlers), at: try Self.endpoints(configuration, basis))
    }

    /// Serves until graceful shutdown. Then the daemon cancels the attempts that have not passed their gate, lets the
    /// other attempts finish, and closes the store.
    ///
    /// The daemon reports to the service manager that it is ready once both sockets accept connections and the store
    /// has been read or has failed to open. It also sends signs of life as long as the server's loops answer.
    func run() async throws {
        if let failure = store.failure {
            logger.error("the store did not open; trying again", metadata: ["error": "\(failure)"])
            health.wrote(failure)
        }
        await tryStore(isFailing: true)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await serve())
        } catch {
            outcome = .failure(error)
        }
        // Completes the journal and closes everything that was opened, however serving ended.
        await attempts.drain(logger)
        await cloud.shutdown()
        await desk?.shutdown()
        await screens.pulse?.heartbeat.shutdown()
        await clock.keep(in: store, logger: logger)
        try await store.close()
        try outcome.get()
    }

    private func serve() async throws {
        var parts: [DaemonService.Part] = [
            { await broker.run(changed: radioIs) },
            { await upkeep.run() },
            { await accounts.run() },
            { for await _ in statuses.lowChanges { await directory.update { $0.lowBatteries = statuses.low } } },
            {
                await health.run(
                    clock: clock, providers: host, storeIsBusyFor: { store.busyFor }, tryStore: tryStore)
            },
        ]
        if let pulse = screens.pulse { parts.append { await pulse.run() } }
        if let network { parts.append { await network.run { await directory.networkCameUp() } } }
        try await service.run(beside: parts, settle: { await attempts.drain(logger) }, accepting: takeUp)
    }

    /// Handles the broker's report on the radio. If there is no report, it is nil.
    private func radioIs(_ status: RadioStatus?) async {
        let state = status?.state ?? .unknown
        health.radioIs(status)
        instruments.radioIs(state)
        nearby.radioIs(state)
        await directory.update { $0.radio = state }
    }

    /// Reports to the service manager that the daemon serves, even without the store, and then resumes the sessions
    /// that were active before. This ends with the task.
    private func takeUp() async {
        await service.tellReady(
            store.failure.map { "\(service.status), without the store: \($0.message)" } ?? service.status)
        // Sessions are resumed immediately if the store is open, and otherwise when it opens.
        for await _ in opened.stream {
            // No session is resumed for an account that no longer exists.
            await accounts.settleAll()
            await directory.takeUp()
        }
    }

    /// Opens and reads the store if this has not been done yet. Otherwise, if the store was failing or has pending
    /// writes, tests whether it accepts writes, and makes the pending ones.
    private func tryStore(isFailing: Bool) async {
        if isTakenUp.withLock({ $0 }), await locks.isOutdated { await locks.readAgain() }
        guard isFailing || store.isOwed else { return }
        do throws(StoreError) {
            if isTakenUp.withLock({ $0 }) {
                // The store reports the result of this write to the daemon's health.
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
        await interrupted.inquire()
    }
}
