import Foundation
import SeamSDK
import SeamWords
import TermCore
import TermUI
import Testing

@testable import Kiosk

/// The screen as a visitor sees and uses it, without daemons.
@Suite @MainActor struct KioskScreenTests {
    @Test("kiosk screen: nobody is named where nobody is") func nobodyIsNamedWhereNobodyIs() throws {
        let stage = try KioskStage()
        let text = stage.pilot.text
        #expect(text.contains("H A R B O U R   H O U S E") && text.contains("14:02  Thu 26 Nov"), "\(text)")
        #expect(text.contains("Touch the screen or press a key") && text.contains("Den Bildschirm berühren"), "\(text)")
    }

    /// The idle screen shows the administrators' message, whatever the state of the daemons is.
    @Test("kiosk screen: what is said to whoever comes") func whatIsSaidToWhoeverComes() throws {
        let stage = try KioskStage()
        let said = "The lift is closed.\u{1B}[2J Back at five."
        stage.desk.said = SeamKioskNotice(message: said)
        stage.pass(.zero)
        #expect(
            stage.pilot.shows("Touch the screen") && stage.pilot.shows("The lift is closed."), "\(stage.pilot.text)")
        #expect(stage.pilot.shows("Back at five."))
        stage.desk.isUp = false
        stage.pass(.zero)
        #expect(stage.pilot.shows("Temporarily unavailable") && stage.pilot.shows("Back at five."))
        stage.desk.isUp = true
        stage.desk.said = SeamKioskNotice()
        stage.pass(.zero)
        #expect(stage.pilot.shows("Touch the screen") && !stage.pilot.shows("Back at five."))
    }

    /// A braille display shows only the cursor's row. The display must be able to show every text of a visit, without
    /// frames, neighbouring columns or dots.
    @Test("kiosk screen: a visit is read at the cursor") func aVisitIsReadAtTheCursor() async throws {
        let stage = try KioskStage()
        #expect(stage.read == "Touch the screen or press a key")
        stage.press(.enter)
        #expect(stage.read == "1 English, 2 Español, 3 Deutsch")
        stage.press(.down)
        #expect(stage.read == "2 Español")
        stage.press(.up, .enter)
        #expect(stage.read == "Hold your code to the reader, or type it.")
        stage.type("47")
        #expect(stage.read == "2 characters typed")
        stage.press(.up)
        #expect(stage.read == "9")
        stage.press(.down, .enter)
        #expect(stage.read == "One moment, please.")
        await stage.answer(nil)
        #expect(stage.read == "This code is not accepted. Please check it, or ask for help.")
        let words: [KioskState.CodeFault: String] = [
            .unknown: "This code is unknown. Please check it, and try again.",
            .used: "This code was already used. Please ask for a new one.",
            .expired: "This code has expired. Please ask for a new one.",
        ]
        for (fault, words) in words {
            stage.type("47")
            stage.press(.enter)
            await stage.answer(nil, .code(fault))
            #expect(stage.read == words)
        }
        stage.type("471147114711")
        #expect(stage.read == "8+ characters typed", "nobody counts a long one")
        stage.press(.enter)
        await stage.answer(Visitor("Front Door", "Back Door"))
        #expect(
            stage.read.hasPrefix("1, ") && stage.read.contains(" Door, ") && stage.read.hasSuffix("ready"),
            "\(stage.read)")
        stage.press(.right)
        #expect(stage.read.hasPrefix("2, "), "\(stage.read)")
        // The warning appears twice. Between the two warnings, the display shows the earlier text again.
        for _ in 0..<2 {
            stage.pass(.seconds(61))
            #expect(stage.read == "Press any key to stay. The visit ends by itself soon.")
            stage.press(.left)
            #expect(stage.read.hasPrefix("2, "), "\(stage.read)")
        }
        stage.press(.left)
        #expect(stage.read.hasPrefix("1, "), "\(stage.read)")
    }

    /// If the visitor must enter a code on the lock vendor's page, the screen shows that page. The visit does not time
    /// out in the meantime.
    @Test("kiosk screen: a lock that wants a code shows its page") func aLockThatWantsACodeShowsItsPage() async throws {
        let stage = try KioskStage()
        let visitor = Visitor("Front Door")
        stage.press(.enter, .enter)
        stage.type("4711")
        stage.press(.enter)
        await stage.answer(visitor)
        stage.pass(.seconds(2))
        stage.press(.enter)
        #expect(visitor.opened == ["front door"])
        let page = try #require(URL(string: "https://otp.example/8F2K"))
        visitor.tell(
            SeamUnlockProgress(
                phase: .authenticating,
                authorization: .init(page: page, text: "A message brings it.", until: Date(timeIntervalSinceNow: 60))))
        stage.pass(.zero)
        #expect(stage.pilot.shows("https://otp.example/8F2K") && stage.pilot.shows("A message brings it."))
        #expect(stage.read.hasPrefix("https://otp.example/8F2K Enter the code on this page."), "\(stage.read)")
        stage.pass(.seconds(30))
        #expect(stage.pilot.shows("https://otp.example/8F2K"), "\(stage.pilot.text)")
        visitor.tell(SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
        visitor.end(.grantedAccess)
        stage.pass(.zero)
        #expect(!stage.pilot.shows("otp.example") && stage.pilot.shows("The lock reports that it opened."))
    }

    /// If a visitor leaves while a page is shown, the next visitor does not see that page.
    @Test("kiosk screen: a page that is left alone ends the visit")
    func aPageThatIsLeftAloneEndsTheVisit() async throws {
        let stage = try KioskStage()
        let visitor = Visitor("Front Door")
        stage.press(.enter, .enter)
        stage.type("4711")
        stage.press(.enter)
        await stage.answer(visitor)
        stage.pass(.seconds(2))
        stage.press(.enter)
        let page = try #require(URL(string: "https://otp.example/8F2K"))
        visitor.tell(
            SeamUnlockProgress(
                phase: .authenticating,
                authorization: .init(page: page, text: "", until: Date(timeIntervalSinceNow: 300))))
        stage.pass(.seconds(120))
        #expect(stage.pilot.shows("Touch the screen") && !stage.pilot.shows("otp.example"), "\(stage.pilot.text)")
        #expect(visitor.cancelled == 1)
    }

    @Test("kiosk screen: whoever takes it out puts it back") func whoeverTakesItOutPutsItBack() throws {
        let visited = try KioskStage()
        visited.press(.enter)
        visited.desk.said = SeamKioskNotice(isOutOfService: true)
        #expect(visited.ends == [.staff], "nobody is served any more")
        #expect(visited.model.place == .outOfService)
        let stage = try KioskStage()
        stage.desk.said = SeamKioskNotice(isOutOfService: true)
        stage.model.setOutOfService(true)
        stage.desk.said = SeamKioskNotice()
        #expect(stage.model.place == .outOfService, "staff have not put it back")
        stage.desk.said = SeamKioskNotice(isOutOfService: true)
        stage.model.setOutOfService(false)
        #expect(stage.model.place == .outOfService, "whoever runs it has not")
        #expect(stage.model.findings.last == "The operator has taken this screen out of service.")
        stage.desk.said = SeamKioskNotice()
        #expect(stage.model.place == .attract)
    }

    @Test("kiosk screen: a code is typed unseen by keys") func aCodeIsTypedUnseenByKeys() async throws {
        let stage = try KioskStage()
        stage.press(.enter)
        #expect(stage.pilot.shows("1  English") && stage.pilot.shows("3  Deutsch"), "\(stage.pilot.text)")
        stage.type("1")
        #expect(stage.pilot.shows("Hold your code to the reader"), "\(stage.pilot.text)")
        stage.type("4711")
        #expect(stage.pilot.shows("• • • • _ _ _ _") && !stage.pilot.text.contains("47"), "\(stage.pilot.text)")
        stage.press(.backspace)
        stage.type("2")
        stage.press(.enter)
        #expect(stage.pilot.shows("One moment"))
        await stage.answer(Visitor("Front Door"))
        #expect(stage.codes == ["4712"])
        #expect(stage.pilot.shows("Front Door") && stage.pilot.shows("ready"), "\(stage.pilot.text)")
    }

    @Test("kiosk screen: a code is typed by arrows alone") func aCodeIsTypedByArrowsAlone() async throws {
        let stage = try KioskStage()
        stage.press(.enter, .enter)
        // The arrow keys move from OK to 0, 8, 5 and 6, and back to OK.
        stage.press(.left, .enter, .up, .enter, .up, .enter, .right, .enter, .down, .down, .enter)
        #expect(stage.pilot.shows("One moment"), "\(stage.pilot.text)")
        await stage.answer(nil)
        #expect(stage.codes == ["0856"])
        #expect(stage.pilot.shows("This code is not accepted"), "\(stage.pilot.text)")
    }

    @Test("kiosk screen: a code is typed by fingers") func aCodeIsTypedByFingers() async throws {
        let stage = try KioskStage { $0.languages = [.english] }
        stage.press(.enter)
        for digit in ["7", "9", "OK"] { #expect(stage.pilot.click(digit), "\(stage.pilot.text)") }
        await stage.answer(Visitor("Front Door"))
        #expect(stage.codes == ["79"])
    }

    static func signedIn(_ visitor: Visitor) async throws -> KioskStage {
        let stage = try KioskStage { $0.languages = [.english] }
        stage.press(.enter)
        stage.type("1")
        stage.press(.enter)
        await stage.answer(visitor)
        return stage
    }

    @Test("kiosk screen: a digit opens its door") func aDigitOpensItsDoor() async throws {
        let visitor = Visitor("Front Door", "Letter Room", "Sauna")
        let stage = try await Self.signedIn(visitor)
        stage.type("2")
        #expect(visitor.opened == ["letter room"])
        #expect(stage.pilot.shows("Finding the lock") && stage.pilot.shows("Cancel"), "\(stage.pilot.text)")
        visitor.end(.grantedAccess)
        stage.pass(.zero)
        #expect(stage.pilot.shows("Open") && stage.pilot.shows("Ends by itself in 20 s"), "\(stage.pilot.text)")
        // Holding a key down does not open the door a second time, and Enter does not end the visit.
        stage.type("1")
        stage.press(.enter)
        #expect(visitor.opened.count == 1 && stage.ends.isEmpty)
        #expect(stage.read == "Please press again.", "\(stage.pilot.text)")
        stage.pass(.seconds(2))
        stage.type("2")
        #expect(stage.pilot.shows("Sauna"), "\(stage.pilot.text)")
    }

    @Test("kiosk screen: end calls off what can be called off") func endCallsOffWhatCanBeCalledOff() async throws {
        let visitor = Visitor("Front Door")
        let stage = try await Self.signedIn(visitor)
        stage.type("1")
        stage.press(.escape)
        #expect(stage.ends == [.ended] && visitor.cancelled == 1)
        #expect(!stage.pilot.text.contains("Front"))
    }

    @Test("kiosk screen: more than nine keys have pages") func moreThanNineKeysHavePages() async throws {
        let visitor = Visitor(
            "Door A", "Door B", "Door C", "Door D", "Door E", "Door F", "Door G", "Door H", "Door I", "Door J")
        let stage = try await Self.signedIn(visitor)
        #expect(stage.pilot.shows("Door I") && !stage.pilot.shows("Door J"), "\(stage.pilot.text)")
        stage.type("+")
        #expect(stage.pilot.shows("Door J") && !stage.pilot.shows("Door A"), "\(stage.pilot.text)")
        stage.type("1")
        #expect(visitor.opened == ["door j"])
    }

    @Test("kiosk screen: a key that does not open says who helps") func aKeyThatDoesNotOpenSaysWhoHelps() async throws {
        let visitor = Visitor("Front Door", errors: [.contactSeamSupport])
        let stage = try await Self.signedIn(visitor)
        #expect(stage.pilot.shows("ask for help"), "\(stage.pilot.text)")
        stage.type("1")
        let why = "Front Door: misconfigured. Help: the desk, or call 555 0100"
        #expect(visitor.opened.isEmpty && stage.read == why, "\(stage.pilot.text)")
        #expect(stage.pilot.lines.filter { $0.contains(why) }.count == 2, "on the page, and in the line that is read")
    }

    @Test("kiosk screen: keys that do not open have a page of their own") func othersHaveAPage() async throws {
        let visitor = Visitor("Pool", "Sauna", errors: [.expired])
        visitor.credentials += Visitor("Front Door").credentials
        let stage = try await Self.signedIn(visitor)
        #expect(stage.pilot.shows("Front Door") && !stage.pilot.shows("Pool"), "\(stage.pilot.text)")
        #expect(stage.pilot.shows("+  Other keys (2)"), "\(stage.pilot.text)")
        stage.type("+2")
        #expect(stage.read.hasPrefix("Sauna: expired. Help:") && visitor.opened.isEmpty, "\(stage.pilot.text)")
        stage.type("+")
        #expect(stage.pilot.shows("Front Door") && !stage.pilot.shows("Help:"), "\(stage.pilot.text)")
    }

    /// The screen asks the visitor before it opens a door in privacy mode. Holding a key down does not answer the
    /// question.
    @Test("kiosk screen: a door in privacy mode is asked about") func aDoorInPrivacyModeIsAskedAbout() async throws {
        let visitor = Visitor(
            "Front Door", warnings: [.init(code: SeamCredentialWarning.privacyMode, message: "in privacy mode")])
        let stage = try await Self.signedIn(visitor)
        stage.type("11")
        #expect(stage.pilot.shows("The door is in privacy mode") && visitor.opened.isEmpty, "\(stage.pilot.text)")
        stage.pass(.seconds(1))
        stage.type("2")
        #expect(stage.model.place == .keys && visitor.opened.isEmpty, "\(stage.pilot.text)")
        stage.pass(.seconds(1))
        stage.type("1")
        stage.pass(.seconds(1))
        stage.type("1")
        #expect(visitor.opened == ["front door"], "\(stage.pilot.text)")
        visitor.end(.grantedAccess)
        stage.pass(.zero)
        #expect(stage.pilot.shows("Open"), "\(stage.pilot.text)")
    }

    /// Privacy mode ends while the screen still asks about it. The question stays on the screen, and the visitor's
    /// answer still counts.
    @Test("kiosk screen: a question stays until it is answered", arguments: [true, false])
    func aQuestionStaysUntilItIsAnswered(_ isOpened: Bool) async throws {
        let visitor = Visitor(
            "Front Door", warnings: [.init(code: SeamCredentialWarning.privacyMode, message: "in privacy mode")])
        let stage = try await Self.signedIn(visitor)
        stage.type("1")
        visitor.credentials = Visitor("Front Door").credentials
        stage.pass(.seconds(1))
        #expect(stage.pilot.shows("1  Open anyway"), "\(stage.pilot.text)")
        stage.type(isOpened ? "1" : "2")
        #expect(visitor.opened == (isOpened ? ["front door"] : []), "\(stage.pilot.text)")
    }

    @Test("kiosk screen: a question that nobody answers ends the visit")
    func aQuestionThatNobodyAnswersEndsTheVisit() async throws {
        let visitor = Visitor(
            "Front Door", warnings: [.init(code: SeamCredentialWarning.privacyMode, message: "in privacy mode")])
        let stage = try await Self.signedIn(visitor)
        stage.type("1")
        stage.pass(.seconds(400))
        #expect(stage.ends == [.idle] && visitor.opened.isEmpty && !stage.pilot.text.contains("Front"))
    }

    @Test("kiosk screen: who goes is warned and forgotten") func whoGoesIsWarnedAndForgotten() async throws {
        let stage = try await Self.signedIn(Visitor("Front Door"))
        stage.pass(.seconds(61))
        #expect(stage.pilot.shows("Press any key to stay"), "\(stage.pilot.text)")
        // A key press that prolongs the visit opens no door.
        stage.type("1")
        #expect(!stage.pilot.shows("Press any key") && stage.pilot.shows("Front Door"), "\(stage.pilot.text)")
        stage.pass(.seconds(79))
        #expect(stage.ends.isEmpty)
        stage.pass(.seconds(2))
        #expect(stage.ends == [.idle] && !stage.pilot.text.contains("Front"))
    }

    @Test("kiosk screen: the way to end is one in the warning too", arguments: ["0", "-"])
    func theWayToEndIsOneInTheWarningToo(_ key: String) async throws {
        let stage = try await Self.signedIn(Visitor("Front Door"))
        stage.pass(.seconds(61))
        #expect(stage.pilot.shows("Press any key to stay"))
        stage.type(key)
        #expect(stage.ends == [.ended])
    }

    @Test("kiosk screen: who ends while they are checked is not signed in")
    func whoEndsWhileTheyAreCheckedIsNotSignedIn() async throws {
        let stage = try KioskStage { $0.languages = [.english] }
        stage.press(.enter)
        stage.type("1")
        stage.press(.enter, .escape)
        #expect(stage.ends == [.ended])
        await stage.answer(Visitor("Front Door"))
        stage.pass(.zero)
        #expect(!stage.pilot.text.contains("Front Door") && stage.model.service == nil)
    }

    @Test("kiosk screen: a key that has gone leaves no empty page")
    func aKeyThatHasGoneLeavesNoEmptyPage() async throws {
        let visitor = Visitor("Front Door")
        let stage = try await Self.signedIn(visitor)
        stage.type("1")
        visitor.end(.timedOut)
        stage.pass(.zero)
        stage.pass(.seconds(2))
        #expect(stage.pilot.shows("1  Try again"), "\(stage.pilot.text)")
        visitor.credentials = []
        stage.type("1")
        #expect(stage.model.place == .keys && visitor.opened.count == 1, "\(stage.pilot.text)")
    }

    @Test(
        "kiosk screen: letters are the same by pad, keyboard and Caps Lock; without a pad of letters, as typed",
        arguments: [("7kq2-m4", true, "7KQ2-M4"), ("7KQ2-M4", true, "7KQ2-M4"), ("7kQ2m4", false, "7kQ2m4")])
    func codesWithLetters(typed: String, hasLetters: Bool, code: String) async throws {
        let stage = try KioskStage {
            $0.languages = [.english]
            $0.hasLetters = hasLetters
        }
        stage.press(.enter)
        stage.type(typed)
        stage.press(.enter)
        await stage.answer(Visitor("Front Door"))
        #expect(stage.codes == [code])
    }

    @Test("kiosk screen: a session that goes ends the visit") func aSessionThatGoesEndsTheVisit() async throws {
        let visitor = Visitor("Front Door")
        let stage = try await Self.signedIn(visitor)
        visitor.isActive = false
        stage.pass(.zero)
        #expect(stage.ends == [.lost])
    }

    @Test("kiosk screen: who does not see the screen is told the same")
    func whoDoesNotSeeTheScreenIsToldTheSame() async throws {
        let stage = try await Self.signedIn(Visitor("Front Door", "Sauna"))
        let spoken = stage.pilot.actions.joined(separator: "\n")
        #expect(spoken.contains("1, Front Door, Harbour House, ready") && spoken.contains("End now"), "\(spoken)")
    }
}
