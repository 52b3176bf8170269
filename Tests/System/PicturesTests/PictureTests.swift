import Foundation
import PictureCodec
import PictureModel
import Pictures
import TestSupport
import Testing

@Suite struct PictureTests {
    private let child: PictureChild

    init() throws { child = try PictureFixtures.child() }

    @Test("picture: a PNG that was written is read as it was")
    func png() throws {
        let pixels = PictureFixtures.pixels(37, 11)
        let file = try child.png(width: 37, height: 11, pixels: pixels)
        let result = try child.decode(file)
        #expect(result.width == 37 && result.height == 11 && result.bytes == pixels && result.facts.isEmpty)
        let clear = try child.png(width: 1, height: 1, pixels: [9, 8, 7, 0])
        #expect(try child.decode(clear).bytes == [9, 8, 7, 0])
    }

    @Test("picture: a JPEG obeys its quality")
    func jpeg() throws {
        let pixels = PictureFixtures.pixels(200, 100)
        let sizes = try [1, 40, 75, 100].map { quality in
            try child.jpeg(width: 200, height: 100, pixels: pixels, quality: quality)
        }
        #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0.count < $1.count })
        let best = try child.decode(sizes[3])
        #expect(best.width == 200 && best.height == 100)
        let errors = zip(best.bytes, pixels).map { abs(Int($0) - Int($1)) }
        #expect(errors.reduce(0, +) / errors.count < 8)
        // A transparent pixel becomes white.
        let white = try child.decode(try child.jpeg(width: 1, height: 1, pixels: [0, 0, 0, 0], quality: 100))
        #expect(white.bytes == [255, 255, 255, 255])
    }

    /// The corners of a picture as a camera stores it, and where they belong.
    @Test(
        "picture: it is turned upright",
        arguments: [
            (1, "abcd"), (2, "badc"), (3, "dcba"), (4, "cdab"), (5, "acbd"), (6, "cadb"), (7, "dbca"), (8, "bdac"),
        ])
    func upright(orientation: Int, corners: String) throws {
        let colours: [Character: [UInt8]] = [
            "a": [255, 0, 0, 255], "b": [0, 255, 0, 255], "c": [0, 0, 255, 255], "d": [255, 255, 255, 255],
        ]
        var pixels: [UInt8] = []
        for y in 0..<32 {
            for x in 0..<64 { pixels += colours[Array("abcd")[y / 16 * 2 + x / 32]] ?? [] }
        }
        let plain = try child.jpeg(width: 64, height: 32, pixels: pixels, quality: 100)
        let file = PictureFixtures.jpeg(plain, exif: ExifFixture(orientation: orientation).bytes)
        let result = try child.decode(file)
        #expect((result.width, result.height) == (orientation < 5 ? (64, 32) : (32, 64)))
        let found = [(4, 4), (result.width - 5, 4), (4, result.height - 5), (result.width - 5, result.height - 5)]
            .map { x, y -> Character in
                let place = (y * result.width + x) * 4
                let pixel = result.bytes[place..<place + 4]
                return colours.first { zip($0.value, pixel).allSatisfy { abs(Int($0) - Int($1)) < 40 } }?.key ?? "?"
            }
        #expect(String(found) == corners)
        // A smaller picture is turned too.
        let small = try child.decode(file, longestSide: 16)
        #expect((small.width, small.height) == (orientation < 5 ? (16, 8) : (8, 16)))
    }

    @Test("picture: the facts of its file are read, and a renewed file has no facts")
    func facts() throws {
        let pixels = PictureFixtures.pixels(64, 32)
        let plain = try child.jpeg(width: 64, height: 32, pixels: pixels, quality: 80)
        let file = PictureFixtures.jpeg(plain, exif: ExifFixture(orientation: 6).bytes)
        let facts = try child.decode(file).facts
        #expect(facts.moment == PictureFacts.Moment("2026:11:30 12:41:16") && facts.moment?.hour == 12)
        #expect(facts.maker == "Lumen" && facts.camera == "L-1" && facts.lens == "Prime 50")
        #expect(facts.exposure == 1.0 / 125 && facts.aperture == 2.8 && facts.sensitivity == 400)
        #expect(facts.focalLength == 50 && facts.latitude == -33.5)
        #expect(abs((facts.longitude ?? 0) - 151.21) < 1e-9)
        let renewed = try child.renew(file, longestSide: 16, quality: 80)
        #expect(renewed.width == 8 && renewed.height == 16 && renewed.facts.isEmpty)
        #expect(try child.decode(renewed.bytes).facts.isEmpty)
        let text = String(decoding: renewed.bytes, as: Unicode.ASCII.self)
        #expect(!text.contains("Exif") && !text.contains("Lumen"))
    }

    @Test("picture: a UIImage is read from a file and written to one, as in UIKit")
    func image() async throws {
        let image = try #require(UIImage(width: 20, height: 10, pixels: PictureFixtures.pixels(20, 10)))
        let data = try #require(image.pngData())
        #expect(UIImage(data: data) == image)
        let small = try #require(image.jpegData(compressionQuality: 0.1))
        #expect(small.count < (image.jpegData(compressionQuality: 1) ?? Data()).count)
        let directory = try TestDirectory()
        try data.write(to: URL(filePath: directory.path + "/picture.png"))
        #expect(UIImage(contentsOfFile: directory.path + "/picture.png") == image)
        #expect(UIImage(contentsOfFile: directory.path + "/none.png") == nil)
        #expect(UIImage(data: Data("text".utf8)) == nil && UIImage(systemName: "key")?.pngData() == nil)
        #expect(try await Photograph.read(Array(data), longestSide: 5).image.size == CGSize(width: 5, height: 3))
    }
}
