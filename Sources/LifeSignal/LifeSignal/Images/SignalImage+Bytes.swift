public import Foundation

/// Encodes a picture as bytes: `LSI1`, width and height (two bytes each, big-endian), then runs of equal pixels. A run
/// is one byte with its length minus one, then the pixel.
extension SignalImage {
    private static let beginning = Array("LSI1".utf8)
    private static let head = 8

    /// Reads the output of ``ImageClient/compressImage``, or returns nil for anything else.
    public init?(compressed data: Data) {
        let bytes = Array(data)
        guard bytes.count > Self.head, bytes.starts(with: Self.beginning), (bytes.count - Self.head) % 5 == 0 else {
            return nil
        }
        let (width, height) = (Int(bytes[4]) << 8 | Int(bytes[5]), Int(bytes[6]) << 8 | Int(bytes[7]))
        var pixels: [UInt8] = []
        for place in stride(from: Self.head, to: bytes.count, by: 5) {
            let count = Int(bytes[place]) + 1
            guard pixels.count + count * 4 <= width * height * 4 else { return nil }
            for _ in 0..<count { pixels += bytes[place + 1..<place + 5] }
        }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// The encoded picture, from which ``init(compressed:)`` restores the same pixels.
    var compressed: Data {
        var bytes = Self.beginning
        for side in [width, height] { bytes += [UInt8(side >> 8), UInt8(side & 0xFF)] }
        var place = 0
        while place < pixels.count {
            let pixel = pixels[place..<place + 4]
            var count = 1
            while count < 256, place + count * 4 < pixels.count,
                pixels[place + count * 4..<place + count * 4 + 4].elementsEqual(pixel)
            {
                count += 1
            }
            bytes.append(UInt8(count - 1))
            bytes += pixel
            place += count * 4
        }
        return Data(bytes)
    }
}
