import NIOCore
import Wire

/// What the followers of a topic are told when they are woken together: framed once, and written from the same memory
/// to all whose calls have the same id and who are at the same place. Lives as long as they are being woken; on their
/// event loop.
final class TopicRuns {
    /// One run, and its bytes as channels take them.
    struct Framed {
        let run: TopicRun
        let buffer: ByteBuffer
    }

    /// Runs that are kept at a time, of about so many bytes each.
    private static let most = 8
    private static let byteCount = 65_536

    private var runs: [Framed] = []

    /// The events that come next for a follower at `place` whose call is `id`; `events` looks them up if nobody has.
    /// Nil where there are none.
    func run(of id: Int64, after place: Int64, _ events: () -> ArraySlice<TopicLog.Event>) -> Framed? {
        if let known = runs.first(where: { $0.run.id == id && $0.run.place == place }) { return known }
        guard let run = TopicRun(events(), of: id, bytes: Self.byteCount), run.place == place else { return nil }
        let framed = Framed(run: run, buffer: ByteBuffer(bytes: run.bytes))
        if runs.count == Self.most { runs.removeFirst() }
        runs.append(framed)
        return framed
    }
}
