import Foundation
import LumiKitUI
import SeamSwiftUI
import TermControls
import TermCore
import TermUI
import Testing

@MainActor @Suite struct LMKPhotoBrowserTests {
    /// Four photos whose left half and right half differ.
    @MainActor private final class Album: LMKPhotoBrowserDataSource, LMKPhotoBrowserDelegate {
        var photos: [UIImage] = [UIColor.red, .green, .blue].map { Album.photo($0) }
        var told: [String] = []
        var numberOfPhotos: Int { photos.count }

        private static func photo(_ color: UIColor) -> UIImage {
            let half = UIImage.lmk_solidColor(color, size: CGSize(width: 40, height: 80))
            var rows: [UInt8] = []
            for y in 0..<80 { rows += half.pixels[y * 160..<y * 160 + 160] + Array(repeating: 255, count: 160) }
            return UIImage(width: 80, height: 80, pixels: rows) ?? half
        }

        func photo(at index: Int) -> UIImage? { photos.indices.contains(index) ? photos[index] : nil }
        func photoDate(at index: Int) -> Date? { index == 0 ? Date(timeIntervalSince1970: 1_781_000_000) : nil }
        func photoSubtitle(at index: Int) -> String? { "Photo number \(index)" }
        func photoBrowser(_ browser: LMKPhotoBrowserViewController, didRequestActionAt index: Int) {
            told.append("action \(index)")
        }
        func photoBrowserDidDismiss(_ browser: LMKPhotoBrowserViewController) { told.append("dismissed") }
    }

    @MainActor private struct Stage {
        let album = Album()
        let controller = UIViewController()
        let browser: LMKPhotoBrowserViewController
        let pilot: Pilot

        init(initialIndex: Int = 0, photos: Int = 3, columns: Int = 80) {
            album.photos = Array(album.photos.prefix(photos))
            browser = LMKPhotoBrowserViewController(initialIndex: initialIndex)
            (browser.dataSource, browser.delegate) = (album, album)
            pilot = Pilot(
                KeyFooter(content: Text("Behind").lmk_host(controller)), columns: columns, rows: 24)
            controller.present(browser)
        }

        /// The columns of the white half in the middle row of the photo.
        var white: Int {
            (0..<pilot.frame.width).filter { pilot.frame[$0, 10].style.background == .rgb(255, 255, 255) }.count
        }

        var isOpen: Bool { controller.presentedViewController != nil }
    }

    @Test("photo browser: the arrows turn the pages") func arrowsTurnThePages() {
        let stage = Stage()
        #expect(stage.pilot.shows("1 of 3") && !stage.pilot.shows("Behind"))
        stage.pilot.press(.leftArrow)
        #expect(stage.browser.currentPhotoIndex == 0)
        stage.pilot.press(.rightArrow)
        #expect(stage.pilot.shows("2 of 3") && stage.pilot.shows("Photo number 1"))
        stage.pilot.press(.rightArrow, .rightArrow, .rightArrow)
        #expect(stage.browser.currentPhotoIndex == 2 && stage.pilot.shows("3 of 3"))
    }

    @Test("photo browser: + and - zoom, and the arrows then move") func zoomAndMove() {
        let stage = Stage()
        let whole = stage.white
        #expect(whole > 5)
        stage.pilot.press("+", "+", "+")
        #expect(stage.white > whole && stage.browser.currentPhotoIndex == 0)
        let middle = stage.white
        stage.pilot.press(.rightArrow, .rightArrow, .rightArrow)
        #expect(stage.white > middle && stage.browser.currentPhotoIndex == 0, "the white half is on the right")
        stage.pilot.press(.leftArrow, .leftArrow, .leftArrow, .leftArrow, .leftArrow, .leftArrow)
        #expect(stage.white < middle)
        stage.pilot.press("0")
        #expect(stage.white == whole)
        for _ in 0..<20 { stage.pilot.press("+") }
        for _ in 0..<20 { stage.pilot.press("-") }
        #expect(stage.white == whole)
        stage.pilot.press(.rightArrow)
        #expect(stage.browser.currentPhotoIndex == 1)
    }

    @Test("photo browser: its keys are named in the last line and in the lines") func keysAreNamed() {
        let stage = Stage(columns: 100)
        let last = stage.pilot.lines.last ?? ""
        for name in ["+ zoom", "- zoom", "Left photos", "Right photos", "a action", "h words", "Esc close"] {
            #expect(last.contains(name), "\(last)")
        }
        let said = stage.pilot.plain.lines.map(\.description).joined(separator: "\n")
        #expect(said.contains("Photo, 80 x 80") && said.contains("1 of 3"), "\(said)")
        stage.pilot.press("+")
        #expect(stage.pilot.lines.last?.contains("Left move") == true)
    }

