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
    /// The files that were read or are being read. A file that gave no picture is kept as well.
    private static var kept: [Version: Task<UIImage?, Never>] = [:]

    /// A file as it was when it was read. A file that has changed since is read again.
    private struct Version: Hashable {
        let path: String
        let date: Date?
        let size: Int?

        init?(_ path: String) {
            guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
            (self.path, date, size) = (path, facts[.modificationDate] as? Date, (facts[.size] as? NSNumber)?.intValue)
        }
    }

    /// The number of files that were read, for tests.
    package private(set) static var readings = 0

    /// Returns the picture, or nil if the folder has no such file. A name with a slash is no name of a file.
    package static func picture(_ name: String, in folder: String?) async -> UIImage? {
        guard let folder, !name.isEmpty, name.utf8.count <= 200, !name.contains("/"), !name.hasPrefix(".") else {
            return nil
        }
        for file in [name, "\(name).png", "\(name).jpg"] {
            let path = URL(fileURLWithPath: folder).appendingPathComponent(file).path
            guard let version = Version(path) else { continue }
            if let image = await reading(version).value { return image }
        }
        return nil
    }

    private static func reading(_ version: Version) -> Task<UIImage?, Never> {
        if let known = kept[version] { return known }
        if kept.count >= mostKept { kept = [:] }
        readings += 1
        // This task ends with the file's answer. Each version of a file has one.
        let reading = Task {
            let file = URL(fileURLWithPath: version.path)
            return await LMKPhotoEXIFService.photograph(at: file, longestSide: longestSide)?.image
        }
        kept[version] = reading
        return reading
    }
}
