import PictureCodec

/// The reader of the answer of `seam-picture` gives the same result, no matter into which pieces the output is divided,
/// and it accepts exactly the output that the format's description allows. What it accepts has the size that was asked
/// for, and printable facts.
///
/// The first three bytes choose the request, the fourth the length of the pieces. All other bytes are the output.
enum PictureProperty {
    static func check(_ bytes: [UInt8]) throws {
        guard bytes.count >= 4 else { return }
        let request = request(bytes[0], bytes[1], bytes[2])
        let output = Array(bytes.dropFirst(4))
        let whole = outcome(request, output, piece: output.count)
        for piece in [1, 2 + Int(bytes[3] % 62)] {
            try expect(outcome(request, output, piece: piece) == whole, "\(piece) bytes at a time")
        }
        let isAllowed = isAllowed(output, request)
        guard case .success(let picture) = whole else {
            return try expect(!isAllowed, "an answer that keeps to the format is refused: \(whole)")
        }
        try expect(isAllowed, "an answer that does not keep to the format is accepted")
        let texts = [picture.facts.taken, picture.facts.maker, picture.facts.camera, picture.facts.lens]
        for text in texts.compactMap(\.self) {
            let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            try expect(isPlain && (1...64).contains(text.utf8.count), "the fact \(text.debugDescription)")
        }
        let again = PictureAnswer(width: picture.width, height: picture.height, facts: picture.facts)
        try expect(try PictureAnswer(again.bytes) == again, "the facts are not written as they were read")
    }

    /// The request that three bytes choose. Its sides have at most 16 pixels.
    static func request(_ task: UInt8, _ width: UInt8, _ height: UInt8) -> PictureRequest {
        let tasks = PictureRequest.Task.allCases
        let task = tasks[Int(task) % tasks.count]
        let (width, height) = (1 + Int(width % 16), 1 + Int(height % 16))
        let request = PictureRequest(task, width: width, height: height)
        return request.isForReading ? PictureRequest(task, count: 9, longestSide: max(width, height)) : request
    }

    private static func outcome(
        _ request: PictureRequest, _ output: [UInt8], piece: Int
    ) -> Result<PictureResult, PictureError> {
        var reader = PictureReader(request)
        for start in stride(from: 0, to: output.count, by: max(1, piece)) {
            guard reader.take(output[start..<min(start + piece, output.count)]) else { break }
        }
        do throws(PictureError) { return .success(try reader.result()) } catch { return .failure(error) }
    }

    /// Whether the output keeps to the description of ``PictureAnswer``, read at once.
    private static func isAllowed(_ output: [UInt8], _ request: PictureRequest) -> Bool {
        func number(_ place: Int) -> Int { output[place..<place + 4].reduce(0) { $0 * 256 + Int($1) } }
        guard output.count >= 16, output.starts(with: Array("SPA1".utf8)) else { return false }
        let (width, height, facts) = (number(4), number(8), number(12))
        guard facts <= 2_048, output.count >= 16 + facts else { return false }
        var rest = output[16..<16 + facts]
        while !rest.isEmpty {
            guard rest.count >= 2 else { return false }
            let (place, count) = (Int(rest[rest.startIndex]), Int(rest[rest.startIndex + 1]))
            guard count <= 64, rest.count >= 2 + count, place < 4 || place < 10 && count == 8 else { return false }
            rest = rest.dropFirst(2 + count)
        }
        let body = output.dropFirst(16 + facts)
        let hasSize =
            request.isForReading
            ? min(width, height) > 0 && max(width, height) <= request.longestSide
            : (width, height) == (request.width, request.height)
        return switch request.task {
        case .decode: hasSize && body.count == width * height * 4
        case .png: hasSize && body.starts(with: [0x89, 0x50, 0x4E, 0x47])
        case .jpeg, .renew: hasSize && body.starts(with: [0xFF, 0xD8, 0xFF])
        }
    }
}

/// The first inputs for fuzzing the answers of `seam-picture`.
enum PictureSeeds {
    static let all: [(name: String, input: [UInt8])] = PictureRequest.Task.allCases.indices.flatMap { task in
        heads(task).enumerated().map { place, head in
            ("picture-\(task)-\(place)", [UInt8(task), 3, 2, UInt8(place)] + head + bodies[task])
        }
    }

    private static let facts = PictureFacts(
        texts: ["2026:11:30 12:41:16", "Maker", "Camera 3", "50 mm"], numbers: [0.008, 2.8, 200, 50, -33.86, 151.21])

    /// The results of the four tasks.
    private static let bodies: [[UInt8]] = [
        (0..<48).map { UInt8($0) }, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], [0xFF, 0xD8, 0xFF, 0xE0],
        [0xFF, 0xD8, 0xFF, 0xDB, 0],
    ]

    /// The beginnings of answers: right ones, and ones with a single fault.
    private static func heads(_ task: Int) -> [[UInt8]] {
        let plain = PictureAnswer(width: 4, height: 3).bytes
        let full = PictureAnswer(width: 4, height: 3, facts: facts).bytes
        func with(_ facts: [UInt8], said: Int? = nil) -> [UInt8] {
            let count = said ?? facts.count
            return plain.prefix(12) + [0, 0, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)] + facts
        }
        return [
            plain, full, Array(plain.prefix(15)), Array(full.dropLast(1)), PictureAnswer(width: 0, height: 3).bytes,
            PictureAnswer(width: 4, height: 9_000).bytes, with([], said: 2_049),
            with([0, 65] + [UInt8](repeating: 65, count: 65)),
            with([1, 3, 0x1B, 0x5B, 0x41]), with([10, 8] + [UInt8](repeating: 0, count: 8)),
            with([4, 8, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), with([2, 2, 0x20, 0x20]),
        ]
    }
}
