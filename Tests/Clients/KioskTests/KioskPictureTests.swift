import Foundation
import SeamComponents
import TermCore
import TermReplay
import TermUI
import Testing

@testable import Kiosk

@MainActor @Suite struct KioskPictureTests {
    /// README.md shows the picture that this test checks. With `SEAM_GOLDEN=write` the picture is written instead of
    /// compared.
    @Test("kiosk: the picture in README is of the screen") func pictureIsOfTheScreen() async throws {
        let stage = try KioskStage(rows: 17)
        stage.press(.enter, .enter)
        stage.type("4711")
        stage.press(.enter)
        let visitor = Visitor("Front Door", "Letter Room")
        visitor.credentials += Visitor("Sauna", errors: [.contactSeamSupport]).credentials
        await stage.answer(visitor)
        let picture = Drawing.svg(stage.pilot.frame)
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/kiosk.svg")
        if ProcessInfo.processInfo.environment["SEAM_GOLDEN"] == "write" { try Data(picture.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == picture)
        #expect(stage.pilot.shows("Front Door") && stage.pilot.shows("End now"), "\(stage.pilot.text)")
    }
}
