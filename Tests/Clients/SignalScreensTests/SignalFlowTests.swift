import LifeSignal
import SeamWords
import SignalAPI
import TermUI
import TestSupport
import Testing
import Wire

@testable import SignalScreens

/// Tests what people do at the screens, by keys.
@MainActor @Suite struct SignalFlowTests {
    @Test("signal flow: Enter on the first page checks in") func checkIn() async {
        let stage = SignalStage()
        stage.pilot.press(.return)
        #expect(await stage.called("checkin.record"))
        #expect(await stage.shows("Thank you. You have checked in."))
    }

    @Test("signal flow: with a PIN, the PIN is asked for, never shown, and asked for again if it is wrong")
    func pin() async throws {
        let stage = SignalStage(Person.ada { $0.hasPIN = true })
        stage.pilot.press(.return)
        #expect(await stage.shows("your PIN"))
        #expect(stage.source.calls(of: "checkin.record").isEmpty)
        stage.source.refuse("checkin.record", WireError(.unauthenticated, "signal.pin_wrong", "the PIN is wrong"))
        stage.pilot.type("1111")
        #expect(!stage.pilot.shows("1111"))
        stage.pilot.press(.return)
        #expect(await stage.shows("The PIN is wrong."))
        stage.source.refuse("checkin.record", nil)
        stage.pilot.type("2468")
        stage.pilot.press(.return)
        #expect(await stage.called("checkin.record", times: 2))
        #expect(await stage.shows("Thank you. You have checked in."))
        let pins = stage.source.calls(of: "checkin.record").map { $0.params["pin"] }
        #expect(pins == [.string("1111"), .string("2468")])
    }

    @Test("signal flow: Esc at the question for the PIN makes no call") func noPIN() async {
        let stage = SignalStage(Person.ada { $0.hasPIN = true })
        stage.pilot.press(.return)
        #expect(await stage.shows("your PIN"))
        stage.pilot.press(.escape)
        #expect(!stage.pilot.shows("your PIN"))
        #expect(stage.source.calls(of: "checkin.record").isEmpty)
    }

    @Test("signal flow: one press of s calls nobody, the second calls") func help() async {
        let stage = SignalStage()
        stage.pilot.press("s")
        #expect(stage.pilot.shows("Press once more"))
        stage.pilot.advance(by: .seconds(5))
        #expect(stage.source.calls(of: "alert.activate").isEmpty)
        stage.pilot.press("s")
        #expect(await stage.called("alert.activate"))
        #expect(await stage.shows("Help is being called."))
        #expect(stage.pilot.shows("You called for help 4 minutes ago. Nobody has answered yet."))
    }

    @Test("signal flow: a key that is held calls after three seconds, and not before") func heldKey() async {
        let stage = SignalStage()
        for _ in 0..<29 {
            stage.pilot.press("s")
            stage.pilot.advance(by: .milliseconds(100))
        }
        #expect(stage.source.calls(of: "alert.activate").isEmpty)
        for _ in 0..<3 {
            stage.pilot.press("s")
            stage.pilot.advance(by: .milliseconds(100))
        }
        #expect(await stage.called("alert.activate"))
    }

    @Test("signal flow: three quick presses of a hand call, and the rest of them do nothing more") func panic() async {
        let stage = SignalStage()
        for _ in 0..<8 {
            stage.pilot.press("s")
            stage.pilot.advance(by: .milliseconds(250))
        }
        #expect(await stage.called("alert.activate"))
        #expect(stage.source.calls(of: "alert.activate").count == 1)
        #expect(!stage.pilot.shows("Press once more"))
    }

    @Test("signal flow: an alarm is seen on every page") func everyPage() {
        let stage = SignalStage(contacts: [Person.ben, Person.barbara()])
        for page in ["2", "3", "4", "5"] as [KeyEquivalent] {
            stage.pilot.press("1", page)
            #expect(stage.pilot.shows("Barbara Liskov: OVERDUE"), "\(stage.pilot.text)")
        }
    }

    @Test("signal flow: Esc or half a minute takes a first press back") func forgotten() async {
        let stage = SignalStage()
        stage.pilot.press("s")
        stage.pilot.press(.escape)
        #expect(!stage.pilot.shows("Press once more"))
        stage.pilot.press("s")
        stage.pilot.advance(by: .seconds(31))
        #expect(!stage.pilot.shows("Press once more"))
        stage.pilot.press("s")
        #expect(stage.source.calls(of: "alert.activate").isEmpty)
    }

