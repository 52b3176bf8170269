/// Events of a topic. They have the form of the frames in which their items are sent. Calls share these frames if they
/// have the same id and are at the same place. The bytes are therefore made only once.
package struct TopicRun: Sendable {
    /// The id of the calls.
    package let id: Int64
    /// The place in the topic after which the run begins.
    package let place: Int64
    /// The frames, one after another.
    package let bytes: [UInt8]
    /// The end of each frame.
    private let ends: [Int]
    /// The maximum number of bytes of an item's payload.
    let largestPayload: Int

    /// Makes frames of at least one event, and of as many `events` as fit into about `most` bytes. The events must be
    /// consecutive. Returns nil if there are no events.
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

    /// The number of events in the run.
    package var count: Int { ends.count }

    /// The number of bytes that the first `events` events take.
    package func byteCount(of events: Int) -> Int { events == 0 ? 0 : ends[events - 1] }
}
