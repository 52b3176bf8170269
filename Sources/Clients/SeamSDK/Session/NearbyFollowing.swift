import RPC
import RadioModel
import SeamModel
import SessionAPI
import Wire

/// Follows the doors in range, and sends the whole list after each change.
enum NearbyFollowing {
    /// Starts a stream of the lists. The `owner` is kept alive while the stream is being read, because releasing the
    /// owner closes the connection.
    static func start(on link: SessionLink, keeping owner: Seam) -> AsyncThrowingStream<[SeamNearbyDoor], any Error> {
        let (lists, continuation) = AsyncThrowingStream.makeStream(
            of: [SeamNearbyDoor].self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
        let pump = Task(executorPreference: SDKLoop.executor) {
            do {
                let (stream, first) = try await link.bounded(by: link.patience.machine) { () async throws(WireError) in
                    try await begin(link)
                }
                try await follow(stream, first) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: (error as? WireError).map { SDKError.of($0) } ?? error)
            }
            withExtendedLifetime(owner) {}
        }
        continuation.onTermination = { if case .cancelled = $0 { pump.cancel() } }
        return lists
    }

    /// Opens the stream. Returns the stream and its first item. This item is the radio's state, and arrives
    /// immediately.
    private static func begin(_ link: SessionLink) async throws(WireError) -> (ClientStream, Item?) {
        let params = try CredentialsNearby.Params(session: try link.name()).checkedParams()
        let stream = try await link.stream(OutgoingCall(stream: CredentialsNearby.name, params: params))
        return (stream, try await stream.next())
    }

    private static func follow(
        _ stream: ClientStream, _ first: Item?, _ tell: ([SeamNearbyDoor]) -> Void
    ) async throws(WireError) {
        var doors: [NearbyDoor.ID: NearbyDoor] = [:]
        var next = first
        while let item = next {
            switch try CredentialsNearby.item(item) {
            case .radio(let state): if state != .ready { doors = [:] }
            case .near(let door): doors[door.id] = door
            case .gone(let id): doors[id] = nil
            case .scanned, nil: break
            }
            let sorted = doors.values.sorted { ($1.rssiDBm, $0.id) < ($0.rssiDBm, $1.id) }
            tell(sorted.map { SeamNearbyDoor($0) })
            next = try await stream.next()
        }
    }
}
