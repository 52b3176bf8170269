import Foundation
import SeamComponents
import SeamWords
import SignalAPI
import TermUI
import TestSupport
import Testing
import Wire

@testable import SignalScreens

/// Tests the texts of the screens.
@Suite struct SignalWordsTests {
    private func dates(_ language: SeamLanguage = .english) -> SeamDateText {
        SeamDateText(now: Person.date, calendar: Person.calendar, language: language)
    }

    @Test(
        "signal words: a deadline is said in words first",
        arguments: [
            (.english, 6 * 3600, "Check in by tonight, 8 o'clock.", "6 hours left (Wed 25 Nov 20:00)"),
            (.english, 10 * 3600, "Check in by tonight, midnight.", "10 hours left (Thu 26 Nov 00:00)"),
            (.english, 12 * 3600, "Check in by tonight, 2 o'clock in the morning.", "12 hours left (Thu 26 Nov 02:00)"),
            (.english, 1800, "Check in by this afternoon, 2:30.", "30 min left (Wed 25 Nov 14:30)"),
            (.english, 18 * 3600, "Check in by tomorrow morning, 8 o'clock.", "18 hours left (Thu 26 Nov 08:00)"),
            (.english, 3 * 86400, "Check in by Saturday afternoon, 2 o'clock.", "3 days left (Sat 28 Nov 14:00)"),
            (.german, 6 * 3600, "Melden Sie sich bis heute Abend, 20 Uhr.", "noch 6 Stunden (Mi 25. Nov. 20:00)"),
            (.spanish, 6 * 3600, "Dé señales antes de: esta noche, a las 8.", "quedan 6 horas (mié 25 nov 20:00)"),
        ] as [(SeamLanguage, Int, String, String)])
    func inTime(_ language: SeamLanguage, _ seconds: Int, _ headline: String, _ detail: String) {
        let words = SignalDueWords(Person.ada(due: .seconds(seconds)), dates(language))
        #expect(words.headline.text == headline && words.detail == detail && !words.isLate)
    }

    @Test("signal words: a late check-in says how late, and what happens next") func late() {
        func words(_ seconds: Int, _ status: String = "active") -> SignalDueWords {
            SignalDueWords(Person.ada(due: .seconds(-seconds)) { $0.status = status }, dates())
        }
        #expect(words(60).headline.text == "Your check-in is 1 minute late.")
        #expect(words(240).headline.text == "Your check-in is 4 minutes late.")
        #expect(words(240).detail == "Others are alerted in 1 minute.")
        #expect(words(60).detail == "Others are alerted in 4 minutes.")
        #expect(words(400).detail == "Others are being alerted.")
        #expect(words(9000, "nonResponsive").headline.text == "Your check-in is 2 hours late.")
        #expect(words(9000, "nonResponsive").detail == "Others have been alerted. Check in as soon as you can.")
        #expect(words(60).isLate && words(60).headline.tone == .bad)
        #expect(SignalDueWords(Person.ada(due: nil), dates()).headline.text == "No deadline is running.")
    }

    @Test("signal words: the state of a dependent has a word for everything that needs somebody") func dependents() {
        func state(_ contact: SignalContact) -> String { contact.state(dates()).text }
        #expect(state(Person.edsger) == "checked in 2 hours ago")
        #expect(state(Person.barbara()) == "OVERDUE: no check-in, alarm 4 minutes ago")
        #expect(state(Person.barbara("manual")) == "CALLS FOR HELP, 4 minutes ago")
        let secret = Person.barbara("manual") { $0.isConcealed = true }
        #expect(state(secret) == "CALLS FOR HELP in secret, 4 minutes ago: do not phone")
        let answered = Person.barbara { $0.acknowledgedAt = Person.now }
        #expect(state(answered).hasSuffix("; somebody is on the way"))
    }

    @Test("signal words: every text that the daemon may answer with is a sentence of its own") func refusals() throws {
        let contract = try String(contentsOfFile: Products.package + "Protocol/reasons.json", encoding: .utf8)
        let reasons = ["signal.pin_wrong", "signal.unknown_alert", "store.unavailable", "signal.self"]
        for reason in reasons {
            #expect(contract.contains("\"\(reason)\""), "\(reason) is no reason")
            let error = WireError(.failedPrecondition, reason, "raw")
            #expect(SignalRefusal.text(error).said(in: .english) != "Raw.")
        }
        let raw = WireError(.failedPrecondition, "signal.new_one", "something is new")
        #expect(SignalRefusal.text(raw).said(in: .german) == "Something is new.")
        let wait = WireError(
            .resourceExhausted, "signal.limited", "too often", retry: .init(safe: true, after: .seconds(90)))
        #expect(SignalRefusal.text(wait).said(in: .english) == "That was tried too often. Please wait 2 minutes.")
    }

    @Test("big text: a button's words fit in block letters on 80 columns", arguments: SeamLanguage.spoken)
    func bigText(_ language: SeamLanguage) {
        let lines = BigText.lines(language("I am all right"), CellSize(72, 12))
        #expect(!lines.isEmpty && lines.count <= 12)
        #expect(lines.allSatisfy { $0.count <= 72 && $0.count == lines[0].count || $0.isEmpty || lines.count > 6 })
        #expect(BigText.lines(language("I am all right"), CellSize(20, 4)).isEmpty, "there is no room")
    }
}
