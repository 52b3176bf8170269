import DaemonStore
import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import RPC
import SealedDatabase
import SeamModel
import SessionAPI
import SessionStore
import Wire

/// Replaces this machine's key at a lock that already knows this machine (the method `locks.rotate`).
extension BindService {
    /// Answers `locks.rotate`.
    func rotate(
        _ params: LocksRotate.Params, context: RPCContext, sink: ItemSink
    ) async throws(WireError) -> LocksRotate.Result {
        let bound = try await bound(params.bindingID, for: context.peer.uid)
        let manifest = try providers.directory.manifest(of: bound.binding)
        guard manifest.operations.contains(.rotate) else { throw .noRotation }
        let bind = try conversation(context, sink)
        // The person is asked before the lock is connected, because locks do not wait for people.
        let pin = try await pin(manifest, bind)
        return try await alone(at: bound.binding, bind) { () async throws(WireError) in
            try await self.change(bound, manifest, pin, bind)
        }
    }

    /// The PIN that the person enters. If the person has no PIN, this is nil, which is not the same as an empty entry.
    private func pin(_ manifest: ProviderManifest, _ bind: BindConversation) async throws(WireError) -> String? {
        guard manifest.pin != .none else { return nil }
        let answer = try await bind.ask(
            .enterPIN, "Enter the lock's PIN, or nothing to use the lock's button instead", expires: .seconds(60))
        guard let answer else { throw .noAnswer }
        guard !answer.isEmpty else { return nil }
        // The provider refuses an entry that is not a number, as the lock refuses a wrong PIN.
        let isNumber = answer.utf8.count <= 10 && answer.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? answer : "-"
    }

    private func change(
        _ bound: SealedBinding, _ manifest: ProviderManifest, _ pin: String?, _ bind: BindConversation
    ) async throws(WireError) -> LocksRotate.Result {
        let (binding, name) = (bound.binding, bound.binding.nextNameInLock)
        _ = try await look(for: binding, manifest, bind)
        let link = try await connect(to: binding, manifest, bind)
        let request = ProviderRequest(
            provider: manifest.name, operation: .rotate, bindingID: binding.id, name: name,
            credential: bound.lockKey.bytes, pin: pin, timeout: bind.remaining)
        let isKept = Locked(false)
        let observer = ProviderObserver { phase in
            try? bind.phase(phase.phase == .authenticating ? .authenticating : .operating)
        } prompt: { (prompt) async throws(WireError) -> OperationAnswer in
            try await bind.answer(prompt)
        } keep: { (credential) async throws(WireError) in
            try await self.replaceKey(of: binding, with: SecretBytes(credential), nil, name, as: .rotated, bind)
            isKept.withLock { $0 = true }
        }
        let cancellation = ProviderCancellation()
        bind.onCancel { cancellation.cancel() }
        let guarded = CommitFreeLink(link)
        let outcome = await providers.run(request, link: guarded, observer: observer, cancellation: cancellation)
        await link.close()
        let oldKey = try await oldKey(after: outcome, guarded.course, isKept.withLock { $0 }, binding, name, bind)
        logger.notice(
            "lock has a new key",
            metadata: ["binding": "\(binding.id)", "old_key": "\(oldKey.rawValue)", "uid": "\(bind.uid)"])
        await changed()
        var renewed = binding
        renewed.listedAs = name
        return LocksRotate.Result(
            binding: statuses.dated(renewed), oldKey: oldKey, oldListedAs: binding.nameInLock)
    }

    /// The state of the old key. Once the new key is stored, the rotation is valid, however the operation ended.
    private func oldKey(
        after outcome: ProviderOutcome, _ course: CommitFreeLink.Course, _ isKept: Bool, _ binding: Binding,
        _ name: String, _ bind: BindConversation
    ) async throws(WireError) -> LocksRotate.Result.OldKey {
        if isKept {
            guard case .finished(let finish) = outcome.verdict, finish.outcome == .bound, finish.reason == nil else {
                return .listed
            }
            return .removed
        }
        let finish = try Self.paired(outcome, course, registersUs: true)
        try await replaceKey(of: binding, with: try Self.key(finish), finish.identity, name, as: .rotated, bind)
        // The new key was not stored, so the old key was not given up, and the lock still has it.
        return .listed
    }
}
