extension UIImage {
    /// Creates a picture of one pixel. Scaling it gives a picture of one colour.
    package init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8) {
        self.init(known: 1, 1, [red, green, blue, opacity])
    }

    /// The picture with transparent pixels outside of its round corners. The radius is in pixels, and at most half of
    /// the shorter side. A symbol stays as it is.
    package func rounded(radius: Double) -> UIImage {
        let most = Double(min(width, height)) / 2
        let radius = radius.isNaN ? 0 : min(max(radius, 0), most)
        guard radius > 0 else { return self }
        var pixels = pixels
        for y in 0..<height {
            for x in 0..<width {
                let (left, top) = (Double(x) + 0.5, Double(y) + 0.5)
                let across = max(radius - left, left - (Double(width) - radius), 0)
                let down = max(radius - top, top - (Double(height) - radius), 0)
                if across * across + down * down > radius * radius { pixels[(y * width + x) * 4 + 3] = 0 }
            }
        }
        return UIImage(known: width, height, pixels)
    }

    /// The picture with all pixels outside of a rectangle darker, and a line of the given width along its inner edge
    /// and along its thirds. The rectangle is in pixels.
    package func framed(
        x columns: Range<Int>, y rows: Range<Int>, line: Int, shade: Double
    ) -> UIImage {
        guard width > 0 else { return self }
        let share = shade.isNaN ? 1 : 1 - min(max(shade, 0), 1)
        let lines = (Self.lines(columns, line), Self.lines(rows, line))
        var pixels = pixels
        for y in 0..<height {
            for x in 0..<width {
                let place = (y * width + x) * 4
                if columns.contains(x), rows.contains(y) {
                    let isLine = lines.0.contains { $0.contains(x) } || lines.1.contains { $0.contains(y) }
                    for part in place..<place + 4 where isLine { pixels[part] = 255 }
                } else {
                    for part in place..<place + 3 { pixels[part] = UInt8(Double(pixels[part]) * share) }
                }
            }
        }
        return UIImage(known: width, height, pixels)
    }

    /// The places of the lines along the edges and the thirds of a range. The lines at the thirds are thinner.
    private static func lines(_ range: Range<Int>, _ width: Int) -> [Range<Int>] {
        let (first, last, thin) = (range.lowerBound, range.upperBound, max(1, width / 2))
        let third = (last - first) / 3
        return [
            first..<first + width, last - width..<last, first + third..<first + third + thin,
            last - third - thin..<last - third,
        ]
    }
}
