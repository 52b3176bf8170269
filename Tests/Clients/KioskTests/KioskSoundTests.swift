import SeamSDK
import SeamWords
import TermCore
import TermUI
import Testing

@testable import Kiosk

/// Tests what a visitor hears.
@MainActor @Suite struct KioskSoundTests {
    @Test(
        "kiosk sound: an opened door and one that did not open are heard, unless the configuration says no",
        arguments: [
            (SeamAccessUnlockEvent.grantedAccess, true, [TerminalTone.success]), (.timedOut, true, [.error]),
            (.grantedAccess, false, []), (.timedOut, false, []),
        ])
    func doors(event: SeamAccessUnlockEvent, hasSound: Bool, tones: [TerminalTone]) async throws {
        let stage = try KioskStage {
            $0.languages = [.english]
            $0.hasSound = hasSound
        }
        let visitor = Visitor("Front Door")
        stage.press(.enter)
        stage.type("4711")
        stage.press(.enter)
        await stage.answer(visitor)
        stage.type("1")
        #expect(visitor.opened == ["front door"] && stage.tones.isEmpty)
        visitor.end(event)
        stage.pass(.zero)
        #expect(stage.pilot.shows(event == .grantedAccess ? "Open" : "No answer"), "\(stage.pilot.text)")
        #expect(stage.tones == tones)
    }
}
