/// The secret that identifies a kiosk to the operator's desk. The secret is never printed, not even inside other
/// values.
package struct KioskSecret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Why bytes are not a secret. The fault contains none of the bytes.
    package struct Fault: Error, Equatable, Sendable {
        /// The rule that the bytes break.
        package let description: String
    }

    /// The number of bytes that a secret may have.
    package static let length = 16...1_024

    /// The secret itself. It is only for the one place that builds the request's header.
    let bytes: [UInt8]

    /// Creates the secret from a file's content. Leaves out the parts that editors add around it, such as a byte order
    /// mark, empty lines or a line ending. The bytes must be printable ASCII, so that the header that carries them
    /// contains nothing else.
    package init(_ content: [UInt8]) throws(Fault) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        func isAround(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var content = content.starts(with: mark) ? content.dropFirst(mark.count) : content[...]
        while let first = content.first, isAround(first) { content.removeFirst() }
        while let last = content.last, isAround(last) { content.removeLast() }
        guard Self.length.contains(content.count) else {
            throw Fault(description: "must have \(Self.length.lowerBound) to \(Self.length.upperBound) bytes")
        }
        guard content.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Fault(description: "must contain only printable ASCII characters, without blanks")
        }
        bytes = Array(content)
    }

    /// A constant text, which never contains the secret.
    package var description: String { "<kiosk secret>" }

    /// A constant text, which never contains the secret.
    package var debugDescription: String { description }

    /// An empty mirror, so that nothing can be inspected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
