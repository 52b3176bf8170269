import Foundation
import LifeSignal
import Testing

@Suite("Pictures")
struct ImageTests {
    private let client = ImageClient.liveValue
    /// An image of 4 × 2 pixels. The upper row is black, white, black, white. The lower row is red, and its last pixel
    /// is transparent.
    private let image: UIImage

    init() throws {
        let (black, white, red) =
            ([0, 0, 0, 255], [255, 255, 255, 255], [255, 0, 0, 255]) as ([UInt8], [UInt8], [UInt8])
        let pixels = [black, white, black, white, red, red, red, [0, 255, 0, 0]].flatMap { $0 }
        image = try #require(UIImage(width: 4, height: 2, pixels: pixels))
    }

    @Test("image: bytes that do not fit are no picture")
    func sizes() {
        #expect(UIImage(width: 1, height: 1, pixels: [1, 2, 3, 4])?.size == CGSize(width: 1, height: 1))
        #expect(UIImage(width: 0, height: 1, pixels: []) == nil)
        #expect(UIImage(width: 1, height: 1, pixels: [1, 2, 3]) == nil)
        #expect(UIImage(width: 8_193, height: 1, pixels: [UInt8](repeating: 0, count: 8_193 * 4)) == nil)
        #expect(UIImage(width: .max, height: .max, pixels: []) == nil)
        #expect(UIImage(width: 8_000, height: 8_000, pixels: []) == nil)
        #expect(UIImage(systemName: "") == nil && UIImage(systemName: "key")?.size == .zero)
    }

    @Test("image: made smaller, a pixel is the mean of those that it covers, as far as they are opaque")
    func smaller() {
        let small = client.resizeImage(image: image, to: CGSize(width: 2, height: 2))
        #expect(small.pixels == [128, 128, 128, 255, 128, 128, 128, 255, 255, 0, 0, 255, 255, 0, 0, 127])
        #expect(client.resizeImage(image, CGSize(width: 4, height: 2)).pixels.prefix(28) == image.pixels.prefix(28))
        #expect(client.resizeImage(image, CGSize(width: 8, height: 4)).pixels[4..<8] == image.pixels[0..<4])
    }

    @Test(
        "image: what cannot be becomes the nearest that can",
        arguments: [
            (CGSize(width: 0, height: -5), 1, 1), (CGSize(width: CGFloat.nan, height: 2.4), 1, 2),
            (CGSize(width: CGFloat.infinity, height: 1), 8_192, 1), (CGSize(width: 8_192, height: 8_192), 8_192, 4_882),
        ])
    func clamped(size: CGSize, width: Int, height: Int) {
        let image = client.resizeImage(image, size)
        #expect(image.width == width && image.height == height)
        #expect(image.pixels.count == width * height * 4)
    }

    @Test("image: a part is cut out; at least a pixel")
    func crops() {
        let part = client.cropImage(image: image, to: CGRect(x: 1, y: 1, width: 2, height: 9))
        #expect(part.width == 2 && part.height == 1 && part.pixels == [255, 0, 0, 255, 255, 0, 0, 255])
        let far = client.cropImage(image, CGRect(x: 90, y: -90, width: 1, height: 1))
        #expect(far.width == 1 && far.height == 1 && far.pixels == [255, 255, 255, 255])
        let all = client.cropImage(image, CGRect(x: -9, y: -9, width: CGFloat.infinity, height: 99))
        #expect(all.height == 2)
    }

    @Test("image: a file is written in the quality that was asked for")
    func files() throws {
        var pixels: [UInt8] = []
        for place in 0..<64 * 64 {
            pixels += [UInt8(place % 64 * 4), UInt8(place / 64 * 4), UInt8(place % 7 * 30), 255]
        }
        let image = try #require(UIImage(width: 64, height: 64, pixels: pixels))
        let sizes = [0, 0.5, 1].map { client.compressImage(image: image, quality: $0).count }
        #expect(sizes[0] > 0 && sizes[0] < sizes[1] && sizes[1] < sizes[2])
        #expect(UIImage(data: client.compressImage(image, 1))?.size == image.size)
    }
}
