/// The memory that ``JSONWriter`` writes into: room behind the bytes of an array as long as that lasts, then memory of its own.
///
/// Memory is asked for once for each thing that is written, and not for each byte of it.
@safe struct JSONInk {
    /// What an array is asked for; most messages need less.
    private static let usualRoom = 256

    private var start: UnsafeMutableRawPointer
    private var pen: JSONPen
    /// Behind the last byte that may be stored.
    private var end: UnsafeMutableRawPointer
    /// Whether the memory is no array's.
    private var isOwn = false

    /// Appends to `bytes` what `body` writes.
    static func append(to bytes: inout [UInt8], _ body: (inout JSONInk) -> Void) {
        var overflow: UnsafeMutableRawBufferPointer?
        bytes.append(addingCapacity: usualRoom) { (room: inout OutputSpan<UInt8>) in
            unsafe room.withUnsafeMutableBufferPointer { (buffer, count) in
                var ink = unsafe JSONInk(UnsafeMutableRawBufferPointer(buffer))
                body(&ink)
                if ink.isOwn {
                    unsafe overflow = ink.written
                } else {
                    count = unsafe ink.written.count
                }
            }
        }
        guard let overflow = unsafe overflow else { return }
        unsafe bytes.append(contentsOf: overflow)
        unsafe overflow.deallocate()
    }

    private init(_ memory: UnsafeMutableRawBufferPointer) {
        // An array that was asked for room has some; if one had none, the memory is our own from the first.
        let base = unsafe memory.baseAddress ?? .allocate(byteCount: Self.usualRoom, alignment: 16)
        unsafe isOwn = memory.baseAddress == nil
        unsafe start = base
        unsafe pen = JSONPen(base)
        unsafe end = base + (isOwn ? Self.usualRoom : memory.count)
    }

    private var written: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: start, count: pen.next - start)
    }

    /// Lets `write` put up to `most` bytes.
    @inline(__always)
    mutating func put<Value>(_ most: Int, _ write: (inout JSONPen) -> Value) -> Value {
        if unsafe end - pen.next < most + JSONPen.slack { makeRoom(for: most) }
        // In a variable of its own, as what is written could be this one for all that the compiler knows.
        var pen = unsafe self.pen
        let value = unsafe write(&pen)
        unsafe self.pen = pen
        return value
    }

    @inline(never)
    private mutating func makeRoom(for most: Int) {
        let count = unsafe written.count
        let memory = unsafe UnsafeMutableRawBufferPointer.allocate(
            byteCount: 2 * (count + most + JSONPen.slack), alignment: 16)
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(written))
        if isOwn { unsafe start.deallocate() }
        self = unsafe JSONInk(memory)
        unsafe pen.next += count
        isOwn = true
    }

    /// The bytes of a string from `start` on, with their escapes, and its closing mark.
    @inline(never)
    mutating func put(escaping text: Span<UInt8>, from start: Int) {
        for index in start..<text.count {
            let byte = text[index]
            unsafe put(6) { (pen) in unsafe pen.put(escaping: byte) }
        }
        unsafe put(1) { (pen) in unsafe pen.put(UInt8(ascii: "\"")) }
    }
}
