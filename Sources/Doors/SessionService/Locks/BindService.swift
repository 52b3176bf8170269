import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import RPC
import RadioModel
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// Pairs with locks and binds them to doors (the methods `locks.*`).
///
/// Only one `locks.bind` runs at a time. A lock key goes only from the provider's process to the store.
actor BindService {
    let radio: any UnlockRadio
    let scanner: any BindScanner
    let providers: ProviderHost
    let store: SessionStoreThread
    let logger: Logger
    let now: @Sendable () -> Timestamp
    /// The function that is called after a binding was added or removed, so that credentials are derived again.
    let changed: @Sendable () async -> Void
    let attempts: AttemptRegister
    let statuses: LockStatuses
    nonisolated let prompts = BindPrompts()
    var isBinding = false

    init(
        radio: any UnlockRadio, scanner: any BindScanner, providers: ProviderHost, store: SessionStoreThread,
        logger: Logger,
        attempts: AttemptRegister, statuses: LockStatuses, now: @escaping @Sendable () -> Timestamp,
        changed: @escaping @Sendable () async -> Void
    ) {
        self.radio = radio
        self.scanner = scanner
        self.providers = providers
        self.store = store
        self.logger = logger
        self.now = now
        self.changed = changed
        self.attempts = attempts
        self.statuses = statuses
    }

    /// The bindings, oldest first, without their lock keys.
    func bindings(for uid: UInt32) async throws(WireError) -> [Binding] {
        try await store.found(logger, for: .user(uid)) { store throws(StoreError) in try store.bindings() }
            .map { statuses.dated($0.binding) }
    }

    /// Answers `locks.unbind`.
    func unbind(_ id: String, context: RPCContext) async throws(WireError) {
        let uid = context.peer.uid
        // A binding that cannot be read can still be removed. In this case, the journal has only the binding's id.
        let binding = (try? await store.run(for: .user(uid)) { store throws(StoreError) in try store.binding(id) })??
            .binding
        let act = AttemptAdmission(
            try RandomID.make("unbind_"), LocksUnbind.name, on: id, binding,
            session: try SessionID.of(context, named: nil), trace: context.trace, at: now())
        guard !attempts.isBusy(id) else { throw .bindBusy("the lock is in use") }
        let isKnown: Bool
        do throws(WireError) {
            isKnown = try await store.answer(logger, for: .user(uid)) { store throws(StoreError) in
                try store.removeBinding(id, recording: act)
            }
        } catch {
            // The row may have been deleted, because the failure may have come after the deletion.
            await changed()
            throw error
        }
        guard isKnown else { throw .unknownBinding }
        logger.notice("lock unbound", metadata: ["binding": "\(id)", "uid": "\(uid)"])
        await changed()
    }

    /// Answers `locks.bind`.
    func bind(_ params: LocksBind.Params, context: RPCContext, sink: ItemSink) async throws(WireError) -> Binding {
        let manifest = try providers.directory.manifest(named: params.provider)
        guard !isBinding else { throw .bindBusy("another lock is being bound") }
        isBinding = true
        defer { isBinding = false }
        // The bindings are read now, while no other call can bind. A binding that was added in between would otherwise
        // be missed.
        let existing = try await bindings(for: context.peer.uid)
        guard !existing.contains(where: { $0.target == params.target && $0.workspaceID == params.workspaceID }) else {
            throw .bindExists("a lock is already bound here; unbind it first")
        }
        // A second lock key would replace the first one in the lock, and the first binding would no longer open it.
        if let bound = existing.first(where: { $0.device == params.device }) {
            throw .bindExists("this lock is already bound, as \(bound.id); unbind it first")
        }
        let bind = try conversation(context, sink)
        try bind.phase(.scanning)
        let chosen = try await chooseLock(params, manifest: manifest, existing: existing, bind)
        // The person is asked before the lock is connected, because locks do not wait for people.
        let key = try await sharedKey(of: chosen, manifest, bind)
        return try await pair(chosen.device, sharedKey: key, params, manifest, bind)
    }

    // MARK: - Choosing the lock

    private func chooseLock(
        _ params: LocksBind.Params, manifest: ProviderManifest, existing: [Binding], _ bind: BindConversation
    ) async throws(WireError) -> BindSighting {
        let sightings = try await WireError.onRadio { () async throws(WireError) in
            try await scanner.sightings(
                of: params.device, services: manifest.scanServices, pairing: manifest.pairing, within: .seconds(15))
        }
        for sighting in sightings {
            try bind.found(sighting)
        }
        if let device = params.device {
            guard let sighting = sightings.first(where: { $0.device == device }) else { throw .noLockFound }
            return sighting
        }
        let bound = Set(existing.map(\.device))
        let free = sightings.filter { !bound.contains($0.device) }
        guard !free.isEmpty else { throw .noLockFound }
        // A lock that reports that it can be paired is preferred. A nearer lock that does not report this comes after
        // it. A lock that has an owner is never taken.
        guard let nearest = free.first(where: { $0.isReady == true }) ?? free.first(where: { $0.isReady == nil }) else {
            throw .noLockReady(canBeShared: manifest.sharedKey != nil)
        }
        let shown = nearest.name ?? nearest.device.address
        let answer = try await bind.ask(
            .confirmIdentity, "Is \(shown) (\(nearest.device.address)) the lock to bind? Answer yes or no.",
            expires: .seconds(60))
        guard answer == "yes" else { throw .lockNotConfirmed }
        return nearest
    }

    /// The key that this lock's owner shares. If this machine must register with the lock, this is nil. Throws if the
    /// lock has an owner who shares no key.
    func sharedKey(
        of lock: BindSighting, _ manifest: ProviderManifest, _ bind: BindConversation
    ) async throws(WireError) -> String? {
        guard lock.isReady == false, let question = manifest.sharedKey else { return nil }
        let answer = try await bind.ask(.enterKey, question, expires: .seconds(90))
        guard let answer else { throw .noAnswer }
        guard !answer.isEmpty else { throw .lockNotReset }
        return answer
    }

    // MARK: - Pairing

    private func pair(
        _ device: DeviceAddress, sharedKey: String?, _ params: LocksBind.Params, _ manifest: ProviderManifest,
        _ bind: BindConversation
    ) async throws(WireError) -> Binding {
        try bind.phase(.connecting, detail: manifest.caution)
        let timeout = bind.remaining
        let id = try RandomID.make("binding_", bytes: 12)
        let link = try await WireError.onRadio { () async throws(WireError) in
            try await radio.open(
                device, allow: manifest.characteristics, attemptID: bind.id, commitWithin: nil, timeout: timeout)
        }
        let finish: OperationFinish
        do throws(WireError) {
            finish = try await operate(
                manifest, named: Binding.nameInLock(params.name, id: id), sharedKey: sharedKey,
                link: CommitFreeLink(link), timeout: timeout, bind)
        } catch {
            await link.close()
            throw error
        }
        await link.close()
        let key = try Self.key(finish)
        let binding = Binding(
            id: id, provider: params.provider, device: device, name: params.name, identity: finish.identity,
            workspaceID: params.workspaceID, target: params.target, action: params.action ?? .unlock, boundAt: now(),
            boundByUID: bind.uid)
        let act = bind.act(LocksBind.name, on: binding, at: now())
        do {
            try await store.run(for: .user(bind.uid)) { store throws(StoreError) in
                try store.add(SealedBinding(binding: binding, lockKey: key), recording: act)
            }
        } catch {
            logger.error("store", metadata: ["error": "\(error)"])
            throw .bindFailed("the lock's key cannot be stored", effect: sharedKey == nil ? .unknown : .none)
        }
        logger.notice(
            "lock bound",
            metadata: [
                "binding": "\(binding.id)", "provider": "\(binding.provider)", "device": "\(device.address)",
                "uid": "\(bind.uid)",
            ])
        await changed()
        statuses.sighted(device)
        if let report = finish.status { statuses.heard(report, of: binding.id) }
        return answer(binding, finish)
    }

    /// The new key. The host has made sure that a finished binding has a key.
    static func key(_ finish: OperationFinish) throws(WireError) -> SecretBytes {
        guard let key = finish.credential else {
            throw .bindFailed("the provider reported a binding without a key", effect: .unknown)
        }
        return SecretBytes(key)
    }

    /// The binding in the form of an answer to a pairing.
    func answer(_ binding: Binding, _ finish: OperationFinish) -> Binding {
        var answer = statuses.dated(binding)
        guard finish.reason == OperationFinish.unverified else { return answer }
        logger.notice("the lock has not proved that it has the key", metadata: ["binding": "\(binding.id)"])
        answer.isUnverified = true
        return answer
    }

    /// Runs the provider's side of a pairing. `name` is this machine's name in the lock's list.
    func operate(
        _ manifest: ProviderManifest, named name: String, sharedKey: String?, link: CommitFreeLink,
        timeout: Duration, _ bind: BindConversation
    ) async throws(WireError) -> OperationFinish {
        let request = ProviderRequest(
            provider: manifest.name, operation: .bind, name: name, sharedKey: sharedKey, timeout: timeout)
        let observer = ProviderObserver { phase in
            try? bind.phase(phase.phase == .authenticating ? .authenticating : .operating)
        } prompt: { (prompt) async throws(WireError) -> OperationAnswer in
            try await bind.answer(prompt)
        }
        let cancellation = ProviderCancellation()
        bind.onCancel { cancellation.cancel() }
        let outcome = await providers.run(request, link: link, observer: observer, cancellation: cancellation)
        return try Self.paired(outcome, link.course, registersUs: sharedKey == nil)
    }

    /// The end of a pairing that produced a key. Throws the error for any other end. The argument `registersUs` says
    /// whether the lock would have received a new key.
    static func paired(
        _ outcome: ProviderOutcome, _ course: CommitFreeLink.Course, registersUs: Bool
    ) throws(WireError) -> OperationFinish {
        // If the provider did not report how the pairing ended, a lock to which it has written may have registered this
        // machine.
        let effect: WireError.Effect = registersUs && course.hasWritten ? .unknown : .none
        switch outcome.verdict {
        case .finished(let finish) where finish.outcome == .bound:
            return finish
        case .finished(let finish) where finish.reason == Conclusion.outcomeUnknown:
            throw .bindFailed("the pairing broke off, and the lock may already list this machine", effect: .unknown)
        case .finished(let finish) where course.wasLost:
            throw .bindFailed("the connection to the lock was lost", effect: .none, reason: finish.reason)
        case .finished(let finish):
            throw .bindRefused(finish.debugText, reason: finish.reason ?? "failed", isShared: !registersUs)
        case .failed(let failure):
            throw .bindFailed(failure.message, effect: effect, reason: failure.reason)
        case .timedOut:
            throw .bindFailed("the lock did not finish in time", effect: effect)
        case .cancelled:
            throw .bindFailed("the binding was cancelled", effect: effect)
        }
    }
}
