public import Foundation

/// A picture: uncompressed pixels, row by row.
public struct SignalImage: Hashable, Sendable {
    /// The most pixels that a row or a column may have.
    public static let largestSide = 8_192

    /// How many pixels a row has.
    public let width: Int
    /// How many rows there are.
    public let height: Int
    /// The red, green, blue and opacity of each pixel, from the upper left. Colours are not premultiplied.
    public let pixels: [UInt8]

    /// A picture of 1 to ``largestSide`` pixels each way; nil if the number of bytes does not match.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        let sides = 1...Self.largestSide
        guard sides.contains(width), sides.contains(height), pixels.count == width * height * 4 else { return nil }
        self.init(known: width, height, pixels)
    }

    /// A picture whose byte count is known to match.
    init(known width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The size in pixels.
    public var size: CGSize { CGSize(width: width, height: height) }
}

/// The name of pictures on iOS. If a file also imports another module with a `UIImage`, write `LifeSignal.UIImage`.
public typealias UIImage = SignalImage
