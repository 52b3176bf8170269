/// A place in a topic: everything up to the event `seq` of the server's `epoch` was seen.
package struct TopicCursor: Sendable, Hashable {
    package var epoch: String
    /// 0: before the first event.
    package var seq: Int64

    package init(epoch: String, seq: Int64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// As `resume` in the details of an error, and as `from` in a call.
    package var json: JSON { .members(("epoch", .string(epoch)), ("seq", .integer(seq))) }
}
