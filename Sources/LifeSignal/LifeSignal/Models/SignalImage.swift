public import Foundation

/// A picture: pixels, row by row, that no file format has touched.
public struct SignalImage: Hashable, Sendable {
    /// The most pixels that a row or a column may have.
    public static let largestSide = 8_192

    /// How many pixels a row has.
    public let width: Int
    /// How many rows there are.
    public let height: Int
    /// Red, green, blue and opacity of each pixel, from the upper left. Colours are not multiplied by the opacity.
    public let pixels: [UInt8]

    /// A picture of 1 to ``largestSide`` pixels each way; nil if the bytes do not fit that.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        let sides = 1...Self.largestSide
        guard sides.contains(width), sides.contains(height), pixels.count == width * height * 4 else { return nil }
        self.init(known: width, height, pixels)
    }

    /// A picture whose bytes are known to fit.
    init(known width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The size in pixels.
    public var size: CGSize { CGSize(width: width, height: height) }
}

/// The name that iOS has for a picture. A file that also imports another module with that name says
/// `LifeSignal.UIImage`.
public typealias UIImage = SignalImage
