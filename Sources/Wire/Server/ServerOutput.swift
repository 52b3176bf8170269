/// Bytes on their way to the client: what waits to be written, control messages and items apart, and what the socket has
/// not taken yet.
struct ServerOutput: Sendable {
    private var control: [UInt8] = []
    var items: [UInt8] = []
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

    /// Lets what comes next be put into `room`, memory that the owner lends to one connection after the other, where nothing waits.
    /// False, with nothing done, if something does.
    mutating func borrow(_ room: inout [UInt8]) -> Bool {
        guard items.isEmpty, !isRoomLent else { return false }
        swap(&items, &room)
        isRoomLent = true
        return true
    }

    /// Gives back what was lent, if it was; false, with nothing done, as long as something waits in it.
    mutating func giveBack(_ room: inout [UInt8]) -> Bool {
        guard isRoomLent else { return true }
        guard items.isEmpty else { return false }
        swap(&items, &room)
        isRoomLent = false
        return true
    }

    /// Whether items may be added.
    var takesItems: Bool { !holdsItems }

    mutating func append(control message: ServerMessage, mode: Frame.Mode) {
        Frame.append(mode: mode, to: &control) { message.write(to: &$0) }
    }

    /// Appends behind the items that are there: an item, or the reply of a stream.
    mutating func append(ordered message: ServerMessage, mode: Frame.Mode, high: Int) {
        Frame.append(mode: mode, to: &items) { message.write(to: &$0) }
        noteItems(high: high)
    }

    /// Items were added: there may be enough of them.
    mutating func noteItems(high: Int) {
        if pending >= high { holdsItems = true }
    }

    /// Appends behind everything.
    mutating func append(last message: ServerMessage, mode: Frame.Mode) {
        Frame.append(mode: mode, to: &items) { message.write(to: &$0) }
    }

    /// Hands out what there is, and keeps a little room for what comes next.
    mutating func take(_ body: (UnsafeRawBufferPointer) -> Void) -> Int {
        let count = waiting
        unsafe Self.empty(&control, keeping: Self.keptCapacity, body)
        unsafe Self.empty(&items, keeping: isRoomLent ? .max : Self.keptCapacity, body)
        unsent += count
        return count
    }

    private static let keptCapacity = 512

    private static func empty(_ bytes: inout [UInt8], keeping kept: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard !bytes.isEmpty else { return }
        unsafe bytes.withUnsafeBytes { unsafe body($0) }
        bytes.removeAll(keepingCapacity: bytes.capacity <= kept)
    }

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
