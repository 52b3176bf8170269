/// The request at the beginning of the child's input. Numbers are big-endian.
///
/// `SPQ1`, the task (one byte), the quality (one byte, 1 to 100), two zero bytes, the width, the height and the longest
/// side (four bytes each), the number of bytes that follow (four bytes), then these bytes: a file to read, or the
/// pixels to write, four bytes each.
package struct PictureRequest: Equatable, Sendable {
    /// The child's task.
    package enum Task: UInt8, Sendable, CaseIterable {
        /// Reads a file and answers with pixels.
        case decode = 1
        /// Writes pixels as PNG.
        case png
        /// Writes pixels as JPEG.
        case jpeg
        /// Reads a file and writes its pixels again as JPEG.
        case renew
    }

    /// The task.
    package var task: Task
    /// The quality of a written JPEG picture, 1 to 100.
    package var quality: Int
    /// The width of the pixels to write.
    package var width: Int
    /// The height of the pixels to write.
    package var height: Int
    /// The longest side of the result of reading. A larger picture is made smaller.
    package var longestSide: Int
    /// The number of bytes that follow.
    package var count: Int

    /// The number of bytes of a request, without the bytes that follow it.
    package static let size = 24
    private static let beginning = Array("SPQ1".utf8)

    /// Creates the request to read a file of `count` bytes.
    package init(_ task: Task, count: Int, longestSide: Int, quality: Int = 90) {
        (self.task, self.count, self.longestSide, self.quality) = (task, count, longestSide, quality)
        (width, height) = (0, 0)
    }

    /// Creates the request to write pixels.
    package init(_ task: Task, width: Int, height: Int, quality: Int = 90) {
        (self.task, self.width, self.height, self.quality) = (task, width, height, quality)
        (longestSide, count) = (0, width * height * 4)
    }

    /// Whether the request reads a file.
    package var isForReading: Bool { task == .decode || task == .renew }

    /// The request's bytes.
    package var bytes: [UInt8] {
        var bytes = Self.beginning + [task.rawValue, UInt8(clamping: quality), 0, 0]
        for number in [width, height, longestSide, count] { bytes += PictureNumbers.four(number) }
        return bytes
    }

    /// The most bytes that a result can have. A file is never larger than its pixels, except for a small one.
    var mostResultBytes: Int {
        let pixels = isForReading ? min(longestSide * longestSide, PictureLimits.pixels) : width * height
        return max(pixels * 4, 65_536) + pixels / 8
    }

    /// Whether a result has the size and the kind that the request asks for.
    func isAnswered(width: Int, height: Int, _ result: [UInt8]) -> Bool {
        let hasSize =
            isForReading ? max(width, height) <= longestSide : (width, height) == (self.width, self.height)
        let hasKind =
            switch task {
            case .decode: result.count == width * height * 4
            case .png: result.starts(with: [0x89, 0x50, 0x4E, 0x47])
            case .jpeg, .renew: result.starts(with: [0xFF, 0xD8, 0xFF])
            }
        return hasSize && hasKind
    }

    /// Reads a request. Throws `.badRequest`, or the limit that the request exceeds.
    package init(_ bytes: [UInt8]) throws(PictureError) {
        guard bytes.count == Self.size, bytes.starts(with: Self.beginning), let task = Task(rawValue: bytes[4]),
            (1...100).contains(bytes[5]), bytes[6] == 0, bytes[7] == 0
        else { throw PictureError(.badRequest) }
        let numbers = (0..<4).map { PictureNumbers.number(bytes[8 + $0 * 4..<12 + $0 * 4]) }
        self.task = task
        quality = Int(bytes[5])
        (width, height, longestSide, count) = (numbers[0], numbers[1], numbers[2], numbers[3])
        if isForReading {
            guard width == 0, height == 0, (1...PictureLimits.side).contains(longestSide) else {
                throw PictureError(.badRequest)
            }
            guard count <= PictureLimits.bytes else { throw PictureError(.tooManyBytes) }
        } else {
            guard longestSide == 0, width > 0, height > 0 else { throw PictureError(.badRequest) }
            guard max(width, height) <= PictureLimits.side else { throw PictureError(.sideTooLong) }
            guard width * height <= PictureLimits.pixels else { throw PictureError(.tooManyPixels) }
            guard count == width * height * 4 else { throw PictureError(.badRequest) }
        }
    }
}

/// Big-endian numbers of four bytes.
enum PictureNumbers {
    static func four(_ number: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
