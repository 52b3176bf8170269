import RPC
import SeamModel
import SessionAPI
import Wire

/// Follows a session's journal. Sends the latest attempts, and the whole list again after each change.
enum RecentFollowing {
    /// Starts a stream of the lists. The `owner` is kept alive while the stream is being read, because releasing the
    /// owner closes the connection.
    static func start(on link: SessionLink, keeping owner: Seam, limit: Int) -> AsyncStream<[SeamUnlockRecord]> {
        let (lists, continuation) = AsyncStream.makeStream(
            of: [SeamUnlockRecord].self, bufferingPolicy: .bufferingNewest(1))
        let pump = Task(executorPreference: SDKLoop.executor) {
            var records: [SeamUnlockRecord] = []
            await link.follow(UnlockWatch.name) { (element) async throws(WireError) in
                if try mend(&records, with: element, limit: limit) {
                    records = try await link.recentUnlocks(limit: limit)
                }
                continuation.yield(records)
            }
            continuation.finish()
            withExtendedLifetime(owner) {}
        }
        continuation.onTermination = { if case .cancelled = $0 { pump.cancel() } }
        return lists
    }

    /// Applies an element of the topic. Returns whether the list must be read again. This is the case when the topic
    /// restarts, and for an attempt that is not in the list.
    private static func mend(
        _ records: inout [SeamUnlockRecord], with element: TopicReader.Element, limit: Int
    ) throws(WireError) -> Bool {
        guard case .event(let item) = element else { return true }
        switch try UnlockWatch.item(item) {
        case .progress(let item): return !records.contains { $0.id == item.attemptID }
        case .result(let attempt):
            guard let record = SeamUnlockRecord(attempt) else { return false }
            guard let place = records.firstIndex(where: { $0.id == record.id }) else { return true }
            records[place] = record
            return false
        case .snapshot: return true
        case nil: return false
        }
    }
}
