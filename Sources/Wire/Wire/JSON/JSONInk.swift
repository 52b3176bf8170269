/// The memory into which ``JSONWriter`` writes. At first, this is the unused space at the end of an array. If that is
/// not enough, it is separate memory.
///
/// Space is requested once for each value, not for each byte.
@safe struct JSONInk {
    /// The amount of space that is requested from an array. Most messages need less.
    static let usualRoom = 256
    private var start: UnsafeMutableRawPointer
    private var next: UnsafeMutableRawPointer
    /// The end of the memory that may be written.
    private var end: UnsafeMutableRawPointer
    /// Whether the memory does not belong to an array.
    private var isOwn = false

    /// Appends the output of `body` to `bytes`. `room` is roughly the space that the output needs.
    @inline(__always)
    static func append(to bytes: inout [UInt8], room: Int = usualRoom, _ body: (inout JSONInk) -> Void) {
        var overflow: UnsafeMutableRawBufferPointer?
        bytes.append(addingCapacity: room) { (room: inout OutputSpan<UInt8>) in
            unsafe room.withUnsafeMutableBufferPointer { (buffer, count) in
                var ink = unsafe JSONInk(UnsafeMutableRawBufferPointer(buffer))
                body(&ink)
                unsafe overflow = ink.overflow
                if unsafe overflow == nil { count = ink.count }
            }
        }
        guard let overflow = unsafe overflow else { return }
        unsafe bytes.append(contentsOf: overflow)
        unsafe overflow.deallocate()
    }

    /// Creates an ink. It writes into `memory` for as long as the memory is large enough.
    @unsafe @inline(__always)
    init(_ memory: UnsafeMutableRawBufferPointer) {
        // If an array was asked for space, it normally has space. Otherwise, separate memory is allocated immediately.
        let base = unsafe memory.baseAddress ?? .allocate(byteCount: Self.usualRoom, alignment: 16)
        unsafe isOwn = memory.baseAddress == nil
        unsafe start = base
        unsafe next = base
        unsafe end = base + (isOwn ? Self.usualRoom : memory.count)
    }

    /// The bytes that were written to separate memory because they did not fit into the array. The caller must
    /// deallocate this memory.
    @inline(__always)
    var overflow: UnsafeMutableRawBufferPointer? {
        unsafe isOwn ? UnsafeMutableRawBufferPointer(start: start, count: count) : nil
    }

    /// The number of written bytes.
    @inline(__always)
    var count: Int { unsafe next - start }

    /// Lets `write` write up to `most` bytes.
    @inline(__always)
    mutating func put<Value>(_ most: Int, _ write: (inout JSONPen) -> Value) -> Value {
        if unsafe end - next < most + JSONPen.slack { makeRoom(for: most) }
        // The pen is a separate variable. Otherwise, the compiler would have to assume that writing bytes may change
        // the pen.
        var pen = unsafe JSONPen(next)
        let value = unsafe write(&pen)
        unsafe next = pen.next
        return value
    }

    @inline(never)
    private mutating func makeRoom(for most: Int) {
        let count = count
        let capacity = unsafe 2 * (count + most + JSONPen.slack)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        unsafe memory.copyMemory(from: start, byteCount: count)
        if isOwn { unsafe start.deallocate() }
        unsafe start = memory
        unsafe next = memory + count
        unsafe end = memory + capacity
        isOwn = true
    }

    /// Discards all written bytes.
    mutating func removeAll() { unsafe next = start }

    /// Completes a frame that began with ``JSONPen/skipLength()``. No other bytes may have been written.
    @inline(__always)
    mutating func endFrame() {
        let length = unsafe UInt32(clamping: count - JSONPen.lengthCount)
        unsafe start.storeBytes(of: length.bigEndian, as: UInt32.self)
    }

    /// Writes a string with bytes that need escapes.
    @inline(never)
    mutating func put(escaping text: Span<UInt8>) {
        unsafe put(1) { (pen) in unsafe pen.put(UInt8(ascii: "\"")) }
        var index = 0
        while index < text.count {
            index = unsafe put(text.count - index) { (pen) in unsafe pen.put(plainWordsOf: text, from: index) }
            let end = min(index + 8, text.count)
            unsafe put(6 * (end - index)) { (pen) in
                for position in index..<end { unsafe pen.put(escaping: text[position]) }
            }
            index = end
        }
        unsafe put(1) { (pen) in unsafe pen.put(UInt8(ascii: "\"")) }
    }
}
