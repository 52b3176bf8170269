import ProviderAPI
import ProviderHost
import SeamModel
import Wire

/// An open link as the host of a provider sees it that binds or reads a lock: nothing stands between them, and nothing
/// may commit.
struct DirectLink: ProviderLink {
    let events: AsyncStream<ProviderLinkEvent>
    private let link: any UnlockLink

    init(_ link: any UnlockLink) {
        self.link = link
        let (events, continuation) = AsyncStream.makeStream(
            of: ProviderLinkEvent.self, bufferingPolicy: .bufferingOldest(1024))
        self.events = events
        // Ends with the link's own stream, which its closing ends.
        Task {
            for await event in link.events {
                switch event {
                case .value(let path, let value): continuation.yield(.value(path, value))
                case .lost(let reason): continuation.yield(.closed(reason: reason))
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
        try await link.write(write)
    }
}
