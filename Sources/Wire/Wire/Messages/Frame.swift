/// The form that determines how the bytes of a connection are split into messages (`Protocol/framing.md`).
package enum Frame {
    /// The two ways in which messages are written. The first byte that the client sends decides which form is used.
    package enum Mode: Sendable, Hashable {
        /// A message is a length and then this number of bytes. The length is a big-endian `u32`.
        case framed
        /// A message is one object on one line, so that a shell can be a client.
        case text
    }

    /// The largest payload. No limit is larger than this, so the first byte of a frame is always zero.
    package static let largestPayload = 0xFF_FFFF

    /// Appends `payload` in `mode` to `bytes`. The caller has checked the size against the peer's limit. In text mode,
    /// a line feed would end the message. ``JSONWriter`` writes no line feeds. If a raw text contains a line feed, a
    /// space replaces it. This does not change the meaning. Between tokens, a space means the same as a line feed, and
    /// a string cannot contain a line feed.
    package static func append(_ payload: [UInt8], mode: Mode, to bytes: inout [UInt8]) {
        switch mode {
        case .framed:
            let count = UInt32(clamping: payload.count)
            bytes.append(UInt8(truncatingIfNeeded: count >> 24))
            bytes.append(UInt8(truncatingIfNeeded: count >> 16))
            bytes.append(UInt8(truncatingIfNeeded: count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: count))
            bytes.append(contentsOf: payload)
        case .text:
            if payload.contains(0x0A) {
                bytes.append(contentsOf: payload.lazy.map { $0 == 0x0A ? 0x20 : $0 })
            } else {
                bytes.append(contentsOf: payload)
            }
            bytes.append(0x0A)
        }
    }

    /// Appends a frame. `body` writes the frame's payload, directly into its place if the mode allows this.
    static func append(mode: Mode, to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        switch mode {
        case .framed:
            JSONInk.append(to: &bytes) { (ink) in
                unsafe ink.put(JSONPen.lengthCount) { (pen) in unsafe pen.skipLength() }
                JSONWriter.write(with: &ink, body)
                ink.endFrame()
            }
        case .text:
            append(JSONWriter.bytes(body), mode: mode, to: &bytes)
        }
    }

    /// Returns only `payload`, framed in `mode`.
    package static func encode(_ payload: [UInt8], mode: Mode = .framed) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + 4)
        append(payload, mode: mode, to: &bytes)
        return bytes
    }
}