    @Test("photo browser: a acts, h hides the words, Esc closes") func otherKeys() {
        let stage = Stage(initialIndex: 7)
        #expect(stage.browser.currentPhotoIndex == 2)
        stage.pilot.press("a")
        stage.pilot.press("h")
        #expect(stage.album.told == ["action 2"] && !stage.pilot.shows("3 of 3"))
        stage.pilot.press("h")
        #expect(stage.pilot.shows("3 of 3"))
        stage.pilot.press(.escape)
        #expect(!stage.isOpen && stage.album.told == ["action 2", "dismissed"] && stage.pilot.shows("Behind"))
    }

    @Test("photo browser: photos may go, and none is a text") func photosMayGo() {
        let stage = Stage(initialIndex: 2)
        stage.album.photos.removeLast(2)
        stage.browser.reloadData()
        #expect(stage.browser.currentPhotoIndex == 0 && stage.pilot.shows("1 of 1"))
        stage.album.photos = []
        stage.browser.reloadData()
        #expect(stage.pilot.shows("No photos"))
        stage.pilot.press("+", .rightArrow, "a")
        #expect(stage.album.told.isEmpty)
        stage.pilot.press(.escape)
        #expect(!stage.isOpen)
    }

    @Test("photo browser: a counter's pattern cannot do harm") func counterPatterns() {
        for (pattern, text) in [("%d/%d", "1/3"), ("%d", "1"), ("none", "none"), ("%@ %s %d %d %d", "%@ %s 1 3 %d")] {
            let stage = Stage()
            stage.browser.strings = LMKPhotoBrowserStrings(counterFormat: pattern)
            #expect(stage.pilot.shows(text), "\(stage.pilot.text)")
        }
    }

    @Test("photo browser: its numbers are LumiKit's") func numbers() {
        #expect(LMKPhotoBrowserConfig.interPageSpacing == LMKSpacing.large)
        #expect(LMKPhotoBrowserConfig.maximumZoomScale == 3 && LMKPhotoBrowserConfig.minimumZoomScale == 1)
        #expect(LMKPhotoBrowserConfig.macButtonSize == 48 && LMKPhotoBrowserConfig.dismissVelocityThreshold == 700)
        #expect(LMKPhotoBrowserConfig.overlayButtonSize == LMKLayout.minimumTouchTarget)
        var pressed = 0
        let button = LMKPhotoBrowserConfig.makeOverlayButton(systemName: "xmark") { pressed += 1 }
        shown(button, 20, 3).press(.return)
        #expect(pressed == 1 && LMKPhotoBrowserCell.identifier == "LMKPhotoBrowserCell")
    }

    @Test("photo browser cell: it says when it is enlarged") func cellStates() {
        let cell = LMKPhotoBrowserCell()
        var told: [Bool] = []
        cell.onZoomStateChanged = { told.append($0) }
        cell.configure(with: .lmk_solidColor(.red, size: CGSize(width: 80, height: 80)), screenSize: .zero)
        cell.zoomAtLocationInCell(.zero)
        #expect(cell.isZoomed)
        cell.zoomAtLocationInCell(.zero)
        #expect(!cell.isZoomed && told == [true, false])
    }
}

@MainActor @Suite struct LMKPhotoCropTests {
    @MainActor private final class Delegate: LMKPhotoCropDelegate {
        var cropped: UIImage?
        var isCancelled = false
        func photoCropViewController(_ controller: LMKPhotoCropViewController, didCropImage image: UIImage) {
            cropped = image
            controller.dismiss()
        }
        func photoCropViewControllerDidCancel(_ controller: LMKPhotoCropViewController) {
            isCancelled = true
            controller.dismiss()
        }
    }

    @MainActor private struct Stage {
        let delegate = Delegate()
        let controller = UIViewController()
        let pilot: Pilot

        init(_ image: UIImage? = nil) {
            // Each column of the photo has a red part that is its number.
            let row = (0..<120).flatMap { [UInt8($0), 0, 0, 255] as [UInt8] }
            let pixels = (0..<80).flatMap { _ in row }
            let photo = image ?? UIImage(width: 120, height: 80, pixels: pixels) ?? .lmk_solidColor(.red)
            pilot = Pilot(KeyFooter(content: Text("Behind").lmk_host(controller)), columns: 100, rows: 24)
            controller.present(LMKPhotoCropViewController(image: photo, delegate: delegate))
        }

