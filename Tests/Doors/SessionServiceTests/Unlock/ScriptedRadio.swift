import DaemonKit
import LinuxSupport
import ProviderAPI
import ProviderHost
import RadioModel
import Wire

@testable import SessionService

/// A radio that passes its requests on to the test, and gives the answers that the test chooses.
final class ScriptedRadio: UnlockRadio {
    let scanning = Event()
    let opening = Event()
    let found = OneAnswer<Result<Int, WireError>>()
    let opened = OneAnswer<Result<ScriptedLink, WireError>>()
    /// Whether a cancelled ``open(_:allow:attemptID:timeout:)`` waits for its answer anyway.
    let answersLate: Bool

    init(answersLate: Bool = false) { self.answersLate = answersLate }

    static let cancelled = WireError(.cancelled, "rpc.cancelled", "cancelled")

    func isReady(within limit: Duration) async -> Bool { true }

    func find(_ devices: [DeviceAddress], services: [BluetoothUUID]) async throws(WireError) -> Int {
        scanning.happen()
        return try await found.wait(cancelled: .failure(Self.cancelled)).get()
    }

    func open(
        _ device: DeviceAddress, allow: [CharacteristicPath], attemptID: String, commitWithin: Duration?,
        timeout: Duration
    ) async throws(WireError) -> any LeasedLink {
        opening.happen()
        guard answersLate else { return try await opened.wait(cancelled: .failure(Self.cancelled)).get() }
        let opened = opened
        return try await Task { await opened.wait(cancelled: .failure(Self.cancelled)) }.value.get()
    }
}

/// A link without a lock at its other end.
final class ScriptedLink: LeasedLink {
    private let events: AsyncStream<LockLinkEvent>
    let hears: AsyncStream<LockLinkEvent>.Continuation
    /// The event that the link has begun to close.
    let closed = Event()
    /// If set, the link waits for this answer when it is closed for the first time.
    let holdsClose = Locked<OneAnswer<Void>?>(nil)
    /// The writes that reached the lock.
    let written = Locked<[GATTWrite]>([])
    /// The limits that the attempt set. A limit is the time until which a commit write may still be sent.
    let limits = Locked<[Duration]>([])
    /// Whether ``limit(commitWithin:)`` fails.
    let isDeaf = Locked(false)

    init() { (events, hears) = AsyncStream.makeStream() }

    func opened() async throws(WireError) -> OpenedLink { OpenedLink(mtu: 100, services: []) }

    func next() async -> LockLinkEvent? {
        for await event in events { return event }
        return nil
    }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] { [] }
    func write(_ write: GATTWrite) async throws(WireError) { written.withLock { $0.append(write) } }
    func subscribe(_ path: CharacteristicPath) async throws(WireError) {}
    func limit(commitWithin: Duration) async throws(WireError) {
        limits.withLock { $0.append(commitWithin) }
        if isDeaf.withLock({ $0 }) { throw WireError(.unavailable, "rpc.unreachable", "gone") }
    }

    func close() async {
        hears.finish()
        closed.happen()
        let hold = holdsClose.withLock { hold in
            defer { hold = nil }
            return hold
        }
        await hold?.wait(cancelled: ())
    }
}
