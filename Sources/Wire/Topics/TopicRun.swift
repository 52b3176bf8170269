/// Events of a topic as the frames of their items, for all calls of one id that are at one place in it: written once,
/// and the same bytes for each of them.
package struct TopicRun: Sendable {
    /// The calls' id.
    package let id: Int64
    /// The place in the topic behind which it begins.
    package let place: Int64
    /// The frames, one behind the other.
    package let bytes: [UInt8]
    /// Where each frame ends.
    private let ends: [Int]
    /// What the payload of an item holds at most.
    let largestPayload: Int

    /// Of `events`, which follow each other, as many as fit into about so many bytes, and one at least; nil of none.
    package init?(_ events: ArraySlice<TopicLog.Event>, of id: Int64, bytes most: Int) {
        guard let first = events.first else { return nil }
        var output = OutputBytes()
        var ends: [Int] = []
        var largest = 0
        for event in events where output.count < most {
            let told = event.told
            output.append(told: told.span, of: id)
            ends.append(output.count)
            largest = max(largest, event.largestPayload)
        }
        self.id = id
        place = first.seq - 1
        self.ends = ends
        largestPayload = largest
        bytes = output.bytes
    }

    /// How many events there are.
    package var count: Int { ends.count }

    /// How many bytes the first so many events are.
    package func byteCount(of events: Int) -> Int { events == 0 ? 0 : ends[events - 1] }
}
