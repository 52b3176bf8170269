/// The bytes of PNG files that no program would write.
package enum PNGBytes {
    /// The bytes with which each file begins.
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk with its checksum.
    package static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + bytes
        return four(bytes.count) + content + four(Int(checksum(content)))
    }

    /// A file that claims a size, in true colour with opacity, and has hardly any pixels.
    package static func claiming(_ width: Int, _ height: Int) -> [UInt8] {
        signature + chunk("IHDR", four(width) + four(height) + [8, 6, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + chunk("IEND", [])
    }

    /// A file with right checksums, as far as its chunks can be found.
    package static func repaired(_ file: [UInt8]) -> [UInt8] {
        var (file, place) = (file, signature.count)
        while place + 12 <= file.count {
            let count = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard place + 12 + count <= file.count else { break }
            let end = place + 8 + count
            file.replaceSubrange(end..<end + 4, with: four(Int(checksum(Array(file[place + 4..<end])))))
            place = end + 4
        }
        return file
    }

    /// A number as four bytes.
    package static func four(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}
