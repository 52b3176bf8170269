import Foundation
import LifeSignal
import Testing

@Suite("Pictures")
struct ImageTests {
    private let client = ImageClient.liveValue
    /// An image of 4 × 2 pixels. The upper row is black, white, black, white. The lower row is red, and its last pixel
    /// is transparent.
    private let image: SignalImage

    init() throws {
        let (black, white, red) =
            ([0, 0, 0, 255], [255, 255, 255, 255], [255, 0, 0, 255]) as ([UInt8], [UInt8], [UInt8])
        let pixels = [black, white, black, white, red, red, red, [0, 255, 0, 0]].flatMap { $0 }
        image = try #require(SignalImage(width: 4, height: 2, pixels: pixels))
    }

    @Test("image: bytes that do not fit are no picture")
    func sizes() {
        #expect(SignalImage(width: 1, height: 1, pixels: [1, 2, 3, 4])?.size == CGSize(width: 1, height: 1))
        #expect(SignalImage(width: 0, height: 1, pixels: []) == nil)
        #expect(SignalImage(width: 1, height: 1, pixels: [1, 2, 3]) == nil)
        #expect(SignalImage(width: 8_193, height: 1, pixels: [UInt8](repeating: 0, count: 8_193 * 4)) == nil)
        #expect(SignalImage(width: .max, height: .max, pixels: []) == nil)
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
            (CGSize(width: CGFloat.infinity, height: 1), 8_192, 1),
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

    @Test("image: bytes hold the picture; others are refused")
    func bytes() throws {
        let data = client.compressImage(image: image, quality: 0.5)
        #expect(SignalImage(compressed: data) == image)
        let plain = try #require(SignalImage(width: 300, height: 2, pixels: [UInt8](repeating: 7, count: 2_400)))
        #expect(client.compressImage(plain, 1).count == 8 + 3 * 5)
        #expect(SignalImage(compressed: client.compressImage(plain, 1)) == plain)
        for count in 0..<data.count { #expect(SignalImage(compressed: data.prefix(count)) == nil) }
        #expect(SignalImage(compressed: data + [0, 1, 2, 3, 4]) == nil)
        #expect(SignalImage(compressed: Data("LSI1".utf8) + [255, 255, 255, 255, 0, 0, 0, 0, 0]) == nil)
    }
}
