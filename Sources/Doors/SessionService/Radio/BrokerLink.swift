import DaemonKit
import LinuxSupport
import ProviderAPI
import ProviderHost
import RadioAPI
import RadioModel
import SeamModel
import Wire

/// A leased link of the broker. The link lasts until ``close()``, until it is lost, or until the broker ends.
/// Cancelling a wait for ``next()`` does not end the link.
final class BrokerLink: LeasedLink {
    private struct State {
        /// The task that reads the next event. Only this task learns that the broker has released the lock.
        var reading: Task<Void, Never>?
        /// Whether the link was lost or closed, so that no more events follow.
        var isOver = false
    }

    private let link: RadioLink
    private let state = Locked(State())

    init(_ link: RadioLink) {
        self.link = link
    }

    func opened() async throws(WireError) -> OpenedLink { OpenedLink(mtu: link.mtu, services: link.services) }

    func next() async -> LockLinkEvent? {
        let answer = OneAnswer<LockLinkEvent?>()
        let (link, state) = (link, state)
        let isOpen = state.withLock { current in
            guard !current.isOver else { return false }
            // This task ends with the next event, or with the link.
            current.reading = Task {
                let event = await Self.next(of: link)
                // A failed stream reports its failure at every read, so the failure is passed on only the first time.
                if case .lost = event { state.withLock { $0.isOver = true } }
                answer.give(event)
            }
            return true
        }
        guard isOpen else { return nil }
        return await answer.wait(cancelled: nil)
    }

    private static func next(of link: RadioLink) async -> LockLinkEvent? {
        do throws(WireError) {
            switch try await link.next() {
            case .value(let value): return .value(value.path, value.value)
            case .closed(let reason): return .lost(reason: reason)
            case .open, nil: return nil
            }
        } catch {
            return error.code == .cancelled ? nil : .lost(reason: error.shortReason)
        }
    }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] { try await link.read(path) }

    func subscribe(_ path: CharacteristicPath) async throws(WireError) { try await link.subscribe(path) }

    func write(_ write: GATTWrite) async throws(WireError) {
        // The timeout is longer than the 30 s after which the radio gives up on a silent peer.
        try await link.write(write.value.bytes, to: write.path, commit: write.isCommit, timeout: .seconds(35))
    }

    func limit(commitWithin: Duration) async throws(WireError) {
        try await link.limit(commitWithin: commitWithin, timeout: .seconds(5))
    }

    func close() async {
        let reading = state.withLock { state in
            state.isOver = true
            return state.reading
        }
        link.cancel()
        await reading?.value
        _ = await link.close()
    }
}
