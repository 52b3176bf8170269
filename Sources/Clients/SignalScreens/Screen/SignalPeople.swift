import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermUI

/// All contacts, and what they and the person are for each other.
struct SignalPeople: View {
    @ObservedObject var model: SignalModel
    let bindings: [KeyBinding]
    let show: (SignalID) -> Void
    let add: () -> Void
    @Environment(\.seamLanguage) private var language

    var body: some View {
        SignalPageFrame(bindings: bindings) {
            if model.known.contacts.isEmpty {
                Text(verbatim: language("You have no contacts yet.")).bold()
                Text(verbatim: language("Add the people who look out for you, and those you look out for."))
            }
            ForEach(Array(model.known.contacts.enumerated()), id: \.element.id.description) { place, contact in
                SignalRow(
                    title: contact.name(in: language), state: contact.relation(in: language), isFirst: place == 0
                ) { show(contact.id) }
            }
            Text(verbatim: "")
            SignalButton(language("Add somebody"), isFirst: model.known.contacts.isEmpty, action: add)
        }
    }
}

/// A contact's page: the state, and everything that the person can do for or about the contact.
struct SignalContactView: View {
    @ObservedObject var model: SignalModel
    let id: SignalID
    let close: () -> Void
    /// A step that takes something away, which is made only after a question.
    @State private var question: Question?
    @Environment(\.seamDatesSource) private var source
    @Environment(\.seamLanguage) private var language

    private enum Question: Equatable { case remove, dropResponder, dropDependent, resolve }

    var body: some View {
        ScrollView {
            TimelineView(.everyMinute) { _ in
                VStack(alignment: .leading, spacing: 0) {
                    if let contact = model.known.contact(id) {
                        if let question { ask(question, contact) } else { page(contact) }
                        if model.said != nil { SignalSaid(model: model) }
                    } else {
                        Text(verbatim: language("This contact no longer exists."))
                        SignalButton(language("Close"), isFirst: true, action: close)
                    }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
            }
        }
        .hugging()
    }

    private var dates: SeamDateText {
        var dates = source()
        dates.language = language
        return dates
    }

    @ViewBuilder private func page(_ contact: SignalContact) -> some View {
        Text(verbatim: contact.name(in: language)).bold()
        let relation = contact.relation(in: language)
        Text(verbatim: relation.text).foregroundColor(
            relation.tone == .plain ? LMKColor.textSecondary : relation.tone.color)
        if !contact.phone.isEmpty { Text(verbatim: language("Phone: %@", contact.phone)) }
        if contact.isDependent {
            let state = contact.state(dates)
            Text(verbatim: state.text).bold().foregroundColor(state.tone.color)
        }
        if let note = contact.emergencyNote, !note.isEmpty { Text(verbatim: language("Note: %@", note)) }
        if contact.isResponder, let why = contact.whyNotTold(in: language) {
            Text(verbatim: language("cannot be alerted: %@", why)).foregroundColor(LMKColor.warning)
        }
        Text(verbatim: "")
        actions(contact)
    }

    @ViewBuilder private func actions(_ contact: SignalContact) -> some View {
        if let alert = contact.alert {
            if contact.needsAnswer {
                SignalButton(language("I am on my way"), tone: .warning, isFirst: true) { model.answer(alert) }
            }
            SignalButton(language("They are all right"), tone: .good) { question = .resolve }
        }
        if let proposal = contact.proposal, !proposal.isMine {
            Text(verbatim: wish(proposal, contact)).bold()
            SignalButton(language("I agree"), tone: .good, isFirst: true) { model.accept(contact, proposal) }
            SignalButton(language("I do not agree")) { model.decline(contact) }
        }
        if contact.isDependent {
            SignalButton(language("Ask whether they are all right")) {
                model.ping(contact)
            }
            if contact.alert?.kind == "manual" {
                SignalButton(language("Silence their calls for an hour")) { model.mute(contact) }
            }
        }
        if contact.isResponder {
            Picker(
                language("Alerted"),
                selection: Binding(get: { contact.tier }, set: { model.set(tier: $0, of: contact) })
            ) {
                Text(verbatim: language("first")).tag(1)
                Text(verbatim: language("second")).tag(2)
                Text(verbatim: language("third")).tag(3)
            }
        }
        roles(contact)
        SignalButton(language("End this contact")) { question = .remove }
        SignalButton(
            language("Close"), isFirst: !contact.needsAnswer && contact.proposal?.isMine != false, action: close)
    }

    @ViewBuilder private func roles(_ contact: SignalContact) -> some View {
        if contact.consent != "ended", contact.proposal == nil {
            if contact.isResponder {
                SignalButton(language("They are no longer alerted for me")) { question = .dropResponder }
            } else {
                SignalButton(language("Ask them to look out for me")) { model.wish(contact, isResponder: true) }
            }
            if contact.isDependent {
                SignalButton(language("I am no longer alerted for them")) { question = .dropDependent }
            } else {
                SignalButton(language("Ask to look out for them")) { model.wish(contact, isDependent: true) }
            }
        }
    }

    private func wish(_ proposal: SignalContact.Proposal, _ contact: SignalContact) -> String {
        let name = contact.name(in: language)
        let isResponder = proposal.isResponder && !contact.isResponder
        let isDependent = proposal.isDependent && !contact.isDependent
        return switch (isResponder, isDependent) {
        case (true, true): language("%@ wants to look out for you, and asks you to look out for them.", name)
        case (true, false): language("%@ wants to look out for you.", name)
        case (false, true): language("%@ asks you to look out for them.", name)
        case (false, false): language("%@ wants to end what you agreed on.", name)
        }
    }

    private func words(_ question: Question, _ name: String) -> String {
        switch question {
        case .remove: language("End the contact with %@, for both of you?", name)
        case .dropResponder: language("%@ is then no longer alerted if you do not check in.", name)
        case .dropDependent: language("You are then no longer alerted for %@.", name)
        case .resolve: language("The alarm of %@ then ends for everybody. Have you spoken to them?", name)
        }
    }

    @ViewBuilder private func ask(_ question: Question, _ contact: SignalContact) -> some View {
        let name = contact.name(in: language)
        Text(verbatim: words(question, name)).bold()
        if question == .remove || question == .dropResponder, contact.isResponder, model.known.responders.count == 1 {
            Text(verbatim: language("Then nobody is alerted for you but the people who run this machine."))
                .foregroundColor(LMKColor.error)
        }
        if question == .remove || question == .dropDependent, contact.isLast {
            Text(verbatim: language("Then nobody is alerted for %@ but the people who run this machine.", name))
                .foregroundColor(LMKColor.error)
        }
        SignalButton(language("No, go back"), isFirst: true) { self.question = nil }
        SignalButton(language("Yes"), tone: .bad) {
            self.question = nil
            switch question {
            case .remove: model.remove(contact)
            case .dropResponder: model.wish(contact, isResponder: false)
            case .dropDependent: model.wish(contact, isDependent: false)
            case .resolve: if let alert = contact.alert { model.resolve(alert) }
            }
        }
    }
}
