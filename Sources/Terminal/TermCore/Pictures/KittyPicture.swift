/// The commands of kitty's graphics protocol. Kitty answers none of them (`q=2`).
enum KittyPicture {
    /// The numbers of pictures. The encoder writes such a number as a colour of the text. The colours before these may
    /// be written in another way.
    static let numbers = 16...255

    /// The largest number of base64 digits in a command.
    private static let chunk = 4096

    /// Returns the commands that send a picture, and make it known for ``Placeholder``. The picture replaces an earlier
    /// one with the same number.
    static func send(_ picture: CellPicture, _ pixels: PixelGrid, number: Int) -> [UInt8] {
        let digits = base64(pixels.bytes)
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: chunk) {
            let end = min(start + chunk, digits.count)
            let first =
                "a=T,U=1,i=\(number),f=32,s=\(pixels.width),v=\(pixels.height),c=\(picture.columns),r=\(picture.rows),"
            let head = (start == 0 ? first : "") + "q=2,m=\(end < digits.count ? 1 : 0);"
            bytes += command(head) + digits[start..<end] + [0x1B, 0x5C]
        }
        return bytes
    }

    /// Returns the command that removes a picture and frees its memory.
    static func remove(number: Int) -> [UInt8] { command("a=d,d=I,i=\(number),q=2") + [0x1B, 0x5C] }

    private static func command(_ head: String) -> [UInt8] { Array("\u{1B}_G\(head)".utf8) }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var word = 0
            for place in 0..<3 { word = word << 8 | (place < count ? Int(bytes[start + place]) : 0) }
            for place in 0..<4 {
                result.append(place <= count ? digits[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return result
    }
}
