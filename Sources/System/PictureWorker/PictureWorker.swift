import CPictures
import Glibc
import LinuxSupport
import PictureCodec

/// The program `seam-picture`: reads one request from standard input, and writes the answer to standard output.
///
/// The process confines itself before it reads a byte. Its exit status is 0, or a ``PictureError/Code``.
package enum PictureWorker {
    /// The `main` of `seam-picture`.
    package static func main() -> Never {
        do throws(LinuxError) {
            try PictureConfinement.begin()
        } catch {
            exit(PictureError.Code.notConfined.rawValue)
        }
        do throws(PictureError) {
            let request = try PictureRequest(try read(PictureRequest.size))
            try request.isForReading ? readFile(request) : writeFile(request)
        } catch {
            exit(error.code.rawValue)
        }
        exit(0)
    }

    /// Reads a picture's file, and answers with its pixels or with another file.
    private static func readFile(_ request: PictureRequest) throws(PictureError) {
        let file = try read(request.count)
        let limits = seam_picture_limits(
            side: UInt32(PictureLimits.side), pixels: UInt64(PictureLimits.pixels),
            longest: UInt32(request.longestSide))
        var picture = unsafe seam_picture()
        try check(unsafe seam_picture_read(file, file.count, limits, &picture))
        guard let pixels = unsafe picture.pixels else { throw PictureError(.failed) }
        let (width, height) = unsafe (picture.width, picture.height)
        // What is stored of a picture, and shown to others, keeps no facts about where and when it was taken.
        let facts = request.task == .decode ? unsafe facts(of: &picture) : PictureFacts()
        try write(PictureAnswer(width: Int(width), height: Int(height), facts: facts).bytes)
        guard request.task == .renew else {
            guard unsafe seam_picture_send(1, pixels, Int(width) * Int(height) * 4) != 0 else {
                throw PictureError(.failed)
            }
            return
        }
        try check(unsafe seam_picture_write_jpeg(width, height, pixels, 0, 1, Int32(request.quality)))
    }

    /// Reads pixels row by row, and answers with a picture's file.
    private static func writeFile(_ request: PictureRequest) throws(PictureError) {
        let (width, height) = (UInt32(request.width), UInt32(request.height))
        try write(PictureAnswer(width: request.width, height: request.height).bytes)
        switch request.task {
        case .png: try check(seam_picture_write_png(width, height, nil, 0, 1))
        case .jpeg: try check(seam_picture_write_jpeg(width, height, nil, 0, 1, Int32(request.quality)))
        case .decode, .renew: throw PictureError(.badRequest)
        }
    }

    private static func facts(of picture: inout seam_picture) -> PictureFacts {
        let texts = (0..<Int32(seam_picture_texts)).map { place in
            let text = unsafe seam_picture_text(&picture, place)
            return unsafe text.map { unsafe String(cString: $0) } ?? ""
        }
        let numbers = (0..<Int32(seam_picture_numbers)).map { unsafe seam_picture_number(&picture, $0) }
        return PictureFacts(texts: texts, numbers: numbers)
    }

    private static func check(_ fault: seam_picture_fault) throws(PictureError) {
        guard fault != SEAM_PICTURE_NONE else { return }
        throw PictureError(PictureError.Code(rawValue: Int32(fault.rawValue)) ?? .failed)
    }

    private static func read(_ count: Int) throws(PictureError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var room = [UInt8](repeating: 0, count: min(count, 65_536))
        while bytes.count < count {
            let got = unsafe Glibc.read(0, &room, min(room.count, count - bytes.count))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw PictureError(.badRequest) }
            bytes += room[..<got]
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8]) throws(PictureError) {
        guard unsafe seam_picture_send(1, bytes, bytes.count) != 0 else { throw PictureError(.failed) }
    }
}
