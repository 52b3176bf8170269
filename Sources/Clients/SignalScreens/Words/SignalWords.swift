import Foundation
import LumiKitUI
package import SeamComponents
import SeamSwiftUI
package import SeamWords
package import SignalAPI
import Wire

/// How much a text needs attention. A text always says this in words as well.
package nonisolated enum SignalTone: Equatable, Sendable {
    case plain, good, warning, bad

    /// The colour of the tone.
    @MainActor package var color: Color {
        switch self {
        case .plain: LMKColor.textPrimary
        case .good: LMKColor.success
        case .warning: LMKColor.warning
        case .bad: LMKColor.error
        }
    }
}

/// A text with its tone.
package nonisolated struct SignalLine: Equatable, Sendable {
    package var text: String
    package var tone: SignalTone

    package init(text: String, tone: SignalTone = .plain) { (self.text, self.tone) = (text, tone) }
}

nonisolated extension SignalKnown {
    /// The alarms that concern the person now: those of people who need an answer first, and then the person's own.
    package func alarmLines(_ dates: SeamDateText) -> [SignalLine] {
        let calls = alarmed.map { contact in
            let state = contact.state(dates)
            return SignalLine(text: "\(contact.name(in: dates.language)): \(state.text)", tone: state.tone)
        }
        return calls + (alert.map { [$0.ownLine(self, dates)] } ?? [])
    }

    /// The questions that wait for the person's answer. A check-in answers them.
    package func questionLines(_ language: SeamLanguage) -> [SignalLine] {
        questions.map { question in
            let name = contact(question.contact)?.name(in: language) ?? language("somebody")
            return SignalLine(text: language("%@ asks: are you all right?", name), tone: .warning)
        }
    }
}

/// The texts about the person's own deadline.
package nonisolated struct SignalDueWords: Equatable, Sendable {
    /// What to do, and by when.
    package var headline: SignalLine
    /// How much time is left, or what happens next.
    package var detail: String
    /// Whether the deadline has passed.
    package var isLate = false

    /// Creates the texts about a person's deadline.
    package init(_ person: SignalPerson, _ dates: SeamDateText) {
        let language = dates.language
        guard let due = person.nextDue.map(Date.init) else {
            headline = SignalLine(text: language("No deadline is running."))
            detail = language("Your next check-in starts one.")
            return
        }
        let minutes = dates.minutes(until: due)
        guard minutes <= 0 else {
            headline = SignalLine(text: language("Check in by %@.", dates.spoken(due)), tone: .good)
            detail = "\(dates.left(until: due)) (\(dates.exact(due)))"
            return
        }
        isLate = true
        let late = -minutes
        headline = SignalLine(
            text: late < 1
                ? language("Your check-in is due now.")
                : late < 120
                    ? language.count(
                        late, one: "Your check-in is 1 minute late.", other: "Your check-in is %@ minutes late.")
                    : language("Your check-in is %@ hours late.", "\(late / 60)"),
            tone: .bad)
        let told = dates.minutes(until: due.addingTimeInterval(person.grace / .seconds(1)))
        detail =
            person.status == "nonResponsive"
            ? language("Others have been alerted. Check in as soon as you can.")
            : told > 0
                ? language.count(
                    told, one: "Others are alerted in 1 minute.", other: "Others are alerted in %@ minutes.")
                : language("Others are being alerted.")
    }
}

nonisolated extension SignalContact {
    /// The contact's name, or the end of the number if there is no name.
    package func name(in language: SeamLanguage) -> String {
        let name = [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? phone.isEmpty ? language("somebody") : phone : name
    }

    /// Why a responder cannot be alerted now, or nil.
    func whyNotTold(in language: SeamLanguage) -> String? {
        if isSilent { return language("has turned alarms off") }
        return isUnheard ? language("is signed in nowhere, and has no address") : nil
    }

    /// The state of a dependent.
    package func state(_ dates: SeamDateText) -> SignalLine {
        let language = dates.language
        if let alert { return alert.line(dates) }
        if status == "nonResponsive" { return SignalLine(text: language("has missed a check-in"), tone: .bad) }
        guard let last = lastCheckIn.map(Date.init) else {
            return SignalLine(text: language("has never checked in"), tone: .warning)
        }
        let checkedIn = language("checked in %@", dates.ago(last))
        return status == "pendingPing"
            ? SignalLine(text: language("%@; asked, no answer yet", checkedIn), tone: .warning)
            : SignalLine(text: checkedIn)
    }

    /// What the contact and this person are for each other, and what they are waiting for.
    func relation(in language: SeamLanguage) -> SignalLine {
        if let proposal, !proposal.isMine { return SignalLine(text: language("waits for your answer"), tone: .warning) }
        if consent == "ended" { return SignalLine(text: language("no longer shares anything"), tone: .warning) }
        let roles = [
            isResponder ? language("looks out for you") : nil, isDependent ? language("you look out for them") : nil,
            proposal == nil ? nil : language("has not agreed to your request yet"),
        ]
        return SignalLine(text: roles.compactMap(\.self).joined(separator: "; "))
    }
}

nonisolated extension SignalAlert {
    /// The alarm of a dependent, and whether anybody answers it.
    fileprivate func line(_ dates: SeamDateText) -> SignalLine {
        let language = dates.language
        let since = dates.ago(Date(at))
        let what =
            kind != "manual"
            ? language("OVERDUE: no check-in, alarm %@", since)
            : isConcealed
                ? language("CALLS FOR HELP in secret, %@: do not phone", since)
                : language("CALLS FOR HELP, %@", since)
        guard acknowledgedAt != nil else { return SignalLine(text: what, tone: .bad) }
        return SignalLine(
            text: "\(what); "
                + (isWithOperator
                    ? language("the operator takes care of it") : language("somebody is on the way")),
            tone: .warning)
    }

    /// The person's own alarm, and whether anybody answers it.
    package func ownLine(_ known: SignalKnown, _ dates: SeamDateText) -> SignalLine {
        let language = dates.language
        let what =
            kind == "manual"
            ? language("You called for help %@.", dates.ago(Date(at)))
            : language("Others are alerted because you did not check in.")
        guard acknowledgedAt != nil else {
            return SignalLine(text: "\(what) \(language("Nobody has answered yet."))", tone: .bad)
        }
        let helper = known.contact(acknowledgedBy)?.name(in: language)
        let answer =
            isWithOperator
            ? language("The operator of this machine takes care of it.")
            : helper.map { language("%@ is on the way.", $0) } ?? language("Somebody is on the way.")
        return SignalLine(text: "\(what) \(answer)", tone: .warning)
    }
}

nonisolated extension Date {
    /// The date of a time on the wire.
    init(_ time: Timestamp) {
        self.init(timeIntervalSince1970: Double(time.millisecondsSince1970) / 1000)
    }
}
