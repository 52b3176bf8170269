/// Bytes on their way to the client: what waits to be written, control messages and items apart, and what the socket
/// has not taken yet.
struct ServerOutput: Sendable {
    private var control = OutputBytes()
    var items = OutputBytes()
    /// Bytes that were taken and not yet reported as written.
    private var unsent = 0
    /// Since when more is pending than a client may leave unread.
    var excessiveSince: Duration?
    /// Whether the memory of `items` is the owner's.
    private var isRoomLent = false
    /// Items are held back until enough has been written.
    private var holdsItems = false

    var pending: Int { waiting + unsent }

    /// Bytes that there are to take.
    var waiting: Int { control.count + items.count }

    /// Lets what comes next be put into `room`, memory that the owner lends to one connection after the other, where
    /// nothing waits. False, with nothing done, if something does.
    mutating func borrow(_ room: inout [UInt8]) -> Bool {
        guard items.isEmpty, !isRoomLent else { return false }
        items.exchange(&room)
        isRoomLent = true
        return true
    }

    /// Gives back what was lent, if it was; false, with nothing done, as long as something waits in it.
    mutating func giveBack(_ room: inout [UInt8]) -> Bool {
        guard isRoomLent else { return true }
        guard items.isEmpty else { return false }
        items.exchange(&room)
        isRoomLent = false
        return true
    }

    /// Whether items may be added.
    var takesItems: Bool { !holdsItems }

    mutating func append(control message: ServerMessage, mode: Frame.Mode) {
        control.append(message, mode: mode)
    }

    /// What stands around the result of a reply, and before its frame, at most.
    private static let replyEnvelope = 64

    /// Appends the reply of unary call `id` with the result that `write` writes, in place and framed; nothing, and
    /// false, if that is of more than `limit` bytes.
    mutating func append(resultOf id: Int64, limit: Int, _ write: (inout JSONWriter) -> Void) -> Bool {
        var isWritten = false
        control.append(room: Self.replyEnvelope + JSONInk.usualRoom) { (ink) in
            unsafe ink.put(Self.replyEnvelope) { (pen) in
                unsafe pen.skipLength()
                unsafe pen.put("{\"type\":\"reply\",\"id\":")
                unsafe pen.put(id)
                unsafe pen.put(",\"result\":")
            }
            let start = ink.count
            JSONWriter.write(with: &ink, write)
            guard ink.count - start <= limit else { return ink.removeAll() }
            unsafe ink.put(1) { (pen) in unsafe pen.put(UInt8(ascii: "}")) }
            ink.endFrame()
            isWritten = true
        }
        return isWritten
    }

    /// Appends behind the items that are there: an item, or the reply of a stream.
    mutating func append(ordered message: ServerMessage, mode: Frame.Mode, high: Int) {
        items.append(message, mode: mode)
        noteItems(high: high)
    }

    /// So many bytes of items were handed to the socket without having been here, where nothing waited.
    mutating func noteHandedOver(_ count: Int, high: Int) {
        unsent += count
        noteItems(high: high)
    }

    /// Items were added: there may be enough of them.
    mutating func noteItems(high: Int) {
        if pending >= high { holdsItems = true }
    }

    /// Appends behind everything.
    mutating func append(last message: ServerMessage, mode: Frame.Mode) {
        items.append(message, mode: mode)
    }

    /// Hands out what there is, and keeps a little room for what comes next.
    mutating func take(_ body: (UnsafeRawBufferPointer) -> Void) -> Int {
        let count = waiting
        unsafe control.take(keeping: Self.keptCapacity, body)
        unsafe items.take(keeping: isRoomLent ? .max : Self.keptCapacity, body)
        unsent += count
        return count
    }

    private static let keptCapacity = 512

    mutating func wrote(_ count: Int, low: Int) {
        unsent = max(0, unsent - count)
        if pending <= low { holdsItems = false }
    }

    /// Notes whether the client leaves too much unread, and since when.
    mutating func watch(largest: Int, at now: Duration) {
        if pending <= largest {
            excessiveSince = nil
        } else if excessiveSince == nil {
            excessiveSince = now
        }
    }
}
