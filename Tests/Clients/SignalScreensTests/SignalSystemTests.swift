import Foundation
import LifeSignal
import SeamComponents
import SignalAPI
import SignalTestSupport
import TermUI
import TestSupport
import Testing
import Wire

@testable import SignalScreens

/// Two people at two screens of one machine, with a real daemon.
@MainActor @Suite(.timeLimit(.minutes(2))) struct SignalSystemTests {
    /// A person's screen.
    @MainActor private struct Seat {
        let model: SignalModel
        let pilot: Pilot

        init(_ bench: SignalBench, session: String) throws {
            model = SignalModel(BackendService(socketPath: bench.socket, session: session))
            var environment = EnvironmentValues()
            environment.seamDates = SeamDateText(
                now: Date(try bench.move(["advance_ms": 0])), calendar: Person.calendar)
            pilot = Pilot(SignalScreen(model), columns: 100, rows: 50, environment: environment)
        }

        func sees(_ text: String) async throws {
            guard await pilot.wait(until: { pilot.shows(text) }) else {
                throw TestFailure("not shown: \(text)\n\(pilot.text)")
            }
        }

        /// Signs in, and gives a name.
        func signIn(_ bench: SignalBench, _ phone: String, _ first: String, _ last: String) async throws {
            try await sees("your telephone number")
            pilot.type(phone)
            pilot.press(.return)
            try await sees("the six digits")
            pilot.click("the six digits")
            pilot.type(try bench.code(phone, session: try #require((model.source as? BackendService)?.session)))
            pilot.press(.return)
            try await sees("Step 1 of 6")
            pilot.click("Give my name")
            pilot.click("First name")
            pilot.type(first)
            pilot.click("Last name")
            pilot.type(last)
            pilot.click("Store")
            try await sees("Add somebody who is alerted")
        }

        /// Goes to the first page.
        func goHome() { pilot.press("1") }
    }

    @Test("signal system: from the first screen to a drill that was answered, and a missed check-in that was answered")
    func fromTheFirstScreen() async throws {
        let bench = try await SignalBench()
        let (ada, ben) = (try Seat(bench, session: "ada"), try Seat(bench, session: "ben"))
        try await ada.signIn(bench, SignalBench.ada, "Ada", "Moreno")
        try await ben.signIn(bench, SignalBench.ben, "Ben", "Quist")

        // Ada scans Ben's code, and Ben agrees.
        ada.pilot.click("> Add somebody")
        try await ada.sees("scan their code here")
        let code = SignalCodeText.text(of: try #require(ben.model.known.person?.qrCodeID))
        ada.pilot.paste(code)
        ada.pilot.click("Look up")
        try await ada.sees("This is the code of Ben")
        ada.pilot.click("They look out for me")
        ada.goHome()
        try await ada.sees("Wait until they agree.")
        try await ben.sees("waits for your answer")
        ben.pilot.click("waits for your answer")
        try await ben.sees("asks you to look out for them.")
        ben.pilot.click("I agree")
        ben.pilot.press(.escape)

        // The first check-in, and the drill.
        try await ada.sees("Check in for the first time.")
        ada.pilot.click("I am all right")
        try await ada.sees("Start a drill")
        ada.pilot.click("Start a drill")
        try await ada.sees("The drill is running.")
        ben.pilot.press("3")
        try await ben.sees("Drill")
        ben.pilot.click("Drill")
        try await ben.sees("You have answered the drill.")
        #expect(await ada.pilot.wait { !ada.pilot.shows("Step ") }, "\(ada.pilot.text)")

        // Ada misses a check-in. Ben sees it, and is on the way. Ada sees that.
        ben.goHome()
        try bench.advance(.seconds(86_400 + 301))
        try await ben.sees("OVERDUE: no check-in")
        ben.pilot.press("o")
        try await ben.sees("somebody is on the way")
        try await ada.sees("Ben Quist is on the way.")
        ada.pilot.click("I am all right")
        #expect(await ben.pilot.wait { !ben.pilot.shows("OVERDUE") }, "\(ben.pilot.text)")
        ada.model.close()
        ben.model.close()
    }

    @Test("signal system: a call for help is on the other screen at once") func callForHelp() async throws {
        let bench = try await SignalBench()
        let (ada, ben) = (
            try bench.signIn(SignalBench.ada, session: "ada"), try bench.signIn(SignalBench.ben, session: "ben")
        )
        let client = try bench.client()
        let info = try client.call(ContactInfoGet.self, .init(session: "ada", qrCodeID: ben.qrCodeID))
        let wish = ContactWish(firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false)
        _ = try client.call(ContactAdd.self, .init(session: "ada", ticket: info.ticket, wish: wish))
        let asked = try #require(try client.call(ContactList.self, .init(session: "ben")).contacts.first)
        _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked.id))
        let seat = try Seat(bench, session: "ben")
        try await seat.sees("has never checked in")
        let begin = ContinuousClock.now
        _ = try client.call(AlertActivate.self, .init(session: "ada"))
        try await seat.sees("CALLS FOR HELP")
        print("an alarm is on an open screen \((ContinuousClock.now - begin) / .milliseconds(1)) ms after the call")
        #expect(ContinuousClock.now - begin < .seconds(2))
        #expect(ada.id != ben.id)
        seat.model.close()
    }

    @Test("signal system: a screen sees that the daemon is gone, and that it is back") func daemonGone() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada, session: "ada")
        let seat = try Seat(bench, session: "ada")
        try await seat.sees("No deadline is running.")
        try await bench.restart()
        _ = try bench.client().call(CheckInRecord.self, .init(session: "ada"))
        try await seat.sees("Check in by")
        #expect(await seat.pilot.wait { !seat.pilot.shows("LifeSignal does not answer") })
        seat.model.close()
    }
}
