import RPC
import SeamModel
import SessionAPI
import Wire

/// Follows the doors that are heard, and sends the whole list after each change.
enum NearbyFollowing {
    /// `owner` is kept alive while the stream is read: the connection would go with it.
    static func start(on link: SessionLink, keeping owner: Seam) -> AsyncThrowingStream<[SeamNearbyDoor], any Error> {
        let (lists, continuation) = AsyncThrowingStream.makeStream(
            of: [SeamNearbyDoor].self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
        let pump = Task(executorPreference: SDKLoop.executor) {
            do throws(WireError) {
                try await follow(link) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: SDKError.of(error))
            }
            withExtendedLifetime(owner) {}
        }
        continuation.onTermination = { if case .cancelled = $0 { pump.cancel() } }
        return lists
    }

    private static func follow(
        _ link: SessionLink, _ tell: ([SeamNearbyDoor]) -> Void
    ) async throws(WireError) {
        let params = CredentialsNearby.Params(session: try link.name())
        let stream = try await link.stream(OutgoingCall(stream: CredentialsNearby.name, params: params.jsonText))
        var doors: [NearbyDoor.ID: NearbyDoor] = [:]
        while let item = try await stream.next() {
            switch try CredentialsNearby.item(item) {
            case .radio(let state): if state != .ready { doors = [:] }
            case .near(let door): doors[door.id] = door
            case .gone(let id): doors[id] = nil
            case .scanned, nil: break
            }
            let sorted = doors.values.sorted { ($1.rssiDBm, $0.id) < ($0.rssiDBm, $1.id) }
            tell(sorted.map { SeamNearbyDoor($0) })
        }
    }
}
