import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import RPC
import SealedStore
import SeamModel
import SessionAPI
import Wire

/// Pairs with locks and binds them to doors: `locks.*`.
///
/// One binding runs at a time. A lock's key goes from the provider's process to the store and nowhere else.
actor BindService {
    private let radio: any UnlockRadio
    private let scanner: any BindScanner
    private let providers: ProviderHost
    private let store: StoreThread
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    /// Called when a binding came or went: credentials are derived anew.
    private let changed: @Sendable () async -> Void
    private let isBusy: @Sendable (String) async -> Bool
    nonisolated let prompts = BindPrompts()
    private var isBinding = false

    /// What the lock lists us as.
    private static let name = "Seam"

    init(
        radio: any UnlockRadio, scanner: any BindScanner, providers: ProviderHost, store: StoreThread, logger: Logger,
        now: @escaping @Sendable () -> Timestamp, changed: @escaping @Sendable () async -> Void,
        isBusy: @escaping @Sendable (String) async -> Bool
    ) {
        self.radio = radio
        self.scanner = scanner
        self.providers = providers
        self.store = store
        self.logger = logger
        self.now = now
        self.changed = changed
        self.isBusy = isBusy
    }

    /// The bindings, oldest first, without their keys.
    func bindings() async throws(WireError) -> [Binding] {
        try await call { store throws(StoreError) in try store.bindings() }.map(\.binding)
    }

    /// Answers `locks.unbind`.
    func unbind(_ id: String) async throws(WireError) {
        guard await !isBusy(id) else { throw WireError(.failedPrecondition, "bind.busy", "the lock is in use") }
        guard try await call({ store throws(StoreError) in try store.removeBinding(id) }) else {
            throw WireError(.notFound, "bind.unknown_binding", "no such binding")
        }
        await changed()
    }

    /// Answers `locks.bind`.
    func bind(_ params: LocksBind.Params, context: RPCContext, sink: ItemSink) async throws(WireError) -> Binding {
        guard let manifest = providers.directory[params.provider] else {
            throw SessionError.integrationNotFound(
                ProviderDescription(
                    name: params.provider, seamModule: "", state: .missing,
                    remedy: "install the provider, or see providers.list for its name")
            ).wireError
        }
        guard !isBinding else {
            throw WireError(
                .aborted, "bind.busy", "another lock is being bound", retry: .init(safe: true, after: .seconds(5)))
        }
        isBinding = true
        defer { isBinding = false }
        // Read by the one who binds: what another binding adds meanwhile would be missed.
        let existing = try await bindings()
        guard !existing.contains(where: { $0.target == params.target && $0.workspaceID == params.workspaceID }) else {
            throw WireError(.alreadyExists, "bind.exists", "a lock is bound there; unbind it first")
        }
        let bind = BindConversation(
            id: "bind_" + Base64URL.encode(randomBytes(9)), context: context, sink: sink, prompts: prompts)
        try bind.phase(.scanning)
        let device = try await chooseDevice(params, manifest: manifest, existing: existing, bind)
        return try await pair(device, params, manifest, bind)
    }

    // MARK: - Which lock

    private func chooseDevice(
        _ params: LocksBind.Params, manifest: ProviderManifest, existing: [Binding], _ bind: BindConversation
    ) async throws(WireError) -> DeviceAddress {
        let sightings = try await scanner.sightings(
            of: params.device, services: manifest.scanServices, within: .seconds(15))
        for sighting in sightings {
            try bind.found(sighting)
        }
        if let device = params.device {
            guard sightings.contains(where: { $0.device == device }) else { throw .noLockFound }
            return device
        }
        let bound = Set(existing.map(\.device))
        guard let nearest = sightings.first(where: { !bound.contains($0.device) }) else { throw .noLockFound }
        let shown = nearest.name ?? nearest.device.address
        let answer = try await bind.ask(
            .confirmIdentity, "Is \(shown) (\(nearest.device.address)) the lock to bind? Answer yes or no.",
            expires: .seconds(60))
        guard answer == "yes" else { throw WireError(.cancelled, "bind.refused", "the lock was not confirmed") }
        return nearest.device
    }

    // MARK: - Pairing

    private func pair(
        _ device: DeviceAddress, _ params: LocksBind.Params, _ manifest: ProviderManifest, _ bind: BindConversation
    ) async throws(WireError) -> Binding {
        try bind.phase(.connecting)
        let timeout = bind.remaining
        let link = try await radio.open(
            device, allow: manifest.characteristics, attemptID: bind.id, timeout: timeout)
        let finish: OperationFinish
        do throws(WireError) {
            finish = try await operate(params, link: link, timeout: timeout, bind)
        } catch {
            await link.close()
            throw error
        }
        await link.close()
        guard let key = finish.credential else {
            throw WireError(.internal, "bind.failed", "the provider reported a binding without a key")
        }
        let binding = Binding(
            id: "binding_" + Base64URL.encode(randomBytes(12)), provider: params.provider, device: device,
            name: params.name, identity: finish.identity, workspaceID: params.workspaceID, target: params.target,
            action: params.action ?? .unlock, boundAt: now(), boundByUID: bind.uid)
        try await call { store throws(StoreError) in
            try store.add(SealedBinding(binding: binding, lockKey: SecretBytes(key)))
        }
        logger.notice(
            "lock bound",
            metadata: [
                "binding": "\(binding.id)", "provider": "\(binding.provider)", "device": "\(device.address)",
                "uid": "\(bind.uid)",
            ])
        await changed()
        return binding
    }

    private func operate(
        _ params: LocksBind.Params, link: any UnlockLink, timeout: Duration, _ bind: BindConversation
    ) async throws(WireError) -> OperationFinish {
        let request = ProviderRequest(
            provider: params.provider, operation: .bind, name: params.name ?? Self.name, timeout: timeout)
        let observer = ProviderObserver { phase in
            try? bind.phase(phase.phase == .operating ? .operating : .authenticating)
        } prompt: { (prompt) async throws(WireError) -> OperationAnswer in
            try await bind.answer(prompt)
        }
        let cancellation = ProviderCancellation()
        bind.onCancel { cancellation.cancel() }
        let outcome = await providers.run(
            request, link: DirectLink(link), observer: observer, cancellation: cancellation)
        switch outcome.verdict {
        case .finished(let finish) where finish.outcome == .bound:
            return finish
        case .finished(let finish):
            let reason = finish.reason ?? "failed"
            throw WireError(
                .failedPrecondition, "bind.refused", finish.debugDescription ?? "the lock refused: \(reason)",
                details: .members(("reason", .string(reason))))
        case .failed(let failure):
            throw WireError(
                .unavailable, "bind.failed", failure.message, details: .members(("reason", .string(failure.reason))))
        case .timedOut:
            throw WireError(.deadlineExceeded, "bind.failed", "the lock did not finish in time")
        case .cancelled:
            throw WireError(.cancelled, "bind.failed", "the binding was cancelled")
        }
    }

    private func call<Answer: Sendable>(
        _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        do {
            return try await store.run(body)
        } catch {
            logger.error("store", metadata: ["error": "\(error)"])
            throw .storeUnavailable
        }
    }

    private func randomBytes(_ count: Int) -> [UInt8] {
        (try? SystemRandom.bytes(count)) ?? (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }
}

extension WireError {
    fileprivate static var noLockFound: WireError {
        WireError(.notFound, "bind.no_lock_found", "no lock that is ready to pair was seen", retry: .init(safe: true))
    }
}
