/// Cuts a stream of bytes into lines, whatever pieces the stream arrived in. The LF is not part of a line. Bytes after
/// the last LF wait for more bytes.
package struct LineSplitter: Sendable {
    /// The error for a line that is longer than allowed. No bytes after it can be read.
    package struct TooLong: Error, Sendable, Hashable {}

    private let limit: Int
    private var pending: [UInt8] = []

    /// - Parameter limit: The largest length of a line, in bytes. The splitter never keeps more bytes than this.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The lines completed by `bytes`, in order.
    package mutating func feed(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(pending)
                pending.removeAll(keepingCapacity: true)
            } else {
                guard pending.count < limit else { throw TooLong() }
                pending.append(byte)
            }
        }
        return lines
    }
}
