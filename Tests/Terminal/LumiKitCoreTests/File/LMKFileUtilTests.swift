import Foundation
import LumiKitCore
import Testing

@Suite struct LMKFileUtilTests {
    @Test(
        "LMK file util: a name has the ending of its type",
        arguments: [(UTType.jpeg, "jpeg"), (.png, "png"), (.json, "json")])
    func aNameHasTheEndingOfItsType(_ type: UTType, _ ending: String) throws {
        let (first, second) = (
            try #require(LMKFileUtil.generateTempFileURL(fileExtension: type)),
            try #require(LMKFileUtil.generateTempFileURL(fileExtension: type))
        )
        #expect(first.pathExtension == ending && first != second)
        #expect(first.path.hasPrefix(FileManager.default.temporaryDirectory.path))
        #expect(!FileManager.default.fileExists(atPath: first.path))
    }

    @Test("LMK file util: only own files go") func onlyOwnFilesGo() throws {
        let folder = FileManager.default.temporaryDirectory
        let (ours, theirs) = (
            folder.appendingPathComponent("lmk_\(UUID()).txt"), folder.appendingPathComponent("\(UUID())")
        )
        defer { try? FileManager.default.removeItem(at: theirs) }
        for file in [ours, theirs] { try Data("text".utf8).write(to: file) }
        LMKFileUtil.clearTmpDirectory()
        #expect(!FileManager.default.fileExists(atPath: ours.path))
        #expect(FileManager.default.fileExists(atPath: theirs.path))
    }

    @Test("LMK file util: a type is found by its ending") func aTypeIsFoundByItsEnding() {
        #expect(UTType(filenameExtension: "JPG") == .jpeg && UTType(filenameExtension: "png") == .png)
        #expect(UTType(filenameExtension: "exe") == nil && UTType(filenameExtension: "") == nil)
    }
}