    @Test("signal flow: a call that was not sent says so, and what to do") func helpFails() async {
        let stage = SignalStage()
        stage.source.refuse("alert.activate", WireError(.unavailable, "rpc.unreachable", "nobody listens"))
        stage.pilot.press("s")
        stage.pilot.advance(by: .seconds(1))
        stage.pilot.press("s")
        #expect(await stage.shows("Your call for help was not sent. Phone somebody."))
        stage.pilot.advance(by: .seconds(30))
        #expect(stage.pilot.shows("was not sent"), "it stays")
    }

    @Test("signal flow: an alarm is answered with one key, and ended on the person's page") func answer() async {
        let stage = SignalStage(contacts: [Person.ben, Person.barbara()])
        #expect(stage.pilot.shows("OVERDUE: no check-in, alarm 4 minutes ago"))
        stage.pilot.press("o")
        #expect(await stage.called("alert.ack"))
        stage.tell(.contact(Person.barbara { $0.acknowledgedAt = Person.now }))
        #expect(stage.pilot.shows("somebody is on the way"))
        stage.pilot.click("Barbara Liskov")
        #expect(stage.pilot.shows("The key is at number 12."))
        stage.pilot.click("They are all right")
        #expect(stage.pilot.shows("then ends for everybody."))
        stage.pilot.press(.return)
        #expect(stage.source.calls(of: "alert.resolve").isEmpty, "the first choice is to go back")
        stage.pilot.click("They are all right")
        stage.pilot.click("Yes")
        #expect(await stage.called("alert.resolve"))
    }

    @Test("signal flow: with arrows and Enter alone, a person reaches everything on the first page") func arrows() async
    {
        let stage = SignalStage(contacts: [Person.ben, Person.barbara()])
        stage.pilot.press(.upArrow)
        stage.pilot.press(.return)
        #expect(stage.pilot.shows("Phone: +34600112233"), "\(stage.pilot.text)")
        stage.pilot.press(.escape)
        stage.pilot.press(.downArrow, .downArrow)
        stage.pilot.press(.return)
        #expect(stage.pilot.shows("Press once more"))
        stage.pilot.advance(by: .seconds(1))
        stage.pilot.press(.return)
        #expect(await stage.called("alert.activate"))
    }

    @Test("signal flow: agreeing names exactly what was read") func agree() async {
        let cleo = Person.contact(6, "Cleo", "Park") {
            $0.consent = "awaiting"
            $0.proposal = .init(isResponder: false, isDependent: true, isMine: false)
        }
        let stage = SignalStage(contacts: [Person.ben, cleo])
        stage.pilot.click("Cleo Park")
        #expect(stage.pilot.shows("Cleo Park asks you to look out for them."))
        stage.pilot.press(.return)
        #expect(await stage.called("contact.accept"))
        let params = stage.source.calls(of: "contact.accept").first?.params
        #expect(params?["is_responder"] == .bool(false) && params?["is_dependent"] == .bool(true))
    }

    @Test("signal flow: removing the last responder says so, and asks") func lastResponder() async {
        let stage = SignalStage(contacts: [Person.ben])
        stage.pilot.press("2")
        stage.pilot.press(.return)
        stage.pilot.click("End this contact")
        #expect(stage.pilot.shows("Then nobody is alerted for you but the people who run this machine."))
        #expect(stage.pilot.shows("> No, go back <"))
        stage.pilot.press(.return)
        #expect(stage.source.calls(of: "contact.remove").isEmpty)
        stage.pilot.click("End this contact")
        stage.pilot.click("Yes")
        #expect(await stage.called("contact.remove"))
    }

    @Test("signal flow: a scanned code adds somebody in three presses") func add() async {
        let stage = SignalStage()
        stage.pilot.press("5")
        stage.pilot.paste(SignalCodeText.text(of: Person.id(70)))
        stage.pilot.click("Look up")
        #expect(await stage.shows("This is the code of Cleo, +49 … 77."))
        stage.pilot.press(.return)
        #expect(await stage.called("contact.add"))
        #expect(stage.source.calls(of: "contact.add").first?.params["is_responder"] == .bool(true))
        #expect(await stage.shows("They are asked."))
    }

    @Test("signal flow: a drill in the inbox is answered by Enter") func drill() async {
        let drill = SignalNotification(
            id: Person.id(31), at: Person.now, type: "system", title: "Drill", message: "Ben Quist asks.",
            isRead: false, kind: "drill", word: "ABCDEF")
        let stage = SignalStage()
        stage.tell(.inbox([drill], unread: 1))
        stage.pilot.press("3")
        #expect(stage.pilot.shows("Inbox (1)"))
        stage.pilot.press(.return)
        #expect(await stage.called("drill.answer"))
        #expect(await stage.shows("You have answered the drill."))
        #expect(!stage.pilot.shows("Inbox (1)"))
    }

