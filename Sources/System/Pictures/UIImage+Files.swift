public import Foundation
import LinuxSupport
package import PictureCodec
public import PictureModel

// As in UIKit, these members block the calling thread. A picture takes at most five seconds.
extension UIImage {
    /// Reads a PNG or JPEG file, upright. Returns nil if the bytes are no picture, or exceed a limit.
    public init?(data: Data) {
        guard let photograph = try? Photograph(Array(data)) else { return nil }
        self = photograph.image
    }

    /// Reads the PNG or JPEG file at a path, upright. Returns nil if there is no picture, or if it exceeds a limit.
    public init?(contentsOfFile path: String) {
        guard let bytes = try? SystemFile.read(path, limit: PictureLimits.bytes) else { return nil }
        self.init(data: Data(bytes))
    }

    /// The picture as a PNG file, or nil for a symbol, or if the picture cannot be written.
    public func pngData() -> Data? {
        guard let file = try? PictureChild().png(width: width, height: height, pixels: pixels) else { return nil }
        return Data(file)
    }

    /// The picture as a JPEG file, or nil for a symbol, or if the picture cannot be written. The quality is 0 to 1, and
    /// 1 is the best.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 100 : Int((min(max(compressionQuality, 0), 1) * 100).rounded())
        let child = PictureChild()
        guard let file = try? child.jpeg(width: width, height: height, pixels: pixels, quality: quality) else {
            return nil
        }
        return Data(file)
    }
}

/// A picture that was read from a file, with the facts that the file contains about it.
package struct Photograph: Hashable, Sendable {
    /// The picture, upright.
    package let image: UIImage
    /// The facts in the file.
    package let facts: PictureFacts

    /// Reads a file. A picture with a side longer than `longestSide` is made smaller. Blocks the calling thread.
    package init(
        _ file: [UInt8], longestSide: Int = UIImage.largestSide, by child: PictureChild = PictureChild()
    ) throws(PictureError) {
        let result = try child.decode(file, longestSide: longestSide)
        guard let image = UIImage(width: result.width, height: result.height, pixels: result.bytes) else {
            throw PictureError(.failed)
        }
        (self.image, facts) = (image, result.facts)
    }

    /// Reads a file in the same way, without blocking. The pictures of a process are read one after another.
    package static func read(
        _ file: [UInt8], longestSide: Int = UIImage.largestSide, by child: PictureChild = PictureChild()
    ) async throws(PictureError) -> Photograph {
        try await child.later { (child) throws(PictureError) in
            try Photograph(file, longestSide: longestSide, by: child)
        }
    }
}
