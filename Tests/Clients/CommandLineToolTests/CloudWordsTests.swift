import CommandLineTool
import SeamModel
import TermCore
import Testing
import Wire

@Suite("Why the cloud could not be asked, in words")
struct CloudWordsTests {
    private static func diagnosis(_ cause: SyncReason?, after: Duration? = nil) -> Diagnosis {
        Diagnosis(SessionError.internetConnectionRequired(detail: "detail", cause: cause, after: after).wireError)
    }

    @Test(
        "cloud words: each cause has words of its own; the internet is only missed where it is missing",
        arguments: SyncReason.allCases)
    func causes(cause: SyncReason) {
        let diagnosis = Self.diagnosis(cause)
        #expect(diagnosis.message.description.hasSuffix(cause.words))
        #expect(diagnosis.hint != nil)
        let missesInternet = diagnosis.line.description.contains("internet")
        #expect(missesInternet == [.offline, .graceExpired].contains(cause), "\(diagnosis.line)")
    }

    @Test("cloud words: a time to wait is told, and never too short")
    func waits() {
        for (wait, text) in [
            (Duration.seconds(90), "90 s"), (.milliseconds(89_980), "90 s"), (.milliseconds(1), "1 s"),
            (.seconds(120), "120 s"), (.seconds(121), "3 min"), (.seconds(3600), "60 min"),
        ] {
            for cause in [SyncReason.rateLimited, .serverFailed, nil] {
                #expect(Self.diagnosis(cause, after: wait).hint?.description == "try again in \(text)")
            }
        }
        #expect(!Self.diagnosis(nil, after: .seconds(30)).line.description.contains("internet"))
    }

    @Test("cloud words: a daemon that names no cause, or one that is not known here, is understood")
    func others() {
        #expect(Self.diagnosis(nil).hint?.description == "connect to the internet and try again")
        var newer = SessionError.internetConnectionRequired(detail: nil).wireError
        newer.details = ["cause": "moon_phase\u{1b}"]
        #expect(
            Diagnosis(newer).line.description == "the cloud could not be asked: moon_phase\\u{1b} (see 'seam status')")
    }

    @Test("cloud words: Bluetooth that is off may be blocked, too")
    func bluetooth() {
        let remedy = KeyProblem(.userInteractionRequired(.enableBluetooth)).remedy.description
        #expect(remedy.contains("bluetoothctl power on") && remedy.contains("rfkill unblock bluetooth"))
    }
}
