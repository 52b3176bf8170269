package import Foundation
package import LumiKitUI
import PictureCodec
import Pictures
import SeamSwiftUI

/// The photo of the catalogue. It is a drawn landscape, or the file that the program's argument names.
package enum SamplePhoto {
    /// The file that is shown in place of the landscape.
    package static var file: URL?

    /// A sun in the sky, above hills and a lake.
    package static let landscape: UIImage = {
        let (width, height) = (96, 64)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += color(x, y) + [255] }
        }
        return UIImage(width: width, height: height, pixels: pixels)
            ?? UIImage.lmk_solidColor(.gray, size: CGSize(width: width, height: height))
    }()

    private static func color(_ x: Int, _ y: Int) -> [UInt8] {
        let sun = (x - 70) * (x - 70) + (y - 16) * (y - 16)
        if sun < 64 { return [255, 214, 90] }
        let hill = 34 + abs(x - 30) / 3
        if y >= 50 { return [30, 70, UInt8(100 + (y - 50) * 5 + x % 3 * 6)] }
        if y > hill { return [UInt8(30 + (y - hill) * 2), UInt8(110 - (y - hill) * 2), 60] }
        return [UInt8(90 + y * 2), UInt8(150 + y), UInt8(max(0, 235 - sun / 40))]
    }

    /// The facts about the landscape, as a camera would have written them.
    static var facts: PictureFacts {
        var facts = PictureFacts()
        (facts.taken, facts.maker, facts.camera) = ("2026:06:21 20:15:00", "Seam", "Catalogue")
        (facts.lens, facts.exposure, facts.aperture) = ("35 mm", 0.004, 5.6)
        (facts.sensitivity, facts.focalLength) = (100, 35)
        (facts.latitude, facts.longitude) = (46.94809, 7.44744)
        return facts
    }

    /// Reads the file, if there is one.
    static func read() async -> (UIImage, PictureFacts)? {
        guard let file, let photo = await LMKPhotoEXIFService.photograph(at: file, longestSide: 2_048) else {
            return nil
        }
        return (photo.image, photo.facts)
    }
}

struct PhotoPage: View {
    let controller: UIViewController
    @State private var album = Album()
    @State private var photo = SamplePhoto.landscape
    @State private var facts = SamplePhoto.facts

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(alignment: .top, spacing: 16) {
                Image(uiImage: photo).resizable().scaledToFit().frame(width: 288, height: 192)
                LMKPhotoFactsView(facts)
            }
            HStack(spacing: 8) {
                Button("Browse") { album.browse(photo, on: controller) }
                Button("Crop") { album.crop(photo, on: controller) { photo = $0 } }
                Button("Share") { LMKShareService.shareImage(photo, from: controller) }
            }
        }
        .task { if let read = await SamplePhoto.read() { (photo, facts) = read } }
    }
}

/// The photos of the page, and what becomes of them.
private final class Album: LMKPhotoBrowserDataSource, LMKPhotoCropDelegate {
    private var photos: [UIImage] = []
    private var didCrop: (UIImage) -> Void = { _ in }

    func browse(_ photo: UIImage, on controller: UIViewController) {
        photos = [photo, photo.lmk_rounded(cornerRadius: photo.size.height / 4), .lmk_solidColor(.orange)]
        let browser = LMKPhotoBrowserViewController()
        browser.dataSource = self
        controller.present(browser)
    }

    func crop(_ photo: UIImage, on controller: UIViewController, _ done: @escaping (UIImage) -> Void) {
        didCrop = done
        controller.present(LMKPhotoCropViewController(image: photo, delegate: self))
    }

    var numberOfPhotos: Int { photos.count }
    func photo(at index: Int) -> UIImage? { photos.indices.contains(index) ? photos[index] : nil }
    func photoDate(at index: Int) -> Date? { nil }
    func photoSubtitle(at index: Int) -> String? { ["As it is", "Round corners", "One colour"][min(index, 2)] }

    func photoCropViewController(_ controller: LMKPhotoCropViewController, didCropImage image: UIImage) {
        didCrop(image)
        controller.dismiss()
    }

    func photoCropViewControllerDidCancel(_ controller: LMKPhotoCropViewController) { controller.dismiss() }
}

struct ImageViewsPage: View {
    private let views: [(String, UIImageView)] = [
        view("fill", .scaleToFill), view("fit", .scaleAspectFit), view("crop", .scaleAspectFill),
        view("keep", .center),
    ]

    private static func view(_ name: String, _ mode: UIView.ContentMode) -> (String, UIImageView) {
        let view = UIImageView(image: SamplePhoto.landscape)
        view.contentMode = mode
        view.lmk_setAutoLayoutSize(width: 160, height: 64)
        return (name, view)
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 16) { ForEach(views, id: \.0) { view in Sample(view.0) { view.1 } } }
    }
}
