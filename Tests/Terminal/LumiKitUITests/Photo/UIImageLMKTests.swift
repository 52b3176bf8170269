import Foundation
import LumiKitUI
import PictureCodec
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct UIImageLMKTests {
    private let photo = UIImage.lmk_solidColor(
        UIColor(red: 1, green: 0.5, blue: 0), size: CGSize(width: 60, height: 20))

    @Test("UIImage LMK: a picture of one colour has that colour") func oneColour() {
        #expect(photo.size == CGSize(width: 60, height: 20))
        #expect(Array(photo.pixels.prefix(4)) == [255, 128, 0, 255])
        #expect(UIImage.lmk_solidColor(.black).size == CGSize(width: 1, height: 1))
        #expect(UIImage.lmk_solidColor(.black, size: CGSize(width: CGFloat.infinity, height: -3)).height == 1)
    }

    @Test("UIImage LMK: a picture is resized in its proportions") func itIsResized() throws {
        #expect(photo.lmk_resized(maxDimension: 30).size == CGSize(width: 30, height: 10))
        #expect(photo.lmk_resized(to: CGSize(width: 7, height: 9)).size == CGSize(width: 7, height: 9))
        // The largest picture of these proportions would have 22 million pixels.
        let flat = photo.lmk_resized(to: CGSize(width: 60, height: 1))
        for (picture, side) in [(photo, CGFloat.nan), (photo, -1), (photo, 0), (flat, .infinity)] {
            let other = picture.lmk_resized(maxDimension: side)
            #expect(other.width > 0 && other.width <= UIImage.largestSide)
        }
        let symbol = try #require(UIImage(systemName: "key"))
        #expect(symbol.lmk_resized(maxDimension: 10) == symbol && symbol.lmk_rounded(cornerRadius: 4) == symbol)
    }

    @Test("UIImage LMK: round corners are transparent") func roundCorners() {
        let round = photo.lmk_rounded(cornerRadius: 8)
        func opacity(_ x: Int, _ y: Int) -> UInt8 { round.pixels[(y * 60 + x) * 4 + 3] }
        #expect(round.size == photo.size && opacity(0, 0) == 0 && opacity(30, 10) == 255)
        #expect(opacity(59, 19) == 0 && opacity(30, 0) == 255)
        #expect(photo.lmk_rounded(cornerRadius: .nan) == photo && photo.lmk_rounded(cornerRadius: -1) == photo)
    }

    @Test("LMKImageUtil: a symbol has its name") func aSymbol() {
        #expect(LMKImageUtil.getSFSymbolImage("key", pointSize: 24, color: .red)?.systemName == "key")
        #expect(LMKImageUtil.getSFSymbolImage("", pointSize: 24) == nil)
    }

    @Test("UIImageView: the content mode decides how pixels fill it") func contentModes() {
        var frames: Set<String> = []
        for mode in [UIView.ContentMode.scaleToFill, .scaleAspectFit, .scaleAspectFill, .center] {
            let view = UIImageView(image: photo.lmk_rounded(cornerRadius: 10))
            view.contentMode = mode
            view.lmk_setAutoLayoutSize(width: 128, height: 80)
            frames.insert(shown(view, 16, 5).lines.joined(separator: "\n"))
        }
        #expect(frames.count >= 3, "\(frames)")
        #expect(shown(UIImageView(image: photo), 40, 5).plain.lines.map(\.description) == ["Photo, 60 x 20"])
    }
}

@MainActor @Suite struct LMKPhotoEXIFServiceTests {
    @Test("LMKPhotoEXIFService: a picture without its file has no date and no place") func withoutAFile() async {
        let photo = UIImage.lmk_solidColor(.red)
        #expect(LMKPhotoEXIFService.extractDate(from: photo) == nil)
        #expect(LMKPhotoEXIFService.extractLocation(from: photo) == nil)
        #expect(LMKPhotoEXIFService.extractDate(from: photo, imageData: Data("GIF89a".utf8)) == nil)
        #expect(await LMKPhotoEXIFService.extractDate(from: URL(fileURLWithPath: "/nowhere/photo.jpg")) == nil)
        #expect(await LMKPhotoEXIFService.extractLocation(from: URL(fileURLWithPath: "/dev/zero")) == nil)
    }

    @Test("LMKPhotoFactsView: only what is known has a line") func facts() {
        var facts = PictureFacts()
        #expect(shown(LMKPhotoFactsView(facts), 60, 4).text == "The file contains nothing about the photo.")
        (facts.maker, facts.camera, facts.exposure, facts.aperture) = ("Seam", "One", 0.008, 2.8)
        (facts.latitude, facts.longitude, facts.sensitivity) = (-46.5, 7.25, 12_800)
        (facts.taken, facts.focalLength) = ("2026:06:21 20:15:00", 3.5)
        let text = shown(LMKPhotoFactsView(facts), 60, 9).text
        for words in ["Seam One", "1/125 s", "f/2.8", "12800", "3.5 mm", "-46.5, 7.25", "20:15"] {
            #expect(text.contains(words), "\(text)")
        }
        #expect(!text.contains("Lens"))
        (facts.exposure, facts.taken) = (0, "yesterday")
        #expect(shown(LMKPhotoFactsView(facts), 60, 9).text.contains("0 s"))
    }
}
