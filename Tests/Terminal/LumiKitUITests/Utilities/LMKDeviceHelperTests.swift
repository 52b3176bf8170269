import LumiKitUI
import SeamSwiftUI
import TermUI
import Testing

@MainActor @Suite struct LMKDeviceHelperTests {
    private struct Sized: View {
        var body: some View { Text(verbatim: "\(LMKDeviceHelper.screenSize)") }
    }

    @Test("LMK device helper: a terminal is another device without a notch") func aTerminalIsAnotherDevice() {
        #expect(LMKDeviceHelper.deviceType == .other && !LMKDeviceHelper.isIPad && !LMKDeviceHelper.isMacCatalyst)
        #expect(!LMKDeviceHelper.hasTopNotch && LMKSceneUtil.screenScale == 1)
    }

    @Test(
        "LMK device helper: the size of the screen is drawn and followed",
        arguments: [
            (80, 24, "compact"), (100, 30, "regular"), (120, 40, "large"), (160, 50, "extraLarge"), (40, 60, "large"),
        ])
    func theSizeOfTheScreenIsDrawn(_ columns: Int, _ rows: Int, _ size: String) {
        let pilot = Pilot(Sized().filling().lmk_themed(), columns: columns, rows: rows)
        #expect(pilot.text == size)
    }
}
