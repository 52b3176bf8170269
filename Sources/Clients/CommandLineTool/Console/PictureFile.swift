import LinuxSupport
import PictureCodec
import QRCodes
import SignalAPI
import TermCore

/// The pictures that a person names on the command line.
enum PictureFile {
    /// Reads a PNG or JPEG file, and returns a small JPEG file without the facts that a camera adds.
    static func small(_ path: String) throws -> [UInt8] {
        let file: [UInt8]
        do throws(LinuxError) {
            file = try SystemFile.read(path, limit: PictureLimits.bytes)
        } catch {
            let isLarge = error.code == .tooLarge
            let fault = isLarge ? PictureError(.tooManyBytes).description : error.message
            throw UsageFault("cannot read the picture: \(fault)", hint: isLarge ? small : nil)
        }
        do throws(PictureError) {
            return try PictureChild().compact(
                file, longestSide: StoredPicture.longestSide, bytes: StoredPicture.bytes
            ).bytes
        } catch {
            guard error.isOfThePicture else { throw UsageFault("\(error.description)", status: .fault) }
            throw UsageFault("cannot use the picture: \(error.description)", hint: small)
        }
    }

    private static let small: TerminalSafe = "export it again as a smaller PNG or JPEG file"

    /// A QR code as a PNG file.
    static func png(of code: QRModules) throws -> [UInt8] {
        let side = code.side * module
        do throws(PictureError) {
            return try PictureChild().png(width: side, height: side, pixels: code.pixels(module: module))
        } catch {
            throw UsageFault("\(error.description)", status: .fault)
        }
    }

    /// The side of a QR code's module, in pixels.
    private static let module = 8

    /// Writes a new file that only its owner can read.
    static func create(_ path: String, _ bytes: [UInt8]) throws {
        do throws(LinuxError) {
            try SecretFile.create(path, bytes: bytes)
        } catch {
            let isTaken = error.code == .addressTaken
            throw UsageFault(
                "cannot write the picture: \(error.message)",
                hint: isTaken
                    ? "name a new file: nothing is overwritten"
                    : "does the directory exist, and does it belong to you?",
                status: isTaken ? .usage : .fault)
        }
    }
}
