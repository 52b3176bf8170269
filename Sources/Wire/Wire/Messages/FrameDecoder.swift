/// Splits received bytes into the payloads of frames.
///
/// A length is checked as soon as its header has arrived. No memory is allocated for the length. The buffer grows only
/// with the received bytes. After a fault, the decoder must not be used again.
package struct FrameDecoder: Sendable {
    /// The maximum number of bytes of one payload. The limit may change between two frames. It then applies to the next
    /// header or the next line.
    package var limit: Int
    /// The amount of memory that is kept for further input.
    private let keptCapacity: Int
    /// The mode, or nil until the first byte has arrived.
    package private(set) var mode: Frame.Mode?
    private(set) var buffer: [UInt8] = []
    /// The index of the first byte of `buffer` that is not part of a payload that was returned.
    private(set) var start = 0
    /// In text mode, the number of bytes from `start` on in which no line feed was found.
    private var searched = 0

    /// Creates a decoder. If `mode` is nil, the first byte decides.
    package init(limit: Int, mode: Frame.Mode? = nil, keptCapacity: Int = 65_536) {
        self.limit = min(limit, Frame.largestPayload)
        self.mode = mode
        self.keptCapacity = keptCapacity
    }

    /// Whether ``next()`` has returned nil because a frame has begun and is not complete. The timer for incomplete
    /// frames uses this.
    package var isPartial: Bool { start < buffer.count }

    /// The number of bytes whose frame is not complete yet.
    package var bufferedByteCount: Int { buffer.count - start }

    /// Adds received bytes.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        makeRoom()
        buffer.append(contentsOf: bytes)
    }

    /// Adds received bytes from a buffer.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom()
        unsafe buffer.append(contentsOf: bytes)
    }

    /// Takes bytes from the front of `bytes`, as many as the current frame still needs. If no frame has begun, takes
    /// nothing. If the frame is too large, takes no payload.
    mutating func complete(from bytes: inout UnsafeRawBufferPointer) {
        guard isPartial, mode == .framed else { return }
        unsafe take(4 - bufferedByteCount, from: &bytes)
        guard bufferedByteCount >= 4 else { return }
        let length = Int(buffer[start + 1]) << 16 | Int(buffer[start + 2]) << 8 | Int(buffer[start + 3])
        guard length <= limit else { return }
        unsafe take(4 + length - bufferedByteCount, from: &bytes)
    }

    private mutating func take(_ count: Int, from bytes: inout UnsafeRawBufferPointer) {
        let count = min(count, bytes.count)
        guard count > 0 else { return }
        unsafe append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
    }

    /// Skips the frames before `end`. These frames were read in place.
    mutating func skip(to end: Int) { start = end }

    private mutating func makeRoom() {
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= keptCapacity)
            start = 0
        } else if start > 65_536 {
            buffer.removeSubrange(..<start)
            start = 0
        }
    }

    /// Returns the next payload, or nil if this payload has not arrived completely. The payload is an array of its own.
    /// If somebody keeps a part of it, this keeps no other memory alive.
    package mutating func next() throws(ProtocolFault) -> [UInt8]? {
        guard start < buffer.count else { return nil }
        switch try knownMode() {
        case .framed: return try nextFrame()
        case .text: return try nextLine()
        }
    }

    /// Ends the input. Throws a fault if the end truncates a frame.
    package func end() throws(ProtocolFault) {
        if isPartial { throw .badFrame(.truncated) }
    }

    private mutating func knownMode() throws(ProtocolFault) -> Frame.Mode {
        if let mode { return mode }
        switch buffer[start] {
        case 0: mode = .framed
        case UInt8(ascii: "{"): mode = .text
        default:
            throw ProtocolFault.badFrame(.firstByte)
        }
        return mode ?? .framed
    }

    private mutating func nextFrame() throws(ProtocolFault) -> [UInt8]? {
        guard buffer[start] == 0 else { throw .badFrame(.firstByte) }
        guard buffer.count - start >= 4 else { return nil }
        let length =
            Int(buffer[start + 1]) << 16 | Int(buffer[start + 2]) << 8 | Int(buffer[start + 3])
        guard length > 0 else { throw .badFrame(.empty) }
        guard length <= limit else { throw .tooLarge(got: length, limit: limit) }
        guard buffer.count - start - 4 >= length else { return nil }
        defer { start += 4 + length }
        return Array(buffer[start + 4..<start + 4 + length])
    }

    private mutating func nextLine() throws(ProtocolFault) -> [UInt8]? {
        guard let end = buffer[(start + searched)...].firstIndex(of: 0x0A) else {
            searched = buffer.count - start
            guard searched <= limit else { throw .tooLarge(got: searched, limit: limit) }
            return nil
        }
        let line = buffer[start..<end]
        guard !line.isEmpty else { throw .badFrame(.empty) }
        guard line.count <= limit else { throw .tooLarge(got: line.count, limit: limit) }
        start = end + 1
        searched = 0
        return Array(line)
    }
}
