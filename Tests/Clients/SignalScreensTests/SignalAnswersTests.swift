import LifeSignal
import SeamWords
import SignalAPI
import TermUI
import TestSupport
import Testing
import Wire

@testable import SignalScreens

/// Tests what the screens say about what a person has done, and where the focus is afterwards.
@MainActor @Suite struct SignalAnswersTests {
    @Test("signal answers: a second press within a minute says that both count as one") func twice() async {
        let stage = SignalStage(Person.ada { $0.lastCheckIn = Person.now })
        stage.pilot.press(.return)
        #expect(await stage.shows("You checked in less than a minute ago. Both count as one."))
    }

    @Test("signal answers: after leaving, the page for signing in says so") func left() async {
        let stage = SignalStage(rows: 40)
        stage.pilot.press("4")
        stage.pilot.click("Leave LifeSignal")
        stage.pilot.press(.downArrow, .return)
        #expect(await stage.called("person.leave"))
        stage.model.take(.signedOut, of: nil)
        #expect(await stage.shows("It is no emergency service"))
        #expect(stage.pilot.shows("You have left LifeSignal. Nobody watches you now."))
    }

    @Test("signal answers: what was said to one person is gone when another signs in") func nextPerson() async {
        let stage = SignalStage()
        stage.pilot.press(.return)
        #expect(await stage.shows("Thank you. You have checked in."))
        stage.model.take(.signedOut, of: nil)
        stage.pilot.advance(by: .milliseconds(20))
        #expect(!stage.pilot.shows("Thank you"))
    }

    @Test("signal answers: the first answer to a drill is named") func drillAnswer() async {
        func drill(_ answeredAt: Timestamp?) -> JSON {
            SignalDrill(
                at: Person.now, age: .zero,
                responders: [
                    .init(contact: Person.id(2), firstName: "Ben", lastName: "Quist", answeredAt: answeredAt)
                ]
            ).json
        }
        let stage = SignalStage()
        stage.source.reply(to: "drill.get", drill(nil))
        stage.tell(.contacts([Person.ben]))
        #expect(await stage.shows("The drill is running."))
        stage.source.reply(to: "drill.get", drill(Person.now))
        stage.tell(.contacts([Person.ben]))
        #expect(await stage.shows("Ben Quist has answered your drill: your messages arrive."))
    }

    @Test("signal answers: times are chosen at leisure, and stored by one call") func times() async {
        let stage = SignalStage(rows: 40)
        stage.pilot.press("4")
        stage.pilot.press(.rightArrow, .rightArrow)
        #expect(stage.pilot.shows("3 days") && stage.pilot.shows("Not stored yet."), "\(stage.pilot.text)")
        #expect(stage.source.calls(of: "checkin.set").isEmpty)
        stage.pilot.press(.leftArrow, .leftArrow)
        #expect(!stage.pilot.shows("Not stored yet."), "the stored value is still a choice")
        stage.pilot.press(.rightArrow, .downArrow, .leftArrow)
        stage.pilot.click("Store these times")
        #expect(await stage.called("checkin.set"))
        let params = stage.source.calls(of: "checkin.set").map(\.params)
        #expect(params.count == 1 && params[0]["check_in_interval_ms"] == 172_800_000)
        #expect(params[0]["reminder_interval_ms"] == 3_600_000 && params[0]["grace_ms"] == nil)
    }

    @Test("signal answers: two quick changes of messages are both stored") func preferences() async {
        let stage = SignalStage(rows: 40)
        stage.pilot.press("4")
        #expect(await stage.shows("[x] questions"))
        stage.pilot.click("questions whether")
        stage.pilot.click("check-ins that are due")
        #expect(await stage.called("settings.set", times: 2))
        let last = stage.source.calls(of: "settings.set").last?.params["preferences"]
        #expect(last?["pings"] == false && last?["check_ins"] == false)
        #expect(stage.pilot.shows("[ ] questions") && stage.pilot.shows("[ ] check-ins"), "\(stage.pilot.text)")
    }