    @Test("signal flow: signing out asks first if a deadline is running") func signOut() async {
        let stage = SignalStage()
        stage.pilot.press("4")
        stage.pilot.press(.end)
        stage.pilot.click("Sign out")
        #expect(stage.pilot.shows("Your deadline continues: check in by tonight, 8 o'clock"))
        stage.pilot.press(.return)
        #expect(stage.source.calls(of: "auth.sign_out").isEmpty)
    }

    @Test("signal flow: leaving asks first, with the PIN, and says who is told") func leave() async {
        let stage = SignalStage(Person.ada { $0.hasPIN = true }, rows: 40)
        stage.pilot.press("4")
        stage.pilot.click("Leave LifeSignal")
        #expect(stage.pilot.shows("3 people are told that you have left."))
        stage.pilot.press(.return)
        #expect(!stage.pilot.shows("cannot be undone") && stage.source.calls(of: "person.leave").isEmpty)
        stage.pilot.click("Leave LifeSignal")
        stage.pilot.press(.downArrow, .return)
        #expect(await stage.shows("your PIN"))
        stage.pilot.type("1357")
        stage.pilot.press(.return)
        #expect(await stage.called("person.leave"))
        #expect(stage.source.calls(of: "person.leave").first?.params["pin"] == .string("1357"))
    }

    @Test("signal flow: a new number is asked for, and then its code") func number() async {
        let stage = SignalStage(rows: 40)
        stage.source.reply(
            to: "user.set_phone", .members(("expires_at", .string("2026-11-25T14:10:00Z")), ("by", "administrator")))
        stage.source.reply(to: "user.verify_phone", .members(("phone", "+4915187654321")))
        stage.pilot.press("4")
        stage.pilot.click("My number")
        stage.pilot.type("+49 151 87654321")
        stage.pilot.click("Get a code")
        #expect(await stage.shows("the six digits"))
        stage.pilot.type("123456")
        #expect(!stage.pilot.shows("123456"))
        stage.pilot.click("Change my number")
        #expect(await stage.shows("Your number is now +4915187654321."))
    }

    @Test("signal flow: a door that counts checks in, and one that does not count says nothing") func door() async {
        let stage = SignalStage(Person.ada { $0.countsDoors = true })
        stage.model.doorOpened()
        #expect(await stage.called("checkin.record"))
        #expect(stage.source.calls(of: "checkin.record").first?.params["door"] == .bool(true))
        #expect(await stage.shows("The door counts as a check-in."))
        let other = SignalStage()
        other.model.doorOpened()
        #expect(other.source.calls(of: "checkin.record").isEmpty)
    }

    @Test("signal flow: somebody new signs in with number and code, and neither code nor PIN is shown") func signIn()
        async
    {
        let stage = SignalStage(nil)
        stage.model.take(.signedOut, of: nil)
        stage.pilot.advance(by: .milliseconds(20))
        #expect(stage.pilot.shows("It is no emergency service"))
        stage.pilot.type("+49 151 12345678")
        stage.pilot.press(.return)
        #expect(await stage.shows("'seam signal code'"))
        stage.pilot.click("the six digits")
        stage.pilot.type("123456")
        #expect(!stage.pilot.shows("123456"))
        stage.pilot.press(.return)
        #expect(await stage.called("auth.verify"))
        #expect(stage.source.calls(of: "auth.verify").first?.params["code"] == .string("123456"))
    }

    @Test("signal flow: at the desk, space checks in and nothing else leaves the page") func desk() async {
        let stage = SignalStage(isDesk: true)
        #expect(stage.pilot.shows("Alerted if you do not press: Ben Quist."))
        for key in ["1", "2", "3", "4", "5", "q", ",", "?"] { stage.pilot.press(KeyEquivalent(Character(key))) }
        #expect(stage.pilot.shows("Alerted if you do not press: Ben Quist."))
        stage.pilot.press(.space)
        #expect(await stage.called("checkin.record"))
        stage.pilot.press("h")
        #expect(stage.pilot.shows("Press h once more"))
    }

    @Test("signal flow: a name cannot write on the terminal") func hostileName() {
        let evil = Person.contact(7, "\u{1b}[31mEve\u{7}", "\u{202e}x", isDependent: true)
        let stage = SignalStage(contacts: [evil])
        #expect(!stage.pilot.text.unicodeScalars.contains { $0.value == 0x1b || $0.value == 7 || $0.value == 0x202e })
    }
}
