/// Uncompressed pixels, row by row from the upper left.
package struct PixelGrid: Hashable, Sendable {
    /// The number of pixels in a row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// The red, green, blue and opacity bytes of each pixel. Colours are not premultiplied.
    package let bytes: [UInt8]

    /// A pixel that is at least this opaque is drawn. Others are left out, because a cell is not transparent.
    static let opaque: UInt8 = 128

    /// Creates a grid, or returns nil if the number of bytes does not match the size.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, bytes.count % 4 == 0, bytes.count / 4 / width == height,
            bytes.count / 4 % width == 0
        else { return nil }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Creates a grid whose size is known to match.
    init(known width: Int, _ height: Int, _ bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// The part of a grid that is shown, as fractions of the grid's sides.
    package struct Part: Hashable, Sendable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        /// Creates a part. Each value is limited, so that the part is inside the grid and not empty.
        package init(x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
            func limited(_ value: Double, _ least: Double, _ most: Double) -> Double {
                value.isNaN ? least : min(max(value, least), most)
            }
            self.width = limited(width, 0.000_1, 1)
            self.height = limited(height, 0.000_1, 1)
            self.x = limited(x, 0, 1 - self.width)
            self.y = limited(y, 0, 1 - self.height)
        }

        /// The whole grid.
        package static let whole = Part()
    }

    /// The number of pixels of one row that are read for a new pixel. The work for a picture therefore depends on the
    /// size in which it is shown, and not on its own size.
    private static let samples = 4

    /// Returns a part of the grid in another size, which must be positive. A new pixel is the mean of the pixels that
    /// it covers, with each pixel weighted by its opacity.
    package func scaled(_ part: Part, to width: Int, _ height: Int) -> PixelGrid {
        let columns = Self.places(part.x, part.width, of: width, over: self.width)
        let rows = Self.places(part.y, part.height, of: height, over: self.height)
        var scaled: [UInt8] = []
        scaled.reserveCapacity(width * height * 4)
        for row in rows {
            for column in columns { appendMean(row, column, to: &scaled) }
        }
        return PixelGrid(known: width, height, scaled)
    }

    private func appendMean(_ rows: [Int], _ columns: [Int], to scaled: inout [UInt8]) {
        var (red, green, blue, opacity) = (0, 0, 0, 0)
        for row in rows {
            for column in columns {
                let place = (row * width + column) * 4
                let weight = Int(bytes[place + 3])
                red += Int(bytes[place]) * weight
                green += Int(bytes[place + 1]) * weight
                blue += Int(bytes[place + 2]) * weight
                opacity += weight
            }
        }
        let whole = max(1, opacity)
        scaled.append(UInt8((red + whole / 2) / whole))
        scaled.append(UInt8((green + whole / 2) / whole))
        scaled.append(UInt8((blue + whole / 2) / whole))
        scaled.append(UInt8(opacity / (rows.count * columns.count)))
    }

    /// Returns the old places that are read for each of `count` new places.
    private static func places(_ start: Double, _ length: Double, of count: Int, over side: Int) -> [[Int]] {
        let step = length * Double(side) / Double(count)
        let samples = min(Self.samples, max(1, Int(step.rounded(.up))))
        return (0..<count).map { place in
            (0..<samples).map { sample in
                let old = start * Double(side) + (Double(place) + (Double(sample) + 0.5) / Double(samples)) * step
                return min(max(Int(old), 0), side - 1)
            }
        }
    }

    /// The colour of a pixel, or nil if the pixel is transparent.
    func color(_ x: Int, _ y: Int) -> Palette.Parts? {
        let place = (y * width + x) * 4
        guard bytes[place + 3] >= Self.opaque else { return nil }
        return (bytes[place], bytes[place + 1], bytes[place + 2])
    }
}
