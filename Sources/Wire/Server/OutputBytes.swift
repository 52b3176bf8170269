/// Bytes that are put together to be written, in memory that stays when they are taken.
///
/// All of the memory is initialized, so that it can be written into where it lies; what counts is the first ``count``
/// of it.
struct OutputBytes: Sendable {
    private var memory: [UInt8] = []
    /// How many bytes there are.
    private(set) var count = 0

    /// What memory is made for at first.
    private static let firstCapacity = 512
    /// From here on memory is made several times over, up to that much: what is copied on the way there is little then.
    private static let smallCapacity = 1024
    private static let largeCapacity = 393_216

    /// Whether there is nothing to take.
    var isEmpty: Bool { count == 0 }

    /// Appends what `body` writes, for which there is about `room`.
    @inline(__always)
    mutating func append(room: Int, _ body: (inout JSONInk) -> Void) {
        if memory.count - count < room { grow(by: room) }
        var overflow: UnsafeMutableRawBufferPointer?
        let start = count
        let written = unsafe memory.withUnsafeMutableBytes { (buffer) -> Int in
            var ink = unsafe JSONInk(UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
            body(&ink)
            unsafe overflow = ink.overflow
            return unsafe overflow == nil ? ink.count : 0
        }
        count = start + written
        guard let overflow = unsafe overflow else { return }
        unsafe append(UnsafeRawBufferPointer(overflow))
        unsafe overflow.deallocate()
    }

    /// Appends a message.
    mutating func append(_ message: ServerMessage, mode: Frame.Mode) {
        switch mode {
        case .framed:
            append(room: JSONInk.usualRoom) { (ink) in
                unsafe ink.put(JSONPen.lengthCount) { (pen) in unsafe pen.skipLength() }
                JSONWriter.write(with: &ink) { message.write(to: &$0) }
                ink.endFrame()
            }
        case .text:
            let line = Frame.encode(message.encoded(), mode: mode)
            unsafe line.withUnsafeBytes { unsafe append($0) }
        }
    }

    /// Appends an event of a topic, framed as an item of call `id`. `told` is the event's.
    mutating func append(told: Span<UInt8>, of id: Int64) {
        let most = told.count + 64
        unsafe append(room: most + JSONPen.slack) { (ink) in
            unsafe ink.put(most) { (pen) in
                unsafe pen.skipLength()
                unsafe pen.put("{\"type\":\"item\",\"id\":")
                unsafe pen.put(id)
                unsafe pen.put(raw: told)
                unsafe pen.put(UInt8(ascii: "}"))
            }
            ink.endFrame()
        }
    }

    /// All of them.
    var bytes: [UInt8] { Array(memory[..<count]) }

    @inline(never)
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if memory.count - count < bytes.count { grow(by: bytes.count) }
        let start = count
        unsafe memory.withUnsafeMutableBytes { buffer in
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...]).copyMemory(from: bytes)
        }
        count += bytes.count
    }

    @inline(never)
    private mutating func grow(by room: Int) {
        var capacity = Self.firstCapacity
        if count > Self.smallCapacity {
            capacity = max(count * 2, min(count * 8, Self.largeCapacity)) + room
        } else if count + room > capacity {
            capacity = 2 * (count + room)
        }
        memory.append(contentsOf: repeatElement(0, count: capacity - memory.count))
    }

    /// Hands the bytes to `body`, and is empty then. Memory of more than `kept` bytes is let go.
    mutating func take(keeping kept: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard count > 0 else { return }
        let count = count
        unsafe memory.withUnsafeBytes { unsafe body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        self.count = 0
        if memory.count > kept { memory = [] }
    }

    /// Exchanges the memory, which must be empty of bytes that count, for `room`.
    mutating func exchange(_ room: inout [UInt8]) {
        swap(&memory, &room)
        count = 0
    }
}
