/// Reads sixels: columns of six pixels, drawn colour by colour.
enum SixelReplay {
    /// Returns the rows of pixels of a device control string, or nil if it is no picture.
    static func pixels(_ bytes: [UInt8]) -> [[PictureReplay.Color?]]? {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "q")),
            bytes[..<start].allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") })
        else { return nil }
        var reader = Reader(rest: bytes[(start + 1)...])
        return reader.read()
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        private var rows: [[PictureReplay.Color?]] = []
        private var size = (width: 0, height: 0)
        private var registers: [Int: PictureReplay.Color] = [:]
        private var register = 0
        private var (x, top) = (0, 0)

        init(rest: ArraySlice<UInt8>) { self.rest = rest }

        mutating func read() -> [[PictureReplay.Color?]]? {
            while let byte = rest.popFirst() {
                switch Character(Unicode.Scalar(byte)) {
                case "\"":
                    let sides = numbers()
                    guard sides.count == 4, (1...4096).contains(sides[2]), (1...4096).contains(sides[3]) else {
                        return nil
                    }
                    size = (sides[2], sides[3])
                    rows = Array(repeating: Array(repeating: nil, count: size.width), count: size.height)
                case "#": guard choose(numbers()) else { return nil }
                case "$": x = 0
                case "-": (x, top) = (0, top + 6)
                case "!":
                    guard let count = numbers().first, let sixel = rest.popFirst(), draw(sixel, count) else {
                        return nil
                    }
                default: guard draw(byte, 1) else { return nil }
                }
            }
            return rows
        }

        private mutating func choose(_ numbers: [Int]) -> Bool {
            guard let first = numbers.first, first < 256 else { return false }
            register = first
            guard numbers.count > 1 else { return registers[first] != nil }
            guard numbers.count == 5, numbers[1] == 2, numbers[2...].allSatisfy({ $0 <= 100 }) else { return false }
            let parts = numbers[2...].map { UInt8($0 * 255 / 100) }
            registers[first] = PictureReplay.Color(parts[0], parts[1], parts[2])
            return true
        }

        /// Draws equal columns. Returns false if the byte is no sixel, or if a pixel is outside the picture.
        private mutating func draw(_ byte: UInt8, _ count: Int) -> Bool {
            guard (0x3F...0x7E).contains(byte), count <= size.width - x else { return false }
            for column in x..<x + count {
                for bit in 0..<6 where (byte - 0x3F) >> UInt8(bit) & 1 == 1 {
                    guard top + bit < size.height else { return false }
                    rows[top + bit][column] = registers[register]
                }
            }
            x += count
            return true
        }

        private mutating func numbers() -> [Int] {
            var found = [0]
            while let byte = rest.first {
                if byte == UInt8(ascii: ";") {
                    found.append(0)
                } else if (0x30...0x39).contains(byte) {
                    found[found.count - 1] = min(found[found.count - 1] * 10 + Int(byte - 0x30), 9_999)
                } else {
                    break
                }
                rest = rest.dropFirst()
            }
            return found
        }
    }
}
