import NIOCore
import Wire

/// The events that a topic's followers receive when they are woken together. The events are framed once. Followers
/// write from the same memory if they are at the same place and their calls have the same id. This object exists only
/// while the followers are woken, and may be used only on their event loop.
final class TopicRuns {
    /// A run and its bytes. The bytes have the form that a channel takes.
    struct Framed {
        let run: TopicRun
        let buffer: ByteBuffer
    }

    /// The number of runs that are kept at the same time. Each run is about `byteCount` bytes long.
    private static let most = 8
    private static let byteCount = 65_536

    private var runs: [Framed] = []

    /// Returns the next events, if there are any, for a follower at `place`. The id of the follower's call is `id`.
    /// `events` looks up the events. It is not called if a run already has them.
    func run(of id: Int64, after place: Int64, _ events: () -> ArraySlice<TopicLog.Event>) -> Framed? {
        if let known = runs.first(where: { $0.run.id == id && $0.run.place == place }) { return known }
        guard let run = TopicRun(events(), of: id, bytes: Self.byteCount), run.place == place else { return nil }
        let framed = Framed(run: run, buffer: ByteBuffer(bytes: run.bytes))
        if runs.count == Self.most { runs.removeFirst() }
        runs.append(framed)
        return framed
    }
}
