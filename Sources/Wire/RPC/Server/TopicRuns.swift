import NIOCore
import Wire

/// The events that a topic's followers receive when they are woken together. The events are framed once. All followers
/// at the same place whose calls have the same id write from the same memory. This object exists only while the
/// followers are woken, and may be used only on their event loop.
final class TopicRuns {
    /// A run, with its bytes in the form that a channel takes.
    struct Framed {
        let run: TopicRun
        let buffer: ByteBuffer
    }

    /// The number of runs that are kept at the same time. Each run is about `byteCount` bytes long.
    private static let most = 8
    private static let byteCount = 65_536

    private var runs: [Framed] = []

    /// Returns the next events for a follower at `place` whose call is `id`, if there are any. `events` looks up the
    /// events, unless a run already has them.
    func run(of id: Int64, after place: Int64, _ events: () -> ArraySlice<TopicLog.Event>) -> Framed? {
        if let known = runs.first(where: { $0.run.id == id && $0.run.place == place }) { return known }
        guard let run = TopicRun(events(), of: id, bytes: Self.byteCount), run.place == place else { return nil }
        let framed = Framed(run: run, buffer: ByteBuffer(bytes: run.bytes))
        if runs.count == Self.most { runs.removeFirst() }
        runs.append(framed)
        return framed
    }
}
