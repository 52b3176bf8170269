public import Foundation

/// A picture: either a named symbol, or uncompressed pixels, row by row.
public struct UIImage: Hashable, Sendable {
    /// The most pixels that a row or a column may have.
    public static let largestSide = 8_192
    /// The most pixels that a picture may have.
    public static let mostPixels = 40_000_000

    /// The name of the symbol, or nil for a picture with pixels.
    public let systemName: String?
    /// The number of pixels in a row. A symbol has no pixels.
    public let width: Int
    /// The number of rows. A symbol has no pixels.
    public let height: Int
    /// The red, green, blue and opacity bytes of each pixel, starting at the upper left. Colours are not premultiplied.
    public let pixels: [UInt8]
    /// The QR code that the pixels show, or nil for any other picture. A screen of character cells draws the code's
    /// modules instead of its pixels.
    package let code: PictureModules?

    /// Creates the symbol with this name, or returns nil if the name is empty.
    public init?(systemName: String) {
        guard !systemName.isEmpty else { return nil }
        (self.systemName, width, height, pixels, code) = (systemName, 0, 0, [], nil)
    }

    /// Creates a picture with sides of 1 to ``largestSide`` pixels, and at most ``mostPixels``. Returns nil if the
    /// number of bytes does not match the size.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        let sides = 1...Self.largestSide
        guard sides.contains(width), sides.contains(height), width * height <= Self.mostPixels,
            pixels.count == width * height * 4
        else { return nil }
        self.init(known: width, height, pixels)
    }

    /// Creates a picture whose byte count is already known to match.
    init(known width: Int, _ height: Int, _ pixels: [UInt8], code: PictureModules? = nil) {
        (systemName, self.width, self.height, self.pixels, self.code) = (nil, width, height, pixels, code)
    }

    /// The size in pixels.
    public var size: CGSize { CGSize(width: width, height: height) }
}
