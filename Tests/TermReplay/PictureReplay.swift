import TermCore

/// The pictures of a terminal in memory. It reads kitty's commands and sixels by itself, so that a test sees the pixels
/// that a person would see. It shares no code with the writers of these bytes.
package struct PictureReplay: Sendable {
    /// The red, green and blue parts of a pixel.
    package struct Color: Hashable, Sendable {
        package let red: UInt8
        package let green: UInt8
        package let blue: UInt8

        /// Creates a colour.
        package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// Returns the largest difference of a part.
        package func distance(to other: Color) -> Int {
            [(red, other.red), (green, other.green), (blue, other.blue)].map { abs(Int($0) - Int($1)) }.max() ?? 0
        }
    }

    /// A picture that kitty has.
    private struct Sent {
        var keys: [String: String]
        var digits: [UInt8] = []
        var bytes: [UInt8] = []

        func number(_ key: String) -> Int { keys[key].flatMap(Int.init) ?? 0 }
    }

    private struct Place: Hashable {
        let x: Int
        let y: Int
    }

    private var sent: [Int: Sent] = [:]
    private var sending: Int?
    /// The pixels of sixels, by their cells, and in each cell by their places.
    private var drawn: [Place: [Place: Color]] = [:]
    /// The number of pictures that were sent or drawn so far.
    package private(set) var count = 0
    /// The size of a cell in pixels, for sixels.
    package var cell = (width: 4, height: 8)

    /// The numbers of the pictures that kitty has.
    package var numbers: [Int] { sent.keys.sorted() }

    /// Takes a string for the cursor's place. Returns false if the string is not understood.
    mutating func take(_ bytes: [UInt8], kind: UInt8, x: Int, y: Int) -> Bool {
        if kind == UInt8(ascii: "_") { return bytes.first == UInt8(ascii: "G") && command(bytes.dropFirst()) }
        guard let pixels = SixelReplay.pixels(bytes) else { return false }
        count += 1
        for (row, line) in pixels.enumerated() {
            for (column, color) in line.enumerated() {
                guard let color else { continue }
                let (left, top) = (x * cell.width + column, y * cell.height + row)
                let place = Place(x: left / cell.width, y: top / cell.height)
                drawn[place, default: [:]][Place(x: left % cell.width, y: top % cell.height)] = color
            }
        }
        return true
    }

    /// Removes the sixels of a cell, because something was written there.
    mutating func clear(x: Int, y: Int) { drawn[Place(x: x, y: y)] = nil }

    // MARK: - Kitty

    private mutating func command(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        var keys: [String: String] = [:]
        for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2 else { return false }
            keys[sides[0]] = sides[1]
        }
        // Kitty answers other commands, and the answers would be read as keys.
        guard keys["q"] == "2" else { return false }
        if keys["a"] == "d" {
            guard keys["d"] == "I", let number = keys["i"].flatMap(Int.init) else { return false }
            sent[number] = nil
            return true
        }
        guard parts.count == 2, parts[1].count <= 4096 else { return false }
        return data(parts[1], keys)
    }

    private mutating func data(_ digits: ArraySlice<UInt8>, _ keys: [String: String]) -> Bool {
        if sending == nil {
            guard keys["a"] == "T", keys["U"] == "1", keys["f"] == "32", let number = keys["i"].flatMap(Int.init)
            else { return false }
            (sent[number], sending) = (Sent(keys: keys), number)
        }
        guard let number = sending else { return false }
        sent[number]?.digits += digits
        if keys["m"] == "1" { return true }
        sending = nil
        count += 1
        guard let picture = sent[number], let bytes = Self.decoded(picture.digits),
            bytes.count == picture.number("s") * picture.number("v") * 4
        else { return false }
        sent[number]?.bytes = bytes
        sent[number]?.digits = []
        return true
    }

    private static func decoded(_ digits: [UInt8]) -> [UInt8]? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let values = Dictionary(uniqueKeysWithValues: alphabet.enumerated().map { ($0.element, $0.offset) })
        var (bytes, word, bits) = ([UInt8](), 0, 0)
        for digit in digits where digit != UInt8(ascii: "=") {
            guard let value = values[digit] else { return nil }
            (word, bits) = ((word << 6 | value) & 0xFFFF, bits + 6)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(word >> bits & 0xFF))
            }
        }
        return bytes
    }

    /// The first marks of kitty's list, which name the rows and columns from 0 on.
    private static let marks: [UInt32] = [
        0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350, 0x351, 0x352, 0x357,
        0x35B, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36A, 0x36B, 0x36C, 0x36D, 0x36E, 0x36F, 0x483, 0x484,
        0x485, 0x486, 0x487, 0x592, 0x593, 0x594, 0x595, 0x597, 0x598, 0x599, 0x59C, 0x59D, 0x59E, 0x59F, 0x5A0, 0x5A1,
    ]

    /// The colour of a pixel in a cell.
    func pixel(
        under cell: Cell, at place: (x: Int, y: Int), _ x: Int, _ y: Int, cell size: (width: Int, height: Int)
    ) -> Color? {
        let scalars = cell.glyph.scalars
        guard scalars.first == "\u{10EEEE}", scalars.count == 3 else {
            return drawn[Place(x: place.x, y: place.y)]?[Place(x: x, y: y)]
        }
        guard case .palette(let number) = cell.style.foreground.kind, let picture = sent[Int(number)],
            let row = Self.marks.firstIndex(of: scalars[1].value),
            let column = Self.marks.firstIndex(of: scalars[2].value)
        else { return nil }
        let (width, height) = (picture.number("s"), picture.number("v"))
        let left = (column * size.width + x) * width / max(1, picture.number("c") * size.width)
        let top = (row * size.height + y) * height / max(1, picture.number("r") * size.height)
        guard left < width, top < height else { return nil }
        let start = (top * width + left) * 4
        guard picture.bytes.count > start + 3, picture.bytes[start + 3] >= 128 else { return nil }
        return Color(picture.bytes[start], picture.bytes[start + 1], picture.bytes[start + 2])
    }
}
