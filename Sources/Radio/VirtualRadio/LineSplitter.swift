/// Cuts a stream of bytes into lines, however it was split on arrival. The LF is not part of a line; bytes after the
/// last LF wait for more.
package struct LineSplitter: Sendable {
    /// A line is longer than allowed. Nothing can be read after it.
    package struct TooLong: Error, Sendable, Hashable {}

    private let limit: Int
    private var pending: [UInt8] = []

    /// - Parameter limit: The maximum length of a line, in bytes. Never more than that is kept.
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
