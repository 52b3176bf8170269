package import Foundation

extension UIImage {
    /// The picture, scaled to another size. Each new pixel is the mean of the old pixels that it covers, or the nearest
    /// old pixel. An impossible side length is replaced by the nearest possible one. A symbol stays as it is.
    package func resized(to size: CGSize) -> UIImage {
        guard self.width > 0 else { return self }
        let width = Self.side(size.width)
        // The number of pixels is limited too.
        let height = min(Self.side(size.height), Self.mostPixels / width)
        let columns = (0..<width).map { Self.covered($0, of: width, over: self.width) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        var (last, row): (Range<Int>?, [UInt8]) = (nil, [])
        for y in 0..<height {
            let rows = Self.covered(y, of: height, over: self.height)
            // In a larger picture, many rows are the same.
            if rows != last {
                row.removeAll(keepingCapacity: true)
                for columns in columns { appendMean(rows, columns, to: &row) }
                last = rows
            }
            pixels += row
        }
        return UIImage(known: width, height, pixels)
    }

    /// The picture, made smaller so that its longest side has at most `side` pixels. A small picture stays as it is.
    package func fitting(_ side: Int) -> UIImage {
        let longest = max(width, height)
        guard longest > side else { return self }
        let scale = CGFloat(side) / CGFloat(longest)
        return resized(to: CGSize(width: size.width * scale, height: size.height * scale))
    }

    /// The part of the picture inside a rectangle, or at least the pixel nearest to the rectangle. A symbol stays as it
    /// is.
    package func cropped(to rectangle: CGRect) -> UIImage {
        guard width > 0 else { return self }
        let columns = Self.range(rectangle.minX, rectangle.maxX, within: width)
        let rows = Self.range(rectangle.minY, rectangle.maxY, within: height)
        let pixels = rows.flatMap { row in
            self.pixels[(row * width + columns.lowerBound) * 4..<(row * width + columns.upperBound) * 4]
        }
        return UIImage(known: columns.count, rows.count, pixels)
    }

    /// Appends the mean colour of a block, with each pixel weighted by its opacity.
    private func appendMean(_ rows: Range<Int>, _ columns: Range<Int>, to result: inout [UInt8]) {
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
        let half = opacity / 2
        result.append(opacity > 0 ? UInt8((red + half) / opacity) : 0)
        result.append(opacity > 0 ? UInt8((green + half) / opacity) : 0)
        result.append(opacity > 0 ? UInt8((blue + half) / opacity) : 0)
        result.append(UInt8(opacity / (rows.count * columns.count)))
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
