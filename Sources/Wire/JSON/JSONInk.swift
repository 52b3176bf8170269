/// The memory that ``JSONWriter`` writes into: room behind the bytes of an array as long as that lasts, then memory
/// of its own.
///
/// Memory is asked for once for each thing that is written, and not for each byte of it.
@safe struct JSONInk {
    /// What an array is asked for; most messages need less.
    static let usualRoom = 256
    private var start: UnsafeMutableRawPointer
    private var next: UnsafeMutableRawPointer
    /// Behind the last byte that may be stored.
    private var end: UnsafeMutableRawPointer
    /// Whether the memory is no array's.
    private var isOwn = false

    /// Appends to `bytes` what `body` writes; `room` is about what that may need.
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

    /// Writes into `memory` as long as that lasts.
    @unsafe @inline(__always)
    init(_ memory: UnsafeMutableRawBufferPointer) {
        // Who was asked for room has some; if there is none, the memory is our own from the first.
        let base = unsafe memory.baseAddress ?? .allocate(byteCount: Self.usualRoom, alignment: 16)
        unsafe isOwn = memory.baseAddress == nil
        unsafe start = base
        unsafe next = base
        unsafe end = base + (isOwn ? Self.usualRoom : memory.count)
    }

    /// What was written, if it did not fit and lies in memory of its own; who asks deallocates that.
    @inline(__always)
    var overflow: UnsafeMutableRawBufferPointer? {
        unsafe isOwn ? UnsafeMutableRawBufferPointer(start: start, count: count) : nil
    }

    /// Bytes that were written.
    @inline(__always)
    var count: Int { unsafe next - start }

    /// Lets `write` put up to `most` bytes.
    @inline(__always)
    mutating func put<Value>(_ most: Int, _ write: (inout JSONPen) -> Value) -> Value {
        if unsafe end - next < most + JSONPen.slack { makeRoom(for: most) }
        // In a variable of its own, as what is written could be this one for all that the compiler knows.
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

    /// Takes back everything that was written.
    mutating func removeAll() { unsafe next = start }

    /// Everything that was written is a frame that began with ``JSONPen/skipLength()``.
    @inline(__always)
    mutating func endFrame() {
        let length = unsafe UInt32(clamping: count - JSONPen.lengthCount)
        unsafe start.storeBytes(of: length.bigEndian, as: UInt32.self)
    }

    /// A string that holds bytes which need escapes.
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
