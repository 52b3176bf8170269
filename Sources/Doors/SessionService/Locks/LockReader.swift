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

/// Answers `locks.status` with a bound lock's last report, or with a fresh report.
struct LockReader: Sendable {
    let radio: any UnlockRadio
    let scanner: any BindScanner
    let providers: ProviderHost
    let store: SessionStoreThread
    let attempts: AttemptRegister
    let statuses: LockStatuses
    let logger: Logger

    /// Two time limits: for finding the lock, and for the operation after that.
    private static let (scanLimit, operationLimit) = (Duration.seconds(10), Duration.seconds(15))

    func status(_ params: LocksStatus.Params, context: RPCContext) async throws(WireError) -> Binding {
        let uid = context.peer.uid
        let bound = try await store.found(logger, for: .user(uid)) { store throws(StoreError) in
            try store.binding(params.bindingID)
        }
        guard let bound else { throw .unknownBinding }
        if params.refreshes { try await refresh(bound, context) }
        return statuses.dated(bound.binding)
    }

    /// Asks the lock for a report. As after every operation, the report is passed to ``statuses``.
    private func refresh(_ bound: SealedBinding, _ context: RPCContext) async throws(WireError) {
        let binding = bound.binding
        let manifest = try providers.directory.manifest(of: binding)
        let id = try RandomID.make("status_", bytes: 9)
        let place = UnlockQueue.Entry(
            attemptID: id, session: try SessionID.of(context, named: nil), locks: binding.places)
        let cancellation = ProviderCancellation()
        context.onCancel { _ in cancellation.cancel() }
        let result = await attempts.occupy(place, at: binding.id) { () async -> Result<Void, WireError> in
            do throws(WireError) {
                return .success(try await ask(bound, manifest, id, context, cancellation))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .bindBusy("the lock is in use") }
        try result.get()
        logger.notice("lock asked", metadata: ["binding": "\(binding.id)", "uid": "\(context.peer.uid)"])
    }

    private func ask(
        _ bound: SealedBinding, _ manifest: ProviderManifest, _ id: String, _ context: RPCContext,
        _ cancellation: ProviderCancellation
    ) async throws(WireError) {
        let device = bound.binding.device
        let left = context.forwardedTimeout ?? Self.scanLimit + Self.operationLimit
        let sightings = try await WireError.onRadio { () async throws(WireError) in
            try await scanner.sightings(
                of: device, services: manifest.scanServices, pairing: nil, within: min(Self.scanLimit, left))
        }
        guard !sightings.isEmpty else { throw .lockNotSeen }
        let timeout = min(Self.operationLimit, context.forwardedTimeout ?? Self.operationLimit)
        let link = try await WireError.onRadio { () async throws(WireError) in
            try await radio.open(
                device, allow: manifest.characteristics, attemptID: id, commitWithin: nil, timeout: timeout)
        }
        let request = ProviderRequest(
            provider: manifest.name, operation: .status, bindingID: bound.binding.id,
            credential: bound.lockKey.bytes, timeout: timeout, overtime: .zero)
        let outcome = await providers.run(request, link: CommitFreeLink(link), cancellation: cancellation)
        await link.close()
        switch outcome.verdict {
        case .finished(let finish) where finish.outcome == .reported: return
        case .finished(let finish):
            throw .bindRefused(finish.debugText, reason: finish.reason ?? "failed")
        case .failed(let failure): throw .bindFailed(failure.message, effect: .none, reason: failure.reason)
        case .timedOut: throw .bindFailed("the lock did not answer in time", effect: .none)
        case .cancelled: throw .bindFailed("the request was cancelled", effect: .none)
        }
    }
}

extension ProviderDirectory {
    /// The manifest of a bound lock's provider. The call throws `seam.integration_not_found` if the provider is no
    /// longer installed.
    func manifest(of binding: Binding) throws(WireError) -> ProviderManifest {
        try manifest(named: binding.provider)
    }

    /// The manifest of an installed provider. The call throws `seam.integration_not_found` for any other name.
    func manifest(named name: String) throws(WireError) -> ProviderManifest {
        guard let manifest = self[name] else {
            throw SessionError.integrationNotFound(
                ProviderDescription(
                    name: name, seamModule: "", state: .missing,
                    remedy: "install the provider, or look up its name with providers.list")
            ).wireError
        }
        return manifest
    }
}
