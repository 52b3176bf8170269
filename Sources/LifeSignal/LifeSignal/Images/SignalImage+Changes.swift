import Foundation

extension SignalImage {
    /// The picture, scaled to another size. Each new pixel is the mean of the old pixels that it covers, or the nearest
    /// old pixel. An impossible side length is replaced by the nearest possible one.
    func resized(to size: CGSize) -> SignalImage {
        let (width, height) = (Self.side(size.width), Self.side(size.height))
        let columns = (0..<width).map { Self.covered($0, of: width, over: self.width) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            let rows = Self.covered(y, of: height, over: self.height)
            for columns in columns { pixels += mean(rows, columns) }
        }
        return SignalImage(known: width, height, pixels)
    }

    /// The part of the picture inside a rectangle, or at least the pixel nearest to the rectangle.
    func cropped(to rectangle: CGRect) -> SignalImage {
        let columns = Self.range(rectangle.minX, rectangle.maxX, within: width)
        let rows = Self.range(rectangle.minY, rectangle.maxY, within: height)
        let pixels = rows.flatMap { row in
            self.pixels[(row * width + columns.lowerBound) * 4..<(row * width + columns.upperBound) * 4]
        }
        return SignalImage(known: columns.count, rows.count, pixels)
    }

    /// The mean colour of a block, with each pixel weighted by its opacity.
    private func mean(_ rows: Range<Int>, _ columns: Range<Int>) -> [UInt8] {
        var (red, green, blue, opacity) = (0, 0, 0, 0)
        for row in rows {
            for column in columns {
                let place = (row * width + column) * 4
                let weight = Int(pixels[place + 3])
                red += Int(pixels[place]) * weight
                green += Int(pixels[place + 1]) * weight
                blue += Int(pixels[place + 2]) * weight
                opacity += weight
            }
        }
        guard opacity > 0 else { return [0, 0, 0, 0] }
        let colours = [red, green, blue].map { UInt8(($0 + opacity / 2) / opacity) }
        return colours + [UInt8(opacity / (rows.count * columns.count))]
    }

    /// The range of old pixels, out of `length`, that the new pixel number `place` of `count` covers. The range has at
    /// least one pixel.
    private static func covered(_ place: Int, of count: Int, over length: Int) -> Range<Int> {
        let first = place * length / count
        return first..<max(first + 1, (place + 1) * length / count)
    }

    private static func side(_ length: CGFloat) -> Int {
        length.isNaN ? 1 : Int(min(max(length.rounded(), 1), CGFloat(largestSide)))
    }

    /// The range of whole pixels between two edges, clipped to the picture. The range has at least one pixel.
    private static func range(_ lower: CGFloat, _ upper: CGFloat, within length: Int) -> Range<Int> {
        func place(_ edge: CGFloat) -> Int { edge.isNaN ? 0 : Int(min(max(edge.rounded(), 0), CGFloat(length))) }
        let first = min(place(lower), length - 1)
        return first..<max(first + 1, place(upper))
    }
}
