extension Drawing {
    /// The picture of the pixels that a terminal in memory shows, with a line of words below it. Where there are no
    /// pixels, the picture is black.
    package static func svg(_ replay: VTReplay, cell: (width: Int, height: Int), words: String) -> String {
        let (width, height) = (replay.width * cell.width, replay.height * cell.height)
        let (wide, high) = (width * 3, height * 3)
        let data = base64(bitmap(width, height) { replay.pixel(x: $0, y: $1, cell: cell) })
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(wide) \(high + 24)" font-size="15">
            <rect width="\(wide)" height="\(high + 24)" fill="#16181d"/>
            <image width="\(wide)" height="\(high)" style="image-rendering: pixelated" href="data:image/bmp;base64,\(data)"/>
            <text x="4" y="\(high + 17)" font-family="monospace" fill="#d7dae0">\(words)</text>
            </svg>

            """
    }

    /// A Windows bitmap, whose rows are from the bottom to the top.
    private static func bitmap(
        _ width: Int, _ height: Int, _ color: (Int, Int) -> PictureReplay.Color?
    ) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) }
        }
        let row = (width * 3 + 3) / 4 * 4
        var bytes = Array("BM".utf8) + number(54 + row * height, 4) + number(0, 4) + number(54, 4)
        bytes += number(40, 4) + number(width, 4) + number(height, 4) + number(1, 2) + number(24, 2)
        bytes += Array(repeating: 0, count: 24)
        for y in (0..<height).reversed() {
            var line: [UInt8] = []
            for x in 0..<width {
                let pixel = color(x, y) ?? PictureReplay.Color(0, 0, 0)
                line += [pixel.blue, pixel.green, pixel.red]
            }
            bytes += line + Array(repeating: 0, count: row - line.count)
        }
        return bytes
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 { text.append(place <= part.count ? digits[word >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }
}
