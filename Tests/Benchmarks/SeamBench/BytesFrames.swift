import NIOCore

/// Frames of opaque bytes, each with a 32-bit length, two numbers and padding. The frames carry opaque bytes, so they
/// show what a message on SwiftNIO costs if nobody parses its content.
struct BytesFrames {
    /// The frames are as large as the messages that the programs in C send.
    static let request = 120
    static let reply = 200
    static let event = 150

    private var rest = ByteBuffer()

    /// Calls `body` once for each complete frame, with the frame's two numbers.
    mutating func feed(_ incoming: ByteBuffer, _ body: (UInt32, UInt32) throws -> Void) rethrows {
        var buffer = incoming
        if rest.readableBytes > 0 {
            rest.writeBuffer(&buffer)
            buffer = rest
            rest = ByteBuffer()
        }
        while let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self),
            buffer.readableBytes >= Int(length) + 4,
            let first = buffer.getInteger(at: buffer.readerIndex + 4, as: UInt32.self),
            let second = buffer.getInteger(at: buffer.readerIndex + 8, as: UInt32.self)
        {
            try body(first, second)
            buffer.moveReaderIndex(forwardBy: Int(length) + 4)
        }
        if buffer.readableBytes > 0 { rest = buffer }
    }

    static func write(_ first: UInt32, _ second: UInt32, size: Int, to buffer: inout ByteBuffer) {
        buffer.writeInteger(UInt32(size))
        buffer.writeInteger(first)
        buffer.writeInteger(second)
        buffer.writeRepeatingByte(0x2E, count: size - 8)
    }
}
