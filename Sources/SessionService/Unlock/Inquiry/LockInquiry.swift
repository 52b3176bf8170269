import LinuxSupport
import ProviderAPI
import ProviderHost
import SeamModel
import Wire

/// Asks a lock whether it rests where an attempt's action leaves it: after the attempt's own link or provider was lost
/// past the gate, over a link and with a provider of its own.
struct LockInquiry: Sendable {
    let binding: Binding
    /// Secret; handed to the provider's child and to nobody else.
    let key: [UInt8]
    /// The provider's.
    let manifest: ProviderManifest
    /// The attempt that is asked about, for the broker's log.
    let attemptID: String
    let radio: any UnlockRadio
    let providers: ProviderHost

    /// How long one question may take.
    private static let timeout: Duration = .seconds(10)
    /// Between a question that failed and the next: a daemon or a lock that is starting needs a moment.
    private static let pause: Duration = .milliseconds(200)

    /// Asks until the lock answers; nil when cancelled. Whoever calls it has the lock for itself and bounds its time.
    /// The lease is given back when it returns.
    func answer() async -> Bool? {
        while !Task.isCancelled {
            if let isInWantedState = await ask() { return isInWantedState }
            try? await Task.sleep(for: Self.pause)
        }
        return nil
    }

    /// Asks until the lock answers or `limit` has passed.
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
                provider: manifest.name, operation: .status, action: binding.action, credential: key,
                timeout: Self.timeout, overtime: .zero)
            let outcome = await providers.run(request, link: CommitFreeLink(link))
            await link.close()
            guard case .finished(let finish) = outcome.verdict, finish.outcome == .reported else { return nil }
            return finish.isInWantedState
        } catch {
            return nil
        }
    }
}
