import Foundation
package import PictureModel
import Pictures
package import SeamSwiftUI

/// A picture from the folder of the theme's file. While it is being read, and if there is no such file, another view is
/// shown in its place.
package struct LMKThemePicture<Other: View>: View {
    private let name: String
    private let other: Other
    @State private var image: UIImage?
    @Environment(\.lmkDesign) private var design

    /// Creates a view of the PNG or JPEG file with this name. The ending of the name may be left out.
    package init(_ name: String, @ViewBuilder other: () -> Other) {
        self.name = name
        self.other = other()
    }

    package var body: some View {
        Group {
            if let image { Image(uiImage: image).resizable().scaledToFit() } else { other }
        }
        .task(id: [design.folder ?? "", name]) { image = await LMKThemePictures.picture(name, in: design.folder) }
    }
}

/// The pictures that were read. A card for each key shows the same picture, which is read once.
package enum LMKThemePictures {
    /// The longest side of a picture, in pixels. It is shown beside text.
    private static let longestSide = 256
    private static let mostKept = 16
    /// The files that were looked for, with nil for a file that is no picture.
    private static var kept: [String: UIImage?] = [:]

    /// Returns the picture, or nil if the folder has no such file. A name with a slash is no name of a file.
    package static func picture(_ name: String, in folder: String?) async -> UIImage? {
        guard let folder, !name.isEmpty, name.utf8.count <= 200, !name.contains("/"), !name.hasPrefix(".") else {
            return nil
        }
        for file in [name, "\(name).png", "\(name).jpg"] {
            let path = URL(fileURLWithPath: folder).appendingPathComponent(file).path
            if let known = kept[path] {
                if let known { return known }
                continue
            }
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let photo = await LMKPhotoEXIFService.photograph(
                at: URL(fileURLWithPath: path), longestSide: longestSide)
            if kept.count >= mostKept { kept = [:] }
            kept[path] = .some(photo?.image)
            if let image = photo?.image { return image }
        }
        return nil
    }
}
