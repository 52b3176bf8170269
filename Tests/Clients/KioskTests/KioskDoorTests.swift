import SeamSDK
import SeamWords
import TermUI
import Testing

@testable import Kiosk

/// Tests what a visitor learns about a door that does not open.
@Suite @MainActor struct KioskDoorTests {
    @Test("kiosk screen: a lock that only staff can repair names the help, and no command and no second try")
    func aBrokenLockNamesTheHelp() async throws {
        let visitor = Visitor("Front Door")
        let stage = try await KioskScreenTests.signedIn(visitor)
        stage.type("1")
        visitor.tell(SeamUnlockProgress(phase: .authenticating).saying(.failed(.keyUnknown)))
        visitor.end(.connectionFailed(debugDescription: ""))
        stage.pass(.zero)
        stage.pass(.seconds(1))
        #expect(stage.read.hasPrefix("Not opened. The lock no longer knows this machine's key"), "\(stage.read)")
        let page = stage.pilot.text
        #expect(page.contains("the desk, or call 555 0100") && !page.contains("seam locks"), "\(page)")
        #expect(!stage.pilot.shows("1  Try again") && stage.pilot.shows("2  Back to the keys"), "\(stage.pilot.text)")
    }

    @Test("kiosk screen: a digit without a key is answered") func aDigitWithoutAKey() async throws {
        let visitor = Visitor("Front Door", "Back Door")
        let stage = try await KioskScreenTests.signedIn(visitor)
        stage.type("7")
        #expect(stage.read == "No key here has the number 7." && visitor.opened.isEmpty, "\(stage.pilot.text)")
    }
}
