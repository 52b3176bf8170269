/// The output for the client. It contains the bytes that are waiting to be written. Control messages and items are kept
/// apart. It also counts the bytes that the socket has not taken yet.
struct ServerOutput: Sendable {
    private var control = OutputBytes()
    var items = OutputBytes()
    /// The number of bytes that were taken and have not been reported as written yet.
    private var unsent = 0
    /// The time since which the pending bytes have been more than a client may leave unread.
    var excessiveSince: Duration?
    /// Whether the memory of `items` belongs to the owner.
    private var isRoomLent = false
    /// Whether items wait until enough bytes have been written.
    private var holdsItems = false

    var pending: Int { waiting + unsent }

    /// The number of bytes that can be taken.
    var waiting: Int { control.count + items.count }

    /// Borrows `room` for further items. The owner lends this memory to one connection after another. Returns false
    /// without doing anything if items are waiting.
    mutating func borrow(_ room: inout [UInt8]) -> Bool {
        guard items.isEmpty, !isRoomLent else { return false }
        items.exchange(&room)
        isRoomLent = true
        return true
    }

    /// Gives back borrowed memory, if there is any. While items are waiting in this memory, returns false and does
    /// nothing.
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

    /// The largest number of bytes of a reply. The reply's result is not counted, and the frame's length is counted.
    private static let replyEnvelope = 64

    /// Appends the framed reply of unary call `id`. The reply is written directly into its place. `write` writes the
    /// result. Returns false and appends nothing if the result has more than `limit` bytes.
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

    /// Appends an item, or the reply of a stream, after the items that are already waiting.
    mutating func append(ordered message: ServerMessage, mode: Frame.Mode, high: Int) {
        items.append(message, mode: mode)
        noteItems(high: high)
    }

    /// Records that `count` bytes of items were given directly to the socket. At that time, no bytes were waiting here.
    mutating func noteHandedOver(_ count: Int, high: Int) {
        unsent += count
        noteItems(high: high)
    }

    /// Records that items were added. If enough bytes are pending, further items must wait.
    mutating func noteItems(high: Int) {
        if pending >= high { holdsItems = true }
    }

    /// Appends a message after everything else.
    mutating func append(last message: ServerMessage, mode: Frame.Mode) {
        items.append(message, mode: mode)
    }

    /// Passes the waiting bytes to `body`. Keeps a little memory for the next output.
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

    /// Records whether the client leaves too much unread. If it does, also records since when.
    mutating func watch(largest: Int, at now: Duration) {
        if pending <= largest {
            excessiveSince = nil
        } else if excessiveSince == nil {
            excessiveSince = now
        }
    }
}
