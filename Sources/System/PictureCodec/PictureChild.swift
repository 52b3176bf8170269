package import LinuxSupport

/// The child `seam-picture`, which reads and writes picture files. A file comes from anyone, so only this child decodes
/// it, in a process without files, sockets and privileges (`PictureWorker`). Each picture has a child of its own, which
/// ends after at most ``PictureLimits/seconds``.
package struct PictureChild: Sendable {
    /// A finished picture.
    package typealias Result = PictureResult

    private let program: String

    /// Creates the child that runs the program at a path. By default, the program is beside the running program, if
    /// nobody else can have put it there, or where the package installs it.
    package init(program: String? = nil) { self.program = program ?? Self.found }

    private static let installed = "/usr/lib/seam/seam-picture"

    private static let found: String = {
        guard let own = try? Sandbox.executablePath(), let slash = own.lastIndex(of: "/") else { return installed }
        let beside = own[...slash] + "seam-picture"
        return SystemFile.isOwnNeighbour(String(beside), of: own) ? String(beside) : installed
    }()

    /// Reads a file. The picture is upright, and its longest side has at most `longestSide` pixels. Blocks the calling
    /// thread.
    package func decode(
        _ file: [UInt8], longestSide: Int = PictureLimits.side
    ) throws(PictureError) -> Result {
        try Self.check(file)
        return try run(PictureRequest(.decode, count: file.count, longestSide: Self.side(longestSide)), file)
    }

    /// Reads a file and writes its picture again as a JPEG file, without the facts. The quality is 1 to 100. Blocks the
    /// calling thread.
    package func renew(
        _ file: [UInt8], longestSide: Int, quality: Int, deadline: Deadline = Self.deadline
    ) throws(PictureError) -> Result {
        try Self.check(file)
        let request = PictureRequest(
            .renew, count: file.count, longestSide: Self.side(longestSide), quality: Self.quality(quality))
        return try run(request, file, deadline: deadline)
    }

    /// The time by which a child that starts now must have answered.
    package static var deadline: Deadline { .after(.seconds(PictureLimits.seconds)) }

    /// Reads a file and writes its picture again as a JPEG file of at most `bytes` bytes, in the best quality that is
    /// small enough. Blocks the calling thread, for at most ``PictureLimits/seconds``. Throws `.resultTooLarge` if no
    /// quality is small enough.
    package func compact(_ file: [UInt8], longestSide: Int, bytes: Int) throws(PictureError) -> Result {
        let deadline = Self.deadline
        for (side, quality) in Self.compactions(longestSide) {
            let result = try renew(file, longestSide: side, quality: quality, deadline: deadline)
            if result.bytes.count <= bytes { return result }
        }
        throw PictureError(.resultTooLarge)
    }

    /// The sides and qualities that are tried, one after another, until a picture is small enough.
    package static func compactions(_ longestSide: Int) -> [(side: Int, quality: Int)] {
        [(longestSide, 85), (longestSide, 65), (longestSide, 40), (longestSide / 2, 40)]
    }

    /// Writes pixels as a PNG file. Blocks the calling thread.
    package func png(width: Int, height: Int, pixels: [UInt8]) throws(PictureError) -> [UInt8] {
        try run(PictureRequest(.png, width: width, height: height), pixels).bytes
    }

    /// Writes pixels as a JPEG file. The quality is 1 to 100. Transparent pixels become white. Blocks the calling
    /// thread.
    package func jpeg(width: Int, height: Int, pixels: [UInt8], quality: Int) throws(PictureError) -> [UInt8] {
        try run(PictureRequest(.jpeg, width: width, height: height, quality: Self.quality(quality)), pixels).bytes
    }

    private static func check(_ file: [UInt8]) throws(PictureError) {
        guard file.count <= PictureLimits.bytes else { throw PictureError(.tooManyBytes) }
    }

    private static func side(_ side: Int) -> Int { min(max(side, 1), PictureLimits.side) }

    private static func quality(_ quality: Int) -> Int { min(max(quality, 1), 100) }

    private func run(
        _ request: PictureRequest, _ bytes: [UInt8], deadline: Deadline = Self.deadline
    ) throws(PictureError) -> Result {
        guard request.count == bytes.count else { throw PictureError(.badRequest) }
        // The child would refuse the request in the same way, but only after its start.
        _ = try PictureRequest(request.bytes)
        var reader = PictureReader(request)
        let end: PipedProcess.End
        do throws(LinuxError) {
            end = try PipedProcess.run(program, input: [request.bytes, bytes], deadline: deadline) { reader.take($0) }
        } catch {
            throw PictureError(.unavailable)
        }
        return try reader.result(after: end)
    }
}

extension PictureReader {
    /// The result, once the child has ended in some way.
    func result(after end: PipedProcess.End) throws(PictureError) -> PictureResult {
        switch end {
        case .exited(0): return try result()
        case .exited(let status): throw PictureError(PictureError.Code(rawValue: status) ?? .failed)
        case .outOfTime: throw PictureError(.tooSlow)
        case .refused: throw fault ?? PictureError(.failed)
        // The child's own limits on its time end it with these signals.
        case .signalled(let signal) where [14, 24].contains(signal): throw PictureError(.tooSlow)
        case .signalled: throw PictureError(.failed)
        }
    }
}
