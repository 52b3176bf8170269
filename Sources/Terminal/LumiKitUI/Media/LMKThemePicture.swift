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
    /// The pictures that were read or are being read. A file that gave no picture is read again later.
    private static var kept: [String: Task<UIImage?, Never>] = [:]

    /// Returns the picture, or nil if the folder has no such file. A name with a slash is no name of a file.
    package static func picture(_ name: String, in folder: String?) async -> UIImage? {
        guard let folder, !name.isEmpty, name.utf8.count <= 200, !name.contains("/"), !name.hasPrefix(".") else {
            return nil
        }
        for file in [name, "\(name).png", "\(name).jpg"] {
            let path = URL(fileURLWithPath: folder).appendingPathComponent(file).path
            guard kept[path] != nil || FileManager.default.fileExists(atPath: path) else { continue }
            if kept[path] == nil, kept.count >= mostKept { kept = [:] }
            let reading =
                kept[path]
                ?? Task {
                    let file = URL(fileURLWithPath: path)
                    return await LMKPhotoEXIFService.photograph(at: file, longestSide: longestSide)?.image
                }
            kept[path] = reading
            if let image = await reading.value { return image }
            kept[path] = nil
        }
        return nil
    }
}
