package import PictureCodec
package import PictureModel

extension UIImage {
    /// The picture as a JPEG file of at most `bytes` bytes, in the best quality that is small enough. A picture with a
    /// side longer than `longestSide` is made smaller. Blocks the calling thread. Throws `.resultTooLarge` if no
    /// quality is small enough.
    package func compactJPEG(
        longestSide: Int, bytes: Int, by child: PictureChild
    ) throws(PictureError) -> [UInt8] {
        for (side, quality) in PictureChild.compactions(longestSide) {
            let small = fitting(side)
            let file = try child.jpeg(
                width: small.width, height: small.height, pixels: small.pixels, quality: quality)
            if file.count <= bytes { return file }
        }
        throw PictureError(.resultTooLarge)
    }
}
