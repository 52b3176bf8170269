import LumiKitUI
import SeamComponents
package import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermCore
import TermUI

/// The first page: the deadline, the large button for checking in, the call for help, and the people on both sides.
struct SignalHome: View {
    @ObservedObject var model: SignalModel
    let bindings: [KeyBinding]
    /// Shows a contact.
    let show: (SignalID) -> Void
    /// Shows another page.
    let turn: (SignalPage) -> Void
    /// Whether the person is giving a name.
    @State private var isNaming = false
    /// Whether the large button has the focus. It takes the focus from a button that goes once it is pressed.
    @FocusState private var isMain: Bool
    @Environment(\.seamDatesSource) private var source
    @Environment(\.seamLanguage) private var language

    var body: some View {
        SignalPageFrame(bindings: own + bindings) {
            TimelineView(.everyMinute) { _ in
                VStack(alignment: .leading, spacing: 0) { if let person = model.known.person { home(person) } }
            }
        }
        .sheet(isPresented: $isNaming) { ScrollView { SignalNameForm(model: model) { isNaming = false } }.hugging() }
    }

    private var dates: SeamDateText {
        var dates = source()
        dates.language = language
        return dates
    }

    private var own: [KeyBinding] {
        var keys = [KeyBinding("s", "s", language("call for help")) { model.pressHelp() }]
        if let first = model.known.calling.first, let alert = first.alert {
            keys.insert(KeyBinding("o", "o", language("on my way")) { model.answer(alert) }, at: 0)
        }
        if model.known.alert?.kind == "manual" {
            keys.append(KeyBinding("x", "x", language("cancel my call")) { model.cancelCall() })
        }
        return keys
    }

    @ViewBuilder private func home(_ person: SignalPerson) -> some View {
        if !person.isWatched {
            LMKBanner(.error, language("Nobody is watched now. Tell the people who run this machine."))
        }
        ForEach(model.known.calling, id: \.id.description) { contact in
            SignalRow(title: contact.name(in: language), state: contact.state(dates)) { show(contact.id) }
        }
        SignalDue(words: SignalDueWords(person, dates), due: person.nextDue.map { Date($0) }, now: dates)
        if let alert = model.known.alert { own(alert) }
        SignalQuestions(model: model)
        SignalButton(language("I am all right"), tone: .good, width: .full, isFirst: true) { model.checkIn() }
            .focused($isMain)
        SignalHelp(model: model)
        requests
        next
        people(person)
    }

    @ViewBuilder private func own(_ alert: SignalAlert) -> some View {
        let line = alert.ownLine(model.known, dates)
        Text(verbatim: line.text).bold().foregroundColor(line.tone.color)
        if alert.kind == "manual" {
            SignalButton(language("Cancel my call for help"), tone: .warning) {
                isMain = true
                model.cancelCall()
            }
        }
    }

    /// The contacts who wait for an answer.
    @ViewBuilder private var requests: some View {
        if !model.known.asking.isEmpty { SignalHeading(language("They ask you")) }
        ForEach(model.known.asking, id: \.id.description) { contact in
            SignalRow(
                title: contact.name(in: language),
                state: SignalLine(text: language("waits for your answer"), tone: .warning)
            ) { show(contact.id) }
        }
    }

    /// The next step for people who have just begun.
    @ViewBuilder private var next: some View {
        if let step = SignalGuide.next(model.known, model.drill) {
            SignalHeading(
                language("Step %@ of %@", "\(step.rawValue + 1)", "\(SignalGuide.allCases.count)"))
            Text(verbatim: step.text(in: language)).bold()
            if let action = step.action(in: language) {
                SignalButton(action) { perform(step) }
            }
        }
    }

    private func perform(_ step: SignalGuide) {
        isMain = true
        switch step {
        case .name: isNaming = true
        case .responder: turn(.code)
        case .consent, .answer: break
        case .checkIn: model.checkIn()
        case .drill: model.startDrill()
        }
    }

