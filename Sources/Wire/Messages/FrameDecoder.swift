/// Cuts the bytes that arrive into the payloads of frames.
///
/// A length is checked when its header is there and never believed: the buffer grows by what has arrived. After a fault
/// the decoder is of no more use.
package struct FrameDecoder: Sendable {
    /// Bytes of one payload. May be changed between frames; it counts for the next header or line that is looked at.
    package var limit: Int
    /// Memory that is kept for what arrives next.
    private let keptCapacity: Int
    /// Nil until the first byte has come.
    package private(set) var mode: Frame.Mode?
    private(set) var buffer: [UInt8] = []
    /// The first byte of `buffer` that belongs to no payload yet.
    private(set) var start = 0
    /// In text mode: bytes from `start` that were searched for a line feed.
    private var searched = 0

    /// `mode` nil: the first byte decides.
    package init(limit: Int, mode: Frame.Mode? = nil, keptCapacity: Int = 65_536) {
        self.limit = min(limit, Frame.largestPayload)
        self.mode = mode
        self.keptCapacity = keptCapacity
    }

    /// Whether a frame has begun and is not complete: what the partial-frame timer watches once ``next()`` has said
    /// nil.
    package var isPartial: Bool { start < buffer.count }

    /// Bytes that wait for the rest of their frame.
    package var bufferedByteCount: Int { buffer.count - start }

    /// Takes what has arrived.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        makeRoom()
        buffer.append(contentsOf: bytes)
    }

    /// The same for bytes in place.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom()
        unsafe buffer.append(contentsOf: bytes)
    }

    /// Takes from the front of `bytes` what the frame still lacks that has begun; nothing where there is none, or
    /// where it is too large.
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

    /// Passes over the frames before `end`, which were looked at in place.
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

    /// The next payload, in an array of its own so that what is kept of it keeps nothing else alive; nil if it has not
    /// arrived in full.
    package mutating func next() throws(ProtocolFault) -> [UInt8]? {
        guard start < buffer.count else { return nil }
        switch try knownMode() {
        case .framed: return try nextFrame()
        case .text: return try nextLine()
        }
    }

    /// The end of input: a fault if it cuts a frame off.
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
