import SeamSDK
import SeamWords
import TermCore
import TermUI
import Testing

@testable import Kiosk

/// Tests the pages on screens of every size, and also tests codes from scanners that send no Enter.
@Suite @MainActor struct KioskRoomTests {
    @Test("kiosk room: small screens show what counts", arguments: [(40, 12), (20, 6), (1, 1), (80, 24), (200, 50)])
    func smallScreens(columns: Int, rows: Int) async throws {
        let stage = try KioskStage(columns: columns, rows: rows)
        stage.press(.enter, .enter)
        stage.type("1")
        stage.press(.enter)
        await stage.answer(Visitor("Front Door"))
        stage.type("1")
        #expect(stage.model.door != nil)
    }

    /// The screen has room for the whole page, from its first line to its last.
    @Test("kiosk room: nothing is cut off at 40 x 12", arguments: [false, true])
    func fortyColumns(hasLetters: Bool) async throws {
        let stage = try KioskStage(columns: 40, rows: 12) { $0.hasLetters = hasLetters }
        func expect(_ words: String...) {
            for word in ["Harbour House", "[ End now:"] + words {
                #expect(stage.pilot.shows(word), "\(word)\n\(stage.pilot.text)")
            }
        }
        stage.press(.enter)
        expect(">1  English<", "[2  Español]", "[3  Deutsch]")
        stage.press(.enter)
        expect("Hold your code", "[1] [2] [3]", "[<] [0] >OK<", "Help: the desk")
        #expect(stage.pilot.shows("[V][W][X][Y][Z]") == hasLetters)
        stage.type("1")
        stage.press(.enter)
        await stage.answer(nil)
        expect("Hold your code", "This code is not accepted.", "[1] [2] [3]", "[<] [0] >OK<", "Help: the desk")
        stage.type("1")
        stage.press(.enter)
        let visitor = Visitor("Front Door", "Back Door", "Cellar", "Attic")
        visitor.credentials += Visitor("Pool", errors: [.expired]).credentials
        await stage.answer(visitor)
        expect("> 1  Front Door                ready", "  4  Attic                     ready", "[+  Other keys (1)]")
        stage.type("1")
        expect("Front Door", "> 1  Finding the lock", ">Cancel<")
        visitor.end(.grantedAccess)
        stage.pass(.zero)
        stage.pass(.seconds(1))
        expect("Open", ">2  Back to the keys<", "Ends by itself", "key to stay.")
    }

    @Test("kiosk room: nine keys are whole at 80 x 24") func nineKeys() async throws {
        let visitor = Visitor("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", errors: [.expired])
        let stage = try await KioskScreenTests.signedIn(visitor)
        func rows() -> Int { stage.pilot.lines.count { $0.contains("╯ ╰") } }
        #expect(rows() == 3 && stage.pilot.shows("│I "), "\(stage.pilot.text)")
        // The reason why a key does not open takes a row, so the cards are lower.
        stage.type("1")
        #expect(rows() == 3 && stage.pilot.shows("9  I"), "\(stage.pilot.text)")
    }

    @Test("kiosk room: letters have keys like digits") func letters() async throws {
        let stage = try KioskStage(rows: 24) { ($0.hasLetters, $0.languages) = (true, [.english]) }
        stage.press(.enter)
        #expect(stage.pilot.shows("│  7   │ │  8   │ │  9   │    │  O ││  P │"), "\(stage.pilot.text)")
        for key in ["Q", "7", "OK"] { #expect(stage.pilot.click(key), "\(stage.pilot.text)") }
        await stage.answer(Visitor("Front Door"))
        #expect(stage.codes == ["Q7"])
    }

    @Test("kiosk room: a scanned code without Enter is shown, and waits for OK", arguments: [true, false])
    func withoutEnter(isIdle: Bool) async throws {
        let stage = try KioskStage { if isIdle { $0.languages = [.english] } }
        if !isIdle { stage.press(.enter) }
        stage.scan("ADA-2207")
        if !isIdle {
            #expect(stage.model.place == .language && stage.codes.isEmpty)
            stage.type("1")
        }
        #expect(stage.pilot.shows("• • • • • • • •") && !stage.pilot.text.contains("2207"), "\(stage.pilot.text)")
        #expect(stage.read == "Your code was read. Press OK." && stage.codes.isEmpty)
        stage.press(.enter)
        await stage.answer(Visitor("Front Door"))
        #expect(stage.codes == ["ADA-2207"])
    }

    @Test("kiosk room: a scan without Enter during a visit ends it, and opens nothing") func duringAVisit() async throws
    {
        let stage = try KioskStage { $0.languages = [.english] }
        stage.scan("ADA-2207")
        stage.scan("\n")
        await stage.answer(Visitor("Front Door"))
        stage.scan("BEN-1841")
        #expect(stage.ends == [.nextVisitor] && stage.model.place == .attract && stage.model.typed == 0)
    }

    @Test("kiosk room: a scanner's late Enter submits its code") func lateEnter() async throws {
        let stage = try KioskStage { $0.languages = [.english] }
        stage.scan("ADA-2207")
        stage.scan("\n")
        await stage.answer(Visitor("Front Door"))
        #expect(stage.codes == ["ADA-2207"])
        // Without a waiting code, an Enter only shows that somebody is there.
        stage.scan("\n")
        #expect(stage.ends.isEmpty && stage.model.place == .keys)
    }

    @Test("kiosk room: a scanned code without Enter goes with the visit") func forgotten() throws {
        let stage = try KioskStage { $0.languages = [.english] }
        stage.scan("ADA-2207")
        stage.press(.escape)
        #expect(stage.ends == [.ended] && stage.model.typed == 0)
    }

    /// If somebody presses a key twice, both presses are meant for the page that was shown at the first press.
    @Test("kiosk room: a second press opens no door, and does not end the visit while the lock turns")
    func pressedTwice() async throws {
        let visitor = Visitor("Front Door", "Back Door")
        let stage = try KioskStage { $0.languages = [.english] }
        stage.press(.enter)
        stage.type("1")
        stage.press(.enter)
        await stage.answer(visitor)
        stage.press(.enter, .enter)
        #expect(stage.ends.isEmpty && visitor.opened == ["front door"] && visitor.cancelled == 0)
        #expect(stage.read == "Please press again.", "\(stage.pilot.text)")
        stage.pass(.seconds(1))
        visitor.tell(SeamUnlockProgress(phase: .operating))
        stage.pass(.zero)
        #expect(stage.pilot.shows("Too late to cancel"), "\(stage.pilot.text)")
        stage.press(.enter)
        #expect(stage.ends.isEmpty && visitor.cancelled == 0, "\(stage.pilot.text)")
        visitor.end(.grantedAccess)
        stage.pass(.zero)
        stage.pass(.seconds(1))
        stage.type("22")
        #expect(stage.model.place == .keys && visitor.opened.count == 1, "\(stage.pilot.text)")
        stage.pass(.seconds(1))
        stage.type("2")
        #expect(visitor.opened == ["front door", "back door"])
    }
}
