import Foundation
import LumiCatalog
import LumiKitUI
import PictureCodec
import SeamSwiftUI
import TermControls
import TermUI
import TestSupport
import Testing

/// Photos in files. The child `seam-picture` reads and writes the files.
@MainActor @Suite struct PhotoFileTests {
    private let photo = UIImage.lmk_solidColor(.orange, size: CGSize(width: 32, height: 16))

    /// A JPEG file with a date and a place.
    private func jpeg() throws -> Data {
        let file = try #require(photo.jpegData(compressionQuality: 0.9))
        let content = Array("Exif\0\0".utf8) + Exif.bytes
        let length = content.count + 2
        return file.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + file.dropFirst(2)
    }

    @Test("LMKPhotoEXIFService: a file has its date and its place") func dateAndPlace() async throws {
        let data = try jpeg()
        let date = try #require(LMKPhotoEXIFService.extractDate(from: photo, imageData: data))
        let parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        #expect([parts.year, parts.month, parts.day] == [2026, 6, 21])
        #expect([parts.hour, parts.minute, parts.second] == [20, 15, 1])
        let place = CLLocationCoordinate2D(latitude: -46.5, longitude: 7.25)
        #expect(LMKPhotoEXIFService.extractLocation(from: photo, imageData: data) == place)
        let directory = try TestDirectory()
        let file = URL(fileURLWithPath: directory.path + "/photo.jpg")
        try data.write(to: file)
        #expect(await LMKPhotoEXIFService.extractDate(from: file) == date)
        #expect(await LMKPhotoEXIFService.extractLocation(from: file) == place)
    }

    private final class Delegate: LMKSharePreviewDelegate {
        var told: [String] = []
        func sharePreviewDidSave(_ preview: LMKSharePreviewViewController) { told.append("saved") }
        func sharePreviewDidDismiss(_ preview: LMKSharePreviewViewController) { told.append("dismissed") }
    }

    private func preview(_ image: UIImage, in folder: String) -> (Pilot, Delegate) {
        let (controller, delegate) = (UIViewController(), Delegate())
        let pilot = Pilot(Text("Behind").lmk_host(controller), columns: 100, rows: 20)
        let preview = LMKSharePreviewViewController(image: image)
        (preview.folder, preview.delegate) = (URL(fileURLWithPath: folder), delegate)
        controller.present(preview)
        return (pilot, delegate)
    }

    @Test("LMKShareService: a picture is saved for its owner, and the sheet names the file") func save() async throws {
        let directory = try TestDirectory()
        for name in ["picture.png", "picture-2.png"] {
            let (pilot, delegate) = preview(photo, in: directory.path)
            #expect(pilot.click("Save"))
            #expect(await pilot.wait { pilot.shows("Saved as") })
            #expect(pilot.shows(name) && delegate.told == ["saved"])
            let path = directory.path + "/" + name
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            let saved = try #require(UIImage(contentsOfFile: path))
            #expect(mode?.intValue == 0o600 && saved == photo)
            pilot.press(.escape)
            #expect(delegate.told == ["saved", "dismissed"])
        }
        let file = URL(fileURLWithPath: directory.path + "/picture.png")
        #expect(throws: CocoaError.self) { try LMKShareService.save(photo, to: file) }
        let symbol = try #require(UIImage(systemName: "key"))
        #expect(throws: CocoaError.self) {
            try LMKShareService.save(symbol, to: URL(fileURLWithPath: directory.path + "/symbol.png"))
        }
    }

    @Test("LMKShareService: a picture that cannot be saved says so") func cannotSave() async {
        let (pilot, delegate) = preview(photo, in: "/nowhere")
        pilot.click("Save")
        #expect(await pilot.wait { pilot.shows("The picture cannot be saved.") })
        #expect(delegate.told.isEmpty)
    }

    @Test("LMKThemePicture: a picture beside the theme's file takes the place of its name") func themePicture()
        async throws
    {
        let directory = try TestDirectory()
        try #require(photo.pngData()).write(to: URL(fileURLWithPath: directory.path + "/logo.png"))
        try Data("not a picture".utf8).write(to: URL(fileURLWithPath: directory.path + "/other.png"))
        try Data("{}".utf8).write(to: URL(fileURLWithPath: directory.path + "/theme.json"))
        let design = try LMKDesign.load(directory.path + "/theme.json")
        func pilot(_ name: String) -> Pilot {
            shown(LMKThemePicture(name) { Text("HARBOUR") }.lmk_design(design), 20, 2)
        }
        let logo = pilot("logo")
        #expect(logo.shows("HARBOUR"), "while it is read")
        #expect(await logo.wait { !logo.shows("HARBOUR") })
        #expect(logo.told == ["Photo, 32 x 16"])
        let whole = pilot("logo.png")
        #expect(await whole.wait { !whole.shows("HARBOUR") })
        for name in ["other", "none", "", "../" + directory.path + "/logo", ".", String(repeating: "x", count: 300)] {
            #expect(await LMKThemePictures.picture(name, in: directory.path) == nil, "\(name)")
        }
        // A broken file is read once, until it changes.
        let readings = LMKThemePictures.readings
        for _ in 0..<5 { #expect(await LMKThemePictures.picture("other", in: directory.path) == nil) }
        #expect(LMKThemePictures.readings == readings)
        try #require(photo.pngData()).write(to: URL(fileURLWithPath: directory.path + "/other.png"))
        #expect(await LMKThemePictures.picture("other", in: directory.path) != nil)
        #expect(LMKThemePictures.readings == readings + 1)
    }

    @Test("catalog: a photo is browsed and cropped") func catalog() throws {
        let page = try #require(Catalog.pages.first { $0.id == "photo" })
        let pilot = Pilot(KeyFooter(content: CatalogPageView(page)), columns: 80, rows: 24)
        pilot.click("Browse")
        #expect(pilot.shows("As it is") && pilot.shows("1 of 3"))
        pilot.press(.rightArrow)
        #expect(pilot.shows("Round corners"))
        pilot.press(.escape)
        pilot.click("Crop")
        #expect(pilot.shows("1:1   64 x 64"))
        pilot.press(.return)
        #expect(pilot.told.joined().contains("Photo, 64 x 64"), "\(pilot.text)")
    }
}

/// EXIF as a camera writes it, little-endian: a date, and a place in the south and the east.
private enum Exif {
    static var bytes: [UInt8] {
        let (taken, gps) = (38, 56)
        let first = room([entry(0x8769, 4, 1, number(taken, 4)), entry(0x8825, 4, 1, number(gps, 4))])
        let dateAt = gps + 54
        let second = room([entry(0x9003, 2, 20, number(dateAt, 4))])
        let (south, east) = (dateAt + 20, dateAt + 44)
        let third = room([
            entry(1, 2, 2, Array("S\0\0\0".utf8)), entry(2, 5, 3, number(south, 4)),
            entry(3, 2, 2, Array("E\0\0\0".utf8)), entry(4, 5, 3, number(east, 4)),
        ])
        return Array("II".utf8) + number(42, 2) + number(8, 4) + first + second + third
            + Array("2026:06:21 20:15:01\0".utf8) + degrees(46, 30) + degrees(7, 15)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    private static func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        number(tag, 2) + number(kind, 2) + number(count, 4) + value
    }

    private static func room(_ entries: [[UInt8]]) -> [UInt8] {
        number(entries.count, 2) + entries.flatMap(\.self) + number(0, 4)
    }

    private static func degrees(_ degrees: Int, _ minutes: Int) -> [UInt8] {
        [degrees, 1, minutes, 1, 0, 1].flatMap { number($0, 4) }
    }
}