    @Test("signal answers: before the daemon has answered, no page says that there is nothing") func unread() {
        let stage = SignalStage(rows: 40)
        stage.pilot.press("4")
        stage.pilot.click("Where messages reach me")
        #expect(!stage.pilot.shows("only on this machine"), "\(stage.pilot.text)")
        let desk = SignalStage(nil, isDesk: true)
        desk.tell(.person(Person.ada()))
        #expect(!desk.pilot.shows("Nobody is alerted"))
    }

    @Test("signal answers: news do not take the focus, and one row has it") func focusOfNews() {
        func news(_ number: UInt8) -> SignalNotification {
            SignalNotification(
                id: Person.id(number), at: Person.now, type: "system", title: "News \(number)", message: "Words.",
                isRead: false)
        }
        let stage = SignalStage(rows: 40)
        stage.tell(.inbox([news(32), news(31)], unread: 2))
        stage.pilot.press("3")
        #expect(stage.pilot.shows("> News 32"))
        stage.tell(.notification(news(33)), .notification(news(34)))
        #expect(stage.pilot.lines.filter { $0.contains("> News") }.count == 1, "\(stage.pilot.text)")
        #expect(stage.pilot.shows("> News 32"))
    }

    @Test("signal answers: after a button that goes, Enter is for checking in") func focusAfterCancel() async {
        let stage = SignalStage()
        stage.tell(.alert(Person.alert("manual")))
        stage.pilot.press(.upArrow)
        #expect(stage.pilot.shows("> Cancel my call for help <"))
        stage.pilot.press(.return)
        #expect(await stage.called("alert.deactivate"))
        stage.tell(.alert(nil))
        #expect(stage.pilot.shows("> I am all right <"), "\(stage.pilot.text)")
    }

    @Test("signal answers: at a small desk, an alarm leaves room for the button and for what was done") func smallDesk()
        async
    {
        let stage = SignalStage(
            contacts: [Person.ben, Person.edsger, Person.barbara("manual")], columns: 40, rows: 12, isDesk: true)
        for words in [
            "Barbara Liskov: CALLS FOR HELP", "Press o: you are on your way.", "Check in by", "three seconds",
        ] {
            #expect(stage.pilot.shows(words), "\(stage.pilot.text)")
        }
        stage.pilot.press("o")
        #expect(await stage.called("alert.ack"))
        #expect(stage.pilot.text.contains("The others are told that you are"), "\(stage.pilot.text)")
    }

    @Test("signal answers: a person who asks is not listed among those who are alerted") func request() {
        let cleo = Person.contact(6, "Cleo", "Park") {
            $0.consent = "awaiting"
            $0.proposal = .init(isResponder: true, isDependent: false, isMine: false)
        }
        let stage = SignalStage(contacts: [Person.ben, cleo], rows: 40)
        let lines = stage.pilot.lines
        let (request, alerted) = (
            lines.firstIndex { $0.contains("Cleo Park") }, lines.firstIndex { $0.contains("People who are alerted") }
        )
        #expect(request.flatMap { request in alerted.map { request < $0 } } == true, "\(stage.pilot.text)")
    }

    /// The reasons of the calls that a person can make, and that a screen shows in its own words.
    @Test("signal answers: each reason of a refusal has words in every language") func reasons() throws {
        let methods = try JSON(parsing: SignalContract.bytes)["methods"]?.arrayValue ?? []
        let reasons = methods.filter { $0["sockets"]?.arrayValue?.contains("session") == true }
            .flatMap { $0["reasons"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
            .filter { $0.hasPrefix("signal.") && !Self.elsewhere.contains($0) }
        #expect(Set(reasons).count > 10)
        for reason in Set(reasons) {
            let text = SignalRefusal.text(WireError(.invalidArgument, reason, "words of the daemon"))
            #expect(text.said(in: .english) != "Words of the daemon.", "\(reason)")
            for language in SeamLanguage.spoken where language.code != "en" {
                #expect(text.said(in: language) != text.said(in: .english), "\(reason) in \(language.code)")
            }
        }
    }

    /// The reasons after which a screen asks for something, or that have a number in their words.
    private static let elsewhere = ["signal.pin_required", "signal.limited", "signal.code_wrong"]
}
