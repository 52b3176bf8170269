/// A place in a topic. All events up to number `seq` of the server's `epoch` have been seen.
package struct TopicCursor: Sendable, Hashable {
    package var epoch: String
    /// The event's number. The number 0 stands before the first event.
    package var seq: Int64

    package init(epoch: String, seq: Int64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// The cursor in JSON. An error's details contain it in this form as `resume`, and a call contains it as `from`.
    package var json: JSON { .members(("epoch", .string(epoch)), ("seq", .integer(seq))) }
}
