/// Collects bytes for writing. When the bytes are taken, the memory is kept.
///
/// All of the memory is initialized, which makes writing in place possible. Only its first ``count`` bytes are valid.
struct OutputBytes: Sendable {
    private var memory: [UInt8] = []
    /// The number of valid bytes.
    private(set) var count = 0

    /// The initial size of the memory.
    private static let firstCapacity = 512
    /// If the memory is larger than this, it grows eightfold, up to `largeCapacity`, so that only few bytes are copied.
    private static let smallCapacity = 1024
    private static let largeCapacity = 393_216

    /// Whether there is nothing to take.
    var isEmpty: Bool { count == 0 }

    /// Appends the output of `body`. `room` is roughly the space that the output needs.
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

    /// Appends an event of a topic, framed as an item of call `id`. `told` is ``TopicLog/Event/told`` of the event.
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

    /// A copy of all bytes.
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
        // An array of zeros is copied at once. Repeated zeros would be appended byte by byte in a debug build.
        memory += [UInt8](repeating: 0, count: capacity - memory.count)
    }

    /// Passes the bytes to `body`. After this, no bytes are valid, and the memory has been wiped. If the memory is
    /// larger than `kept` bytes, it is freed.
    mutating func take(keeping kept: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard count > 0 else { return }
        let count = count
        unsafe memory.withUnsafeMutableBytes { memory in
            let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
            unsafe body(UnsafeRawBufferPointer(bytes))
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
        }
        self.count = 0
        if memory.count > kept { memory = [] }
    }

    /// Exchanges the memory with `room`. Neither may contain valid bytes.
    mutating func exchange(_ room: inout [UInt8]) {
        swap(&memory, &room)
        count = 0
    }
}
