import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import ProviderHost
import RPC
import SealedDatabase
import SeamCloud
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Telemetry
import Wire

/// Creates the parts of the daemon.
extension SessionDaemon {
    // MARK: - Storage and environment

    /// How long the service manager waits for the next sign of progress while a store is being opened.
    private static let openingLimit = Duration.seconds(60)

    static func store(
        at path: String, key: MachineKey, clock: DaemonClock, reading: @escaping @Sendable () -> TrustedClock.Reading,
        health: SessionHealth, supervisor: Supervisor, instruments: SessionInstruments
    ) throws(ConfigurationError) -> SessionStoreThread {
        let said = Locked(ContinuousClock.Instant?.none)
        // Upgrading a long journal to this release takes time, and does not mean that the daemon hangs.
        let advanced = { @Sendable in
            let isDue = said.withLock { said in
                if let said, said.duration(to: .now) < .seconds(1) { return false }
                said = .now
                return true
            }
            if isDue { supervisor.notifier.send(.starting("reading the store", within: openingLimit)) }
        }
        do {
            return try SessionStoreThread(readFailed: { error in
                health.readFailed(error)
                instruments.readFailed(error)
            }) { () throws(StoreError) in
                let store = try SessionStore(
                    path: path, machineKey: key, now: reading().wall, advanced: advanced,
                    wrote: { error in
                        health.wrote(error)
                        instruments.wrote(error)
                    },
                    committed: { instruments.committed($0) })
                // No access is decided before the clock has read the stored time.
                clock.take(try store.timeMark())
                return store
            }
        } catch {
            throw ConfigurationError(store: path, error, without: "its sessions and bound locks")
        }
    }

    static func cloud(
        _ session: SessionConfiguration, telling clock: DaemonClock, _ health: SessionHealth,
        _ pace: CloudPace, keptIn store: SessionStoreThread,
        _ instruments: SessionInstruments, logger: Logger
    ) throws -> CloudClient {
        var configuration = CloudClient.Configuration(address: try CloudAddress(session.cloudURL))
        configuration.requestTimeout = session.cloudTimeout
        configuration.connectTimeout = min(configuration.connectTimeout, session.cloudTimeout)
        configuration.moreRoots = session.cloudAuthorities
        configuration.now = clock.now
        configuration.answered = { route, status in
            instruments.cloudAnswered(route, status)
            pace.answered(status)
            logger.debug(
                "cloud asked",
                metadata: ["route": "\(route.rawValue)", "status": "\(status.map(String.init) ?? "none")"])
        }
        configuration.heard = { moment in
            let isDue = clock.heard(moment)
            health.look(at: clock)
            guard isDue else { return }
            // This task ends when the time is stored, or when storing it has failed.
            Task { await clock.keep(in: store, logger: logger) }
        }
        return CloudClient(configuration)
    }

