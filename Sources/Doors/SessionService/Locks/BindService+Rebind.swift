import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import RPC
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// Gives a lock that is already bound a new key (the method `locks.rebind`).
extension BindService {
    /// Answers `locks.rebind`.
    func rebind(_ params: LocksRebind.Params, context: RPCContext, sink: ItemSink) async throws(WireError) -> Binding {
        let binding = try await bound(params.bindingID, for: context.peer.uid).binding
        let bind = try conversation(context, sink)
        let manifest = try providers.directory.manifest(of: binding)
        return try await alone(at: binding, bind) { () async throws(WireError) in
            try await self.pairAgain(binding, manifest, bind)
        }
    }

    func conversation(_ context: RPCContext, _ sink: ItemSink) throws(WireError) -> BindConversation {
        BindConversation(
            id: try RandomID.make("bind_", bytes: 9), session: try SessionID.of(context, named: nil), context: context,
            sink: sink, prompts: prompts)
    }

    func bound(_ id: String, for uid: UInt32) async throws(WireError) -> SealedBinding {
        let bound = try await store.found(logger, for: .user(uid)) { store throws(StoreError) in
            try store.binding(id)
        }
        guard let bound else { throw .unknownBinding }
        return bound
    }

    /// Runs `work` while nobody else pairs and no attempt uses the lock. Attempts that arrive in the meantime wait.
    func alone<Answer: Sendable>(
        at binding: Binding, _ bind: BindConversation, _ work: () async throws(WireError) -> Answer
    ) async throws(WireError) -> Answer {
        guard !isBinding else { throw .bindBusy("another lock is being bound") }
        isBinding = true
        defer { isBinding = false }
        let place = UnlockQueue.Entry(
            attemptID: bind.id, session: bind.session, locks: binding.places)
        let result = await attempts.occupy(place, at: binding.id) { () async -> Result<Answer, WireError> in
            do throws(WireError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .bindBusy("the lock is in use") }
        return try result.get()
    }

    func pairAgain(
        _ binding: Binding, _ manifest: ProviderManifest, _ bind: BindConversation
    ) async throws(WireError) -> Binding {
        let sighting = try await look(for: binding, manifest, bind)
        let key = try await sharedKey(of: sighting, manifest, bind)
        if sighting.isReady == false, key == nil { throw .lockNotReset }
        let link = try await connect(to: binding, manifest, bind)
        let finish: OperationFinish
        do throws(WireError) {
            finish = try await operate(
                manifest, named: binding.nameInLock, sharedKey: key, link: CommitFreeLink(link),
                timeout: bind.remaining, bind)
        } catch {
            await link.close()
            throw error
        }
        await link.close()
        try await replaceKey(
            of: binding, with: try Self.key(finish), finish.identity, binding.listedAs,
            as: .rebound, isNew: key == nil, bind)
        logger.notice("lock bound again", metadata: ["binding": "\(binding.id)", "uid": "\(bind.uid)"])
        await changed()
        if let report = finish.status { statuses.heard(report, of: binding.id) }
        var renewed = binding
        renewed.identity = finish.identity ?? binding.identity
        return answer(renewed, finish)
    }

    /// Looks for the binding's lock only.
    func look(
        for binding: Binding, _ manifest: ProviderManifest, _ bind: BindConversation
    ) async throws(WireError) -> BindSighting {
        try bind.phase(.scanning)
        let sightings = try await WireError.onRadio { () async throws(WireError) in
            try await scanner.sightings(
                of: binding.device, services: manifest.scanServices, pairing: manifest.pairing, within: .seconds(15))
        }
        guard let sighting = sightings.first(where: { $0.device == binding.device }) else { throw .lockNotSeen }
        try bind.found(sighting)
        return sighting
    }

    /// Connects to a lock that was seen.
    func connect(
        to binding: Binding, _ manifest: ProviderManifest, _ bind: BindConversation
    ) async throws(WireError) -> any LeasedLink {
        try bind.phase(.connecting, detail: manifest.caution)
        let timeout = bind.remaining
        return try await WireError.onRadio { () async throws(WireError) in
            try await radio.open(
                binding.device, allow: manifest.characteristics, attemptID: bind.id, commitWithin: nil,
                timeout: timeout)
        }
    }

    /// Stores the new key in place of the old one. The journal says how the key was obtained. The lock has already
    /// accepted the key. If something fails after that, the outcome is unknown, except when the lock already knew the
    /// key.
    func replaceKey(
        of binding: Binding, with key: SecretBytes, _ identity: String?, _ listedAs: String?,
        as end: Attempt.State, isNew: Bool = true, _ bind: BindConversation
    ) async throws(WireError) {
        let act = bind.act(end == .rotated ? LocksRotate.name : LocksRebind.name, on: binding, at: now())
        let effect: WireError.Effect = isNew ? .unknown : .none
        let isKnown: Bool
        do {
            isKnown = try await store.run(for: .user(bind.uid)) { store throws(StoreError) in
                try store.replaceKey(
                    of: binding.id, with: key, identity: identity, listedAs: listedAs, recording: (act, end))
            }
        } catch {
            logger.error("store", metadata: ["error": "\(error)"])
            throw .bindFailed("the lock's key cannot be stored", effect: effect)
        }
        guard isKnown else { throw .bindFailed("the lock was unbound in the meantime", effect: effect) }
        do {
            try await store.run(for: .daemon) { store throws(StoreError) in try store.forgetReplacedKeys() }
        } catch {
            logger.warning("a replaced key may still be in the database's log", metadata: ["error": "\(error)"])
        }
    }
}
