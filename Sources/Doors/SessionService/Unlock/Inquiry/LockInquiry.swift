import LinuxSupport
import ProviderAPI
import ProviderHost
import SeamModel
import Wire

/// Asks a lock whether it is in the state to which an attempt's action leads. This is used if the attempt's link or
/// provider was lost after the gate. The inquiry opens a new link and starts a new provider.
struct LockInquiry: Sendable {
    let binding: Binding
    /// The lock key, which is secret. Only the provider's process gets it.
    let key: [UInt8]
    /// The manifest of the lock's provider.
    let manifest: ProviderManifest
    /// The attempt that the inquiry concerns, for the broker's log.
    let attemptID: String
    let radio: any UnlockRadio
    let providers: ProviderHost

    /// The time limit for one try.
    private static let timeout: Duration = .seconds(10)
    /// The pause after a failed try, because a starting daemon or lock needs a moment.
    private static let pause: Duration = .milliseconds(200)

    /// Asks until the lock answers. Returns nil if the task is cancelled. The caller must make sure that nobody else
    /// uses the lock, and must limit the time. The lease is released when this returns.
    func answer() async -> Bool? {
        while !Task.isCancelled {
            if let isInWantedState = await ask() { return isInWantedState }
            try? await Task.sleep(for: Self.pause)
        }
        return nil
    }

    /// Asks until the lock answers. Returns nil once `limit` has passed.
    func answer(within limit: Duration) async -> Bool? {
        await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await answer() }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func ask() async -> Bool? {
        do throws(WireError) {
            _ = try await radio.find([binding.device], services: manifest.scanServices)
            let link = try await radio.open(
                binding.device, allow: manifest.characteristics, attemptID: attemptID, commitWithin: nil,
                timeout: Self.timeout)
            let request = ProviderRequest(
                provider: manifest.name, operation: .status, bindingID: binding.id, action: binding.action,
                credential: key, timeout: Self.timeout, overtime: .zero)
            let outcome = await providers.run(request, link: CommitFreeLink(link))
            await link.close()
            guard case .finished(let finish) = outcome.verdict, finish.outcome == .reported else { return nil }
            return finish.isInWantedState
        } catch {
            return nil
        }
    }
}
