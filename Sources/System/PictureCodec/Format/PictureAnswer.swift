/// The beginning of the child's answer to a request. Numbers are big-endian.
///
/// `SPA1`, the width and the height of the picture (four bytes each), the number of bytes of the facts (four bytes),
/// the facts, then the result until the end of the output: pixels, or a file. The answer counts only if the child then
/// exits with 0. Any other exit status is a ``PictureError/Code``.
package struct PictureAnswer: Equatable, Sendable {
    /// The width of the picture.
    package var width: Int
    /// The height of the picture.
    package var height: Int
    /// The facts in the picture's file.
    package var facts: PictureFacts

    private static let beginning = Array("SPA1".utf8)
    /// The number of bytes before the facts.
    static let size = 16

    /// Creates the beginning of an answer.
    package init(width: Int, height: Int, facts: PictureFacts = PictureFacts()) {
        (self.width, self.height, self.facts) = (width, height, facts)
    }

    /// The bytes of the answer's beginning.
    package var bytes: [UInt8] {
        let facts = facts.bytes
        let numbers = [width, height, facts.count].flatMap(PictureNumbers.four)
        return Self.beginning + numbers + facts
    }

    /// The number of bytes of the whole beginning, from its first ``size`` bytes. Throws `.failed` if the child does
    /// not keep to the format.
    static func length(of bytes: [UInt8]) throws(PictureError) -> Int {
        guard bytes.count >= size, bytes.starts(with: beginning) else { throw PictureError(.failed) }
        let facts = PictureNumbers.number(bytes[12..<16])
        guard facts <= PictureLimits.factBytes else { throw PictureError(.failed) }
        return size + facts
    }

    /// Reads the beginning of an answer from exactly its bytes. Throws `.failed` if the child does not keep to the
    /// format.
    package init(_ bytes: [UInt8]) throws(PictureError) {
        guard try Self.length(of: bytes) == bytes.count, let facts = PictureFacts(bytes[Self.size...]) else {
            throw PictureError(.failed)
        }
        let (width, height) = (PictureNumbers.number(bytes[4..<8]), PictureNumbers.number(bytes[8..<12]))
        let sides = 1...PictureLimits.side
        guard sides.contains(width), sides.contains(height), width * height <= PictureLimits.pixels else {
            throw PictureError(.failed)
        }
        self.init(width: width, height: height, facts: facts)
    }
}
