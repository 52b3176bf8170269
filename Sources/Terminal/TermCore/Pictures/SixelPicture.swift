/// Pixels as sixels: columns of six pixels, each in one of the terminal's colour registers (DEC STD 070).
struct SixelPicture {
    private let pixels: PixelGrid
    /// The colours of the registers.
    private let colors: [Palette.Parts]
    /// The register of each pixel, or ``none``.
    private let registers: [UInt8]

    /// A transparent pixel, which keeps the terminal's background.
    private static let none: UInt8 = 255
    /// The number of colours. Most terminals have 256 registers.
    private static let mostColors = 255

    /// Chooses the colours of a picture.
    init(_ pixels: PixelGrid) {
        self.pixels = pixels
        var counts: [Int: Int] = [:]
        for place in 0..<pixels.width * pixels.height {
            if let bucket = Self.bucket(pixels, place) { counts[bucket, default: 0] += 1 }
        }
        var boxes = counts.isEmpty ? [] : [Box(counts.map { ($0.key, $0.value) })]
        while boxes.count < Self.mostColors,
            let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }), boxes[widest].weight > 0
        {
            let (first, second) = boxes[widest].halves
            boxes[widest] = first
            boxes.append(second)
        }
        colors = boxes.map(\.mean)
        var known: [Int: UInt8] = [:]
        for (register, box) in boxes.enumerated() {
            for bucket in box.buckets { known[bucket.color] = UInt8(register) }
        }
        registers = (0..<pixels.width * pixels.height).map { place in
            Self.bucket(pixels, place).flatMap { known[$0] } ?? Self.none
        }
    }

    /// The highest five bits of each part of a pixel's colour, or nil for a transparent pixel.
    private static func bucket(_ pixels: PixelGrid, _ place: Int) -> Int? {
        guard pixels.bytes[place * 4 + 3] >= PixelGrid.opaque else { return nil }
        return (0..<3).reduce(0) { $0 << 5 | Int(pixels.bytes[place * 4 + $1] >> 3) }
    }

    /// A set of similar colours, which share a register (median cut).
    private struct Box {
        let buckets: [(color: Int, count: Int)]
        /// The part of the colour with the largest range: the number of bits below it.
        private let shift: Int
        /// The number of pixels, times the largest range.
        let weight: Int

        init(_ buckets: [(color: Int, count: Int)]) {
            self.buckets = buckets
            let ranges = [10, 5, 0].map { shift in
                let parts = buckets.map { $0.color >> shift & 31 }
                return (range: (parts.max() ?? 0) - (parts.min() ?? 0), shift: shift)
            }
            let widest = ranges.max { $0.range < $1.range } ?? (0, 0)
            shift = widest.shift
            weight = widest.range * buckets.reduce(0) { $0 + $1.count }
        }

        /// Two boxes with about the same number of pixels. There must be two colours.
        var halves: (Box, Box) {
            let sorted = buckets.sorted { ($0.color >> shift & 31, $0.color) < ($1.color >> shift & 31, $1.color) }
            let all = sorted.reduce(0) { $0 + $1.count }
            var (seen, end) = (0, 0)
            while end < sorted.count - 1, seen + sorted[end].count <= all / 2 || end == 0 {
                seen += sorted[end].count
                end += 1
            }
            return (Box(Array(sorted[..<end])), Box(Array(sorted[end...])))
        }

        var mean: Palette.Parts {
            let all = max(1, buckets.reduce(0) { $0 + $1.count })
            func part(_ shift: Int) -> UInt8 {
                let sum = buckets.reduce(0) { $0 + ($1.color >> shift & 31) * $1.count }
                return UInt8((sum * 255 / 31 + all / 2) / all)
            }
            return (part(10), part(5), part(0))
        }
    }

    /// The device control string that draws the picture at the cursor.
    var bytes: [UInt8] {
        var bytes = Array("\u{1B}P0;1q\"1;1;\(pixels.width);\(pixels.height)".utf8)
        for (register, color) in colors.enumerated() {
            let parts = [color.red, color.green, color.blue].map { (Int($0) * 100 + 127) / 255 }
            bytes += "#\(register);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8
        }
        for top in stride(from: 0, to: pixels.height, by: 6) {
            if top > 0 { bytes.append(UInt8(ascii: "-")) }
            appendBand(top, to: &bytes)
        }
        return bytes + [0x1B, 0x5C]
    }

    /// Appends six rows, colour by colour.
    private func appendBand(_ top: Int, to bytes: inout [UInt8]) {
        var columns: [UInt8: [UInt8]] = [:]
        for y in top..<min(top + 6, pixels.height) {
            for x in 0..<pixels.width {
                let register = registers[y * pixels.width + x]
                guard register != Self.none else { continue }
                columns[register, default: Array(repeating: 0, count: pixels.width)][x] |= 1 << UInt8(y - top)
            }
        }
        var isFirst = true
        for (register, bits) in columns.sorted(by: { $0.key < $1.key }) {
            if !isFirst { bytes.append(UInt8(ascii: "$")) }
            isFirst = false
            bytes.append(UInt8(ascii: "#"))
            bytes.append(decimal: Int(register))
            Self.append(bits, to: &bytes)
        }
    }

    /// Appends columns of six pixels. Equal columns are counted.
    private static func append(_ columns: [UInt8], to bytes: inout [UInt8]) {
        var place = 0
        while place < columns.count {
            var end = place + 1
            while end < columns.count, columns[end] == columns[place] { end += 1 }
            // The rest of a row is left out if nothing of this colour is in it.
            if columns[place] == 0, end == columns.count { return }
            let sixel = columns[place] + 0x3F
            if end - place > 3 {
                bytes.append(UInt8(ascii: "!"))
                bytes.append(decimal: end - place)
                bytes.append(sixel)
            } else {
                bytes += repeatElement(sixel, count: end - place)
            }
            place = end
        }
    }
}