        /// The size of the cropped photo, and the number of its first column.
        var result: (width: Int, height: Int, first: Int)? {
            delegate.cropped.map { ($0.width, $0.height, Int($0.pixels.first ?? 255)) }
        }
    }

    @Test("photo crop: Enter crops the largest square in the middle") func theLargestSquare() throws {
        let stage = Stage()
        #expect(stage.pilot.shows("Crop") && stage.pilot.shows("1:1   80 x 80"))
        stage.pilot.press(.return)
        let result = try #require(stage.result)
        #expect(result == (80, 80, 20) && !stage.delegate.isCancelled && stage.pilot.shows("Behind"))
    }

    @Test("photo crop: the arrows move the frame inside the photo") func theArrowsMove() throws {
        let stage = Stage()
        stage.pilot.press(.leftArrow, .upArrow)
        stage.pilot.press(.return)
        #expect(try #require(stage.result) == (80, 80, 14))
        let other = Stage()
        for _ in 0..<30 { other.pilot.press(.rightArrow) }
        other.pilot.press(.return)
        #expect(try #require(other.result) == (80, 80, 40))
    }

    @Test("photo crop: + and - change the size, and p the proportions") func sizesAndProportions() throws {
        let stage = Stage()
        stage.pilot.press("-", "-", "-", "-", "-")
        #expect(stage.pilot.shows("50 x 50"))
        for _ in 0..<40 { stage.pilot.press("-") }
        #expect(stage.pilot.shows("8 x 8"))
        for _ in 0..<40 { stage.pilot.press("+") }
        #expect(stage.pilot.shows("80 x 80"))
        let shown = LMKCropAspectRatio.allCases.dropFirst().map { ratio in
            stage.pilot.press("p")
            return stage.pilot.shows(ratio.displayName)
        }
        #expect(shown == [true, true, true, true, true] && stage.pilot.shows("Free   60 x 80"))
        stage.pilot.press("w", "T", "T")
        #expect(stage.pilot.shows("66 x 72"), "\(stage.pilot.text)")
        stage.pilot.press(.return)
        #expect(try #require(stage.result) == (66, 72, 27))
    }

    @Test("photo crop: its keys are named, and Esc cancels") func keysAreNamed() {
        let stage = Stage()
        let last = stage.pilot.lines.last ?? ""
        for name in ["Enter crop", "+ size", "- size", "p proportions", "Left move", "Esc cancel"] {
            #expect(last.contains(name), "\(last)")
        }
        stage.pilot.press(.escape)
        #expect(stage.delegate.isCancelled && stage.result == nil && stage.pilot.shows("Behind"))
    }

    @Test("photo crop: any picture can be cropped") func anyPicture() throws {
        let symbol = try #require(UIImage(systemName: "key"))
        for image in [symbol, .lmk_solidColor(.red), .lmk_solidColor(.red, size: CGSize(width: 8_000, height: 1))] {
            let stage = Stage(image)
            for key in ["p", "p", "p", "p", "p", "w", "W", "t", "T", "+", "-"] as [KeyEquivalent] {
                stage.pilot.press(key)
            }
            stage.pilot.press(.leftArrow, .rightArrow, .upArrow, .downArrow, .return)
            #expect(stage.delegate.cropped != nil)
        }
    }

    @Test("photo crop: a large photo is cropped once, off the screen's thread") func aLargePhoto() async {
        let stage = Stage(.lmk_solidColor(.red, size: CGSize(width: 1_500, height: 1_200)))
        #expect(stage.pilot.shows("1200 x 1200"))
        stage.pilot.press(.return)
        #expect(stage.result == nil)
        stage.pilot.press(.return)
        #expect(await stage.pilot.wait { stage.result != nil })
        #expect(stage.result?.width == 1_200 && stage.result?.height == 1_200 && stage.pilot.shows("Behind"))
    }

    @Test("photo crop: the proportions are LumiKit's") func proportions() {
        let ratios: [CGFloat?] = [1, CGFloat(4) / 3, 1.5, CGFloat(2) / 3, 0.75, nil]
        #expect(LMKCropAspectRatio.allCases.map(\.ratio) == ratios)
        #expect(LMKCropAspectRatio.allCases.map(\.displayName) == ["1:1", "4:3", "3:2", "2:3", "3:4", "Free"])
        #expect(lmkPhotoCropStrings == LMKPhotoCropStrings() && lmkPhotoCropStrings.title == "Crop")
    }
}