    @ViewBuilder private func people(_ person: SignalPerson) -> some View {
        // The people who call are above everything else.
        let (responders, dependents) = (model.known.responders, model.known.dependents.filter { !$0.needsAnswer })
        if !dependents.isEmpty {
            SignalHeading(language("You look out for"))
            ForEach(dependents, id: \.id.description) { contact in
                SignalRow(title: contact.name(in: language), state: contact.state(dates)) { show(contact.id) }
            }
        }
        if model.known.hasContacts {
            SignalHeading(language("People who are alerted, in this order"))
            if responders.isEmpty {
                Text(verbatim: language("Nobody yet: only the people who run this machine."))
                    .foregroundColor(LMKColor.warning)
            }
            ForEach(responders, id: \.id.description) { contact in
                let why = contact.whyNotTold(in: language)
                SignalRow(
                    title: "\(contact.tier)  \(contact.name(in: language))",
                    state: why.map { SignalLine(text: language("cannot be alerted: %@", $0), tone: .warning) }
                        ?? SignalLine(text: contact.channels.joined(separator: ", "))
                ) { show(contact.id) }
            }
        }
    }
}

/// The questions of others, whether the person is well.
struct SignalQuestions: View {
    @ObservedObject var model: SignalModel
    @Environment(\.seamLanguage) private var language

    var body: some View {
        ForEach(Array(model.known.questionLines(language).enumerated()), id: \.offset) { _, line in
            Text(verbatim: line.text).bold().foregroundColor(line.tone.color)
        }
    }
}

/// The deadline in large words. The terminal sounds when the deadline passes.
struct SignalDue: View {
    let words: SignalDueWords
    let due: Date?
    let now: SeamDateText
    @Environment(\.feedback) private var sound

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: words.headline.text).bold().foregroundColor(words.headline.tone.color).cursor()
            Text(verbatim: words.detail).foregroundColor(LMKColor.textSecondary)
        }
        .onChange(of: words.isLate) { _, isLate in if isLate { sound(.warning) } }
    }
}

/// The button that calls for help, and the words about it.
struct SignalHelp: View {
    @ObservedObject var model: SignalModel
    @Environment(\.signalIsNarrow) private var isNarrow
    @Environment(\.seamLanguage) private var language

    var body: some View {
        Group {
            if isNarrow {
                VStack(alignment: .leading, spacing: 0) { content }
            } else {
                HStack(spacing: CellMetrics.points(2, along: .horizontal)) { content }
            }
        }
        .background { if model.hold.isActive { SignalHoldTimers(model: model) } }
        .onDisappear { model.hold.forget() }
        .onKeyPress(.escape) {
            guard model.hold.isPressed else { return .ignored }
            model.hold.forget()
            return .handled
        }
    }

    @ViewBuilder private var content: some View {
        SignalButton(language("Call for help"), tone: .bad) { model.pressHelp() }
        Text(verbatim: words).bold(model.hold.isPressed)
            .foregroundColor(model.hold.isPressed ? LMKColor.error : LMKColor.textSecondary)
            // In lines, nothing can be held.
            .accessibilityLabel(
                model.hold.isPressed
                    ? language("Choose it once more: help is called.") : language("Choose it twice to call."))
    }

    private var words: String {
        model.hold.isPressed
            ? language("Press once more, or keep holding: help is called. Esc: not now.")
            : language("Hold for three seconds, or press twice.")
    }
}

/// The times of a call for help that is in the making.
package struct SignalHoldTimers: View {
    @ObservedObject private var model: SignalModel

    /// Creates the times for a model.
    package init(model: SignalModel) { _model = ObservedObject(wrappedValue: model) }

    /// Nothing that is seen.
    package var body: some View {
        Text(verbatim: "").accessibilityHidden(true)
            .after(SignalHold.tap, id: model.hold.presses) { model.hold.wasTapped() }
            .after(SignalHold.repetition, id: model.hold.presses) { model.hold.wasQuiet() }
            .after(SignalHold.length, id: model.hold.beginnings) { if model.hold.lasted() { model.callForHelp() } }
            .after(SignalHold.patience, id: model.hold.presses) { model.hold.forget() }
    }
}

nonisolated extension SignalGuide {
    /// What the step is for.
    func text(in language: SeamLanguage) -> String {
        switch self {
        case .name: language("Say who you are, so that others know whose alarm it is.")
        case .responder: language("Add somebody who is alerted if you do not check in.")
        case .consent:
            language("Wait until they agree. Until then, nobody is alerted but the people who run this machine.")
        case .checkIn: language("Check in for the first time. That starts your first deadline.")
        case .drill: language("Try it: ask your responders to answer a drill.")
        case .answer: language("The drill is running. Its first answer appears here.")
        }
    }

    /// The words of the step's button, or nil if the person can only wait.
    func action(in language: SeamLanguage) -> String? {
        switch self {
        case .name: language("Give my name")
        case .responder: language("Add somebody")
        case .checkIn: language("I am all right")
        case .drill: language("Start a drill")
        case .consent, .answer: nil
        }
    }
}
