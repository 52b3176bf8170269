import LinuxSupport
import ProviderAPI
import ProviderHost
import SeamModel
import Wire

/// An open link as the host of a provider sees it that binds or reads a lock: nothing stands between them, and nothing
/// may commit.
struct DirectLink: ProviderLink {
    /// What the link has seen so far.
    struct Course: Sendable {
        /// Something was written to the lock, or may have been.
        var hasWritten = false
        var wasLost = false
    }

    let events: AsyncStream<ProviderLinkEvent>
    private let link: any UnlockLink
    private let state: Locked<Course>

    var course: Course { state.withLock { $0 } }

    init(_ link: any UnlockLink) {
        self.link = link
        let (events, continuation) = AsyncStream.makeStream(
            of: ProviderLinkEvent.self, bufferingPolicy: .bufferingOldest(1024))
        self.events = events
        let state = Locked(Course())
        self.state = state
        // Ends with the link's own stream, which its closing ends.
        Task {
            for await event in link.events {
                switch event {
                case .value(let path, let value): continuation.yield(.value(path, value))
                case .lost(let reason):
                    state.withLock { $0.wasLost = true }
                    continuation.yield(.closed(reason: reason))
                }
            }
            continuation.finish()
        }
    }

    func opened() async throws(WireError) -> OpenedLink { OpenedLink(mtu: link.mtu, services: link.services) }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] { try await link.read(path) }

    func subscribe(_ path: CharacteristicPath) async throws(WireError) { try await link.subscribe(path) }

    func write(_ write: GATTWrite) async throws(WireError) {
        guard !write.isCommit else {
            throw WireError(.permissionDenied, "provider.not_allowed", "only an unlock has a commit write")
        }
        state.withLock { $0.hasWritten = true }
        try await link.write(write)
    }
}