    /// Creates the watch on the network. Returns nil if the kernel does not allow it. The sessions then rely only on
    /// their regular reads.
    static func network(_ logger: Logger) -> NetworkWatch? {
        do throws(LinuxError) {
            return try NetworkWatch(logger: logger)
        } catch {
            logger.warning("changes of the network cannot be watched", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Creates the directory of providers. If none is configured or installed, doors still open through the cloud.
    static func providers(_ configuration: SessionConfiguration, _ logger: Logger) throws -> ProviderDirectory {
        let path = configuration.providers
        let providers: ProviderDirectory
        do throws(LinuxError) {
            providers = try ProviderDirectory(manifests: path, acceptsOwnUser: configuration.ownPrograms)
        } catch {
            guard error.code == .notFound, path == SessionConfiguration.installed else { throw error }
            logger.warning("no lock provider is installed, so no door opens nearby", metadata: ["place": "\(path)"])
            return .none
        }
        for fault in providers.faults {
            logger.warning("provider left out", metadata: ["file": "\(fault.file)", "why": "\(fault.message)"])
        }
        return providers
    }

    static func host(
        _ configuration: SessionConfiguration, _ providers: ProviderDirectory, telling statuses: LockStatuses,
        _ instruments: SessionInstruments, _ logger: Logger
    ) throws -> ProviderHost {
        let launcher = configuration.launcher
        // No door opens without the launcher. The daemon fails now for this reason, and not later, when a person is
        // standing at a door.
        if launcher != SessionConfiguration.installedLauncher || !providers.manifests.isEmpty {
            let owners: Set<UInt32> = configuration.ownPrograms ? [0, ProcessUser.effective] : [0]
            try TrustedPath.checkProgram(launcher, owners: owners)
        }
        var settings = ProviderHost.Settings(launcher: launcher, directory: providers)
        settings.ended = { operation, bindingID, outcome in
            instruments.providerEnded(operation, outcome)
            statuses.ended(bindingID, outcome)
        }
        return try ProviderHost(settings: settings, logger: logger)
    }

    static func nearby(
        _ radio: BrokerRadio, _ manifests: [ProviderManifest], holding hold: Duration, _ logger: Logger
    ) -> NearbyScan {
        NearbyScan(radio: radio, services: manifests.flatMap(\.scanServices), hold: hold, logger: logger)
    }

    // MARK: - Sessions and attempts

    static func environment(
        _ configuration: SessionConfiguration, store: SessionStoreThread, cloud: any SessionCloud, pace: CloudPace,
        providers: ProviderCatalog, clock: DaemonClock, topics: TopicSource, attempts: AttemptRegister,
        hub: UnlockHub, _ instruments: SessionInstruments, visitEnded: @escaping @Sendable () -> Void, _ logger: Logger
    ) -> SessionEnvironment {
        SessionEnvironment(
            store: store, cloud: cloud, pace: pace,
            refused: RefusedTokens(burst: configuration.refusedTokens),
            changes: SessionChanges(burst: configuration.sessionChanges), providers: providers,
            policy: configuration.policy, offlineGrace: configuration.offlineGrace,
            periods: SyncPlan.Periods(events: configuration.syncInterval), logger: logger, now: clock.now,
            settled: clock.settled, named: clock.named, isClockSuspect: clock.isSuspect,
            monotonic: SystemClock.monotonic, topics: topics, attempts: attempts, hub: hub,
            visitEnded: visitEnded, instruments: instruments)
    }

    static func remoteDoors(
        _ cloud: CloudClient, _ pace: CloudPace, of directory: SessionDirectory, telling health: SessionHealth
    ) -> RemoteDoors {
        RemoteDoors(
            cloud: cloud.admitting { () async throws(CloudError) in pace.charge() },
            token: { id, person in await directory.token(of: id, person) },
            heard: { health.cloudAnswered($0) })
    }

    /// The bound locks with their grants. Also the accounts to which the numbers with stored data belong.
    static func locks(
        _ nearby: NearbyScan, _ environment: SessionEnvironment, _ directory: SessionDirectory,
        _ statuses: LockStatuses
    ) -> (BoundLocks, AccountWatch) {
        let (trusted, attempts) = (TrustedGroups(), environment.attempts)
        let locks = BoundLocks(
            store: environment.store, statuses: statuses, logger: environment.logger
        ) { bindings, all in
            let grants = trusted.grants(of: all)
            nearby.bound(Set(bindings.map(\.device)))
            // Attempts are ended immediately. They are ended once more after the update, because the sessions may have
            // admitted attempts before they had the new grants.
            attempts.endAttempts(notIn: grants)
            await directory.update { ($0.bindings, $0.grants) = (bindings, grants) }
            attempts.endAttempts(notIn: grants)
        }
        let finder = AccountFinder()
        let records = AccountRecords(
            store: environment.store, directory: directory, logger: environment.logger, now: environment.now,
            trusted: trusted, grantsChanged: { await locks.readAgain() })
        let watch = AccountWatch(
            find: { (subject) async throws(LinuxError) in try await finder.name(of: subject.account) },
            records: records,
            monotonic: environment.monotonic)
        return (locks, watch)
    }

    static func keyed(
        _ callers: CallerSessions, _ environment: SessionEnvironment, certain: @escaping @Sendable () -> Timestamp
    ) -> KeyedCalls<SessionStore> {
        KeyedCalls(store: environment.store, logger: environment.logger, now: environment.now, certain: certain) {
            (context) async throws(WireError) in try await callers.admit(context)
        }
    }

    /// Creates the parts that pair with locks and query them.
    static func lockCare(
        _ radio: BrokerRadio, _ host: ProviderHost, _ statuses: LockStatuses, _ environment: SessionEnvironment,
        changed: @escaping @Sendable () async -> Void
    ) -> (BindService, LockReader) {
        let (store, attempts, logger) = (environment.store, environment.attempts, environment.logger)
        let binds = BindService(
            radio: radio, scanner: radio, providers: host, store: store, logger: logger, attempts: attempts,
            statuses: statuses, now: environment.now, changed: changed)
        let reader = LockReader(
            radio: radio, scanner: radio, providers: host, store: store, attempts: attempts, statuses: statuses,
            logger: logger)
        return (binds, reader)
    }

    static func grants(
        _ environment: SessionEnvironment, _ accounts: AccountWatch, changed: @escaping @Sendable () async -> Void
    ) -> GrantService {
        GrantService(
            store: environment.store, logger: environment.logger, now: environment.now,
            settle: { (subject) async throws(WireError) in try await accounts.settle(subject) }, changed: changed)
    }

    // MARK: - Visitors' codes

    /// Creates the exchange that passes codes to the desk, and creates the HTTP client for it. The client must be shut
    /// down later. Returns nil without a desk.
    static func exchange(
        _ configuration: SessionConfiguration, _ secret: KioskSecret?, telling health: SessionHealth,
        _ instruments: SessionInstruments, _ logger: Logger
    ) throws -> (codes: CodeExchange, desk: TokenSource)? {
        guard let kiosk = configuration.kiosk, let source = kiosk.source, let secret else { return nil }
        let desk = TokenSource(
            .init(
                address: source, secret: secret, kiosk: HostName.current,
                moreRoots: configuration.cloudAuthorities))
        health.hasDesk()
        let codes = try CodeExchange(
            users: kiosk.users, desk: { await desk.answer(to: $0, intent: $1) }, told: health.deskAnswered,
            instruments: instruments, logger: logger)
        return (codes, desk)
    }

    /// Creates the board and the pulse. The board takes public screens' reports. The pulse shows an outside watcher
    /// that the screens serve people. The pulse is nil if no heartbeat is configured.
    static func screens(
        _ configuration: SessionConfiguration, _ store: SessionStoreThread, _ clock: DaemonClock, _ logger: Logger
    ) -> (KioskBoard, KioskPulse?) {
        let board = KioskBoard(users: configuration.kioskUsers, store: store, logger: logger, now: clock.now)
        guard let kiosk = configuration.kiosk, let address = kiosk.heartbeat else { return (board, nil) }
        let heartbeat = KioskHeartbeat(address, moreRoots: configuration.cloudAuthorities)
        let pulse = KioskPulse(heartbeat: heartbeat, interval: kiosk.heartbeatInterval, board: board, logger: logger)
        return (board, pulse)
    }

    // MARK: - Clients

    static func settings(
        _ basis: DaemonBasis, _ configuration: SessionConfiguration, _ epoch: String, _ health: SessionHealth,
        _ instruments: SessionInstruments, _ board: KioskBoard, _ statuses: LockStatuses
    ) throws -> RPCServer.Configuration {
        var settings = try basis.settings(
            SessionContract.bytes, epoch: epoch, quotas: configuration.quotas, health: health.health,
            metrics: { instruments.families + board.families + statuses.families })
        settings.contracts.append(try ServedContract(bytes: KioskContract.bytes))
        settings.contracts.append(try ServedContract(bytes: LocksContract.bytes))
        return settings
    }

    static func handlers(
        _ directory: SessionDirectory, _ environment: SessionEnvironment, _ callers: CallerSessions,
        _ unlocks: UnlockService, _ nearby: NearbyScan, _ keyed: KeyedCalls<SessionStore>, _ exchange: CodeExchange?,
        _ board: KioskBoard, _ locks: LockHandlers
    ) -> RPCHandlers {
        let audit = AuditReader(
            store: environment.store, directory: directory, callers: callers, logger: environment.logger)
        var handlers = RPCHandlers()
        SessionHandlers(
            directory: directory, callers: callers, store: environment.store, keyed: keyed, nearby: nearby,
            visits: ExchangeHandler(directory: directory, callers: callers, exchange: exchange),
            logger: environment.logger, now: environment.now
        ).register(in: &handlers)
        UnlockHandlers(unlocks: unlocks, callers: callers, journal: audit).register(in: &handlers)
        AuditHandlers(reader: audit).register(in: &handlers)
        locks.register(in: &handlers)
        board.register(in: &handlers)
        return handlers
    }

    /// Creates the sockets. If the configuration names one group and nobody else, only this group can open the sockets.
    /// Otherwise, everyone can open them, and the daemon checks each peer.
    static func endpoints(_ configuration: SessionConfiguration, _ basis: DaemonBasis) throws -> [RPCEndpoint] {
        let admissions = ["session": configuration.allowSession, "admin": configuration.allowAdmin]
        return try configuration.sockets.sorted { $0.key > $1.key }.compactMap { name, path in
            try admissions[name].map { allowed in
                let group = allowed.users.isEmpty && allowed.groups.count == 1 ? allowed.groups.first : nil
                return try basis.endpoint(name, at: path, openTo: group, admitting: allowed)
            }
        }
    }

    /// The error for a method whose requirements the caller's session does not meet. It is the same error that the
    /// method itself would report.
    static func needs(
        of method: ContractMethod, _ context: RPCContext, _ session: String?, in directory: SessionDirectory,
        _ callers: CallerSessions, _ exchange: CodeExchange?, _ board: KioskBoard
    ) async -> WireError? {
        do throws(WireError) {
            if method.name == KioskReport.name { try board.permit(context.peer.uid) }
            if method.name == SessionExchange.name { try ExchangeHandler.permit(context.peer.uid, exchange) }
            guard method.needs != .none else { return nil }
            // On the administrators' socket, a method concerns all sessions.
            if context.socket == "admin" {
                guard session == nil else { throw .sessionOnAdminSocket }
                return nil
            }
            let session = try await directory.session(try await callers.id(context, named: session, as: .question))
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
}
