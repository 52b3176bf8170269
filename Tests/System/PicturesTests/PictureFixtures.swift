import PictureCodec
import PictureModel
import TestSupport

/// Pictures for the tests.
enum PictureFixtures {
    static func child() throws -> PictureChild { PictureChild(program: try Products.executable("seam-picture")) }

    /// A picture whose pixels all differ from their neighbours, and none is transparent.
    static func pixels(_ width: Int, _ height: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                pixels.append(UInt8(truncatingIfNeeded: x * 255 / max(1, width - 1)))
                pixels.append(UInt8(truncatingIfNeeded: y * 255 / max(1, height - 1)))
                pixels.append(UInt8(truncatingIfNeeded: (x / 8 + y / 8) * 16))
                pixels.append(255)
            }
        }
        return pixels
    }

    /// A JPEG file with EXIF inserted behind its first marker.
    static func jpeg(_ file: [UInt8], exif: [UInt8]) -> [UInt8] {
        let content = Array("Exif\0\0".utf8) + exif
        let length = content.count + 2
        return file.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + file.dropFirst(2)
    }
}

/// EXIF as a camera writes it, big-endian.
struct ExifFixture {
    private var rooms: [[(tag: Int, kind: Int, count: Int, bytes: [UInt8])]] = [[], [], []]

    init(orientation: Int, place: Bool = true) {
        rooms[0] = [text(0x10F, "Lumen"), text(0x110, "L-1"), short(0x112, orientation)]
        rooms[1] = [
            ratio(0x829A, [(1, 125)]), ratio(0x829D, [(28, 10)]), short(0x8827, 400),
            text(0x9003, "2026:11:30 12:41:16"), ratio(0x920A, [(50, 1)]), text(0xA434, "Prime 50"),
        ]
        guard place else { return }
        rooms[2] = [
            text(1, "S"), ratio(2, [(33, 1), (30, 1), (0, 1)]), text(3, "E"), ratio(4, [(151, 1), (12, 1), (36, 1)]),
        ]
    }

    private func text(_ tag: Int, _ text: String) -> (Int, Int, Int, [UInt8]) {
        (tag, 2, text.utf8.count + 1, Array(text.utf8) + [0])
    }

    private func short(_ tag: Int, _ value: Int) -> (Int, Int, Int, [UInt8]) {
        (tag, 3, 1, [UInt8(value >> 8), UInt8(value & 0xFF), 0, 0])
    }

    private func ratio(_ tag: Int, _ values: [(Int, Int)]) -> (Int, Int, Int, [UInt8]) {
        (tag, 5, values.count, values.flatMap { PNGBytes.four($0.0) + PNGBytes.four($0.1) })
    }

    var bytes: [UInt8] {
        // The first room gets the places of the others once they are known; each pointer has the size of an entry.
        let sizes = rooms.map { room in
            6 + room.count * 12 + room.map(\.bytes.count).filter { $0 > 4 }.reduce(0, +)
        }
        let start = 8
        let second = start + sizes[0] + 24
        let third = second + sizes[1]
        var first = rooms[0]
        first.append((0x8769, 4, 1, PNGBytes.four(second)))
        first.append((0x8825, 4, 1, PNGBytes.four(third)))
        return Array("MM".utf8) + [0, 42] + PNGBytes.four(start) + Self.room(first, at: start)
            + Self.room(rooms[1], at: second) + Self.room(rooms[2], at: third)
    }

    private static func room(_ entries: [(tag: Int, kind: Int, count: Int, bytes: [UInt8])], at place: Int) -> [UInt8] {
        var (head, rest): ([UInt8], [UInt8]) = ([0, UInt8(entries.count)], [])
        let end = place + 2 + entries.count * 12 + 4
        for entry in entries {
            head += [UInt8(entry.tag >> 8), UInt8(entry.tag & 0xFF), 0, UInt8(entry.kind)]
            head += PNGBytes.four(entry.count)
            if entry.bytes.count > 4 {
                head += PNGBytes.four(end + rest.count)
                rest += entry.bytes
            } else {
                head += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
            }
        }
        return head + [0, 0, 0, 0] + rest
    }
}
