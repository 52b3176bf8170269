/// A place in a topic: everything up to the event `seq` of the server's `epoch` has been seen.
package struct TopicCursor: Sendable, Hashable {
    package var epoch: String
    /// The event's number; 0 is before the first event.
    package var seq: Int64

    package init(epoch: String, seq: Int64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// The form of `resume` in an error's details, and of `from` in a call.
    package var json: JSON { .members(("epoch", .string(epoch)), ("seq", .integer(seq))) }
}
