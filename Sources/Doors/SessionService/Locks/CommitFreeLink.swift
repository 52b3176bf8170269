import LinuxSupport
import ProviderAPI
import ProviderHost
import RadioModel
import SeamModel
import Wire

/// An open link for binding or reading a lock. The link refuses commit writes.
struct CommitFreeLink: LockLink {
    /// The events on the link so far.
    struct Course: Sendable {
        /// Whether data was written to the lock, or may have been written.
        var hasWritten = false
        var wasLost = false
    }

    private let link: any LockLink
    private let state = Locked(Course())

    var course: Course { state.withLock { $0 } }

    init(_ link: any LockLink) {
        self.link = link
    }

    func opened() async throws(WireError) -> OpenedLink { try await link.opened() }

    func next() async -> LockLinkEvent? {
        let event = await link.next()
        if case .lost = event { state.withLock { $0.wasLost = true } }
        return event
    }

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
