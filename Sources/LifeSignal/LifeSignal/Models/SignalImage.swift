public import Foundation

/// A picture: uncompressed pixels, row by row.
public struct SignalImage: Hashable, Sendable {
    /// The most pixels that a row or a column may have.
    public static let largestSide = 8_192

    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The red, green, blue and opacity bytes of each pixel, starting at the upper left. Colours are not premultiplied.
    public let pixels: [UInt8]

    /// Creates a picture with sides of 1 to ``largestSide`` pixels, or returns nil if the number of bytes does not
    /// match the size.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        let sides = 1...Self.largestSide
        guard sides.contains(width), sides.contains(height), pixels.count == width * height * 4 else { return nil }
        self.init(known: width, height, pixels)
    }

    /// Creates a picture whose byte count is already known to match.
    init(known width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The size in pixels.
    public var size: CGSize { CGSize(width: width, height: height) }
}

/// The name that iOS code uses for a picture. In a file that also imports another module with a `UIImage`, write
/// `LifeSignal.UIImage`.
public typealias UIImage = SignalImage
