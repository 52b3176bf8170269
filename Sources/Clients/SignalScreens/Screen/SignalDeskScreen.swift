import LumiKitUI
import SeamComponents
package import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermCore
import TermUI
import Wire

/// A screen of its own for a person who only checks in: one button, the time, and who is alerted. Space and Enter check
/// in, `h` calls for help. Everything else needs another screen.
package struct SignalDeskScreen: View {
    @ObservedObject private var model: SignalModel
    @Environment(\.seamDatesSource) private var source
    @Environment(\.seamLanguage) private var language

    /// Creates the screen.
    package init(_ model: SignalModel) { _model = ObservedObject(wrappedValue: model) }

    /// The screen's content.
    package var body: some View {
        GeometryReader { proxy in
            Group {
                if model.known.place == .signedIn {
                    TimelineView(.everyMinute) { _ in desk(proxy.cells) }
                } else {
                    SignalScreen(model)
                }
            }
            .filling()
        }
        .asksSignalPIN(model)
    }

    private var dates: SeamDateText {
        var dates = source()
        dates.language = language
        return dates
    }

    private func desk(_ room: CellSize) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            SignalTrouble(model: model)
            HStack(spacing: 0) {
                Spacer()
                Text(verbatim: dates.timeAndDay).foregroundColor(LMKColor.textSecondary)
            }
            alarms
            if let person = model.known.person {
                let words = SignalDueWords(person, dates)
                if !person.isWatched {
                    LMKBanner(.error, language("Nobody is watched now. Tell the people who run this machine."))
                }
                SignalDue(words: words, due: nil, now: dates)
                Text(verbatim: "")
                button(room, words)
            }
            Text(verbatim: hint).bold(model.hold.isPressed)
                .foregroundColor(model.hold.isPressed ? LMKColor.error : LMKColor.textSecondary)
            Text(verbatim: told).foregroundColor(LMKColor.textSecondary)
            if let said = model.said {
                Text(verbatim: said.text.said(in: language)).bold()
                    .foregroundColor(said.isBad ? LMKColor.error : LMKColor.success)
                    .after(.seconds(said.isBad ? 60 : 10), id: said) { model.read(said) }
            }
        }
        .padding(.horizontal, CellMetrics.points(2, along: .horizontal))
        .background { if model.hold.isActive { SignalHoldTimers(model: model) } }
        .background { SignalNewsLine(model, key: "", isShown: false) }
        .onKeyPress { press in take(press) }
    }

    private func button(_ room: CellSize, _ words: SignalDueWords) -> some View {
        Button(action: { model.checkIn() }) {
            BigText(
                text: language("I am all right"),
                room: CellSize(max(1, room.width - Self.margin), max(1, room.height - Self.otherRows)),
                color: words.isLate ? LMKColor.error : LMKColor.success
            )
            .frame(maxWidth: .infinity, alignment: .center)
            .padding(.vertical, CellMetrics.pointsPerRow)
            .lmk_applyBorder(color: words.isLate ? LMKColor.error : LMKColor.success, cornerRadius: 4)
        }
        .buttonStyle(.plain)
    }

    /// The columns beside the block letters, and the rows of everything else.
    private static let (margin, otherRows) = (8, 12)

    @ViewBuilder private var alarms: some View {
        ForEach(model.known.calling, id: \.id.description) { contact in
            LMKBanner(
                .error,
                "\(contact.name(in: language)): \(contact.state(dates).text). "
                    + language("Press o: you are on your way."))
        }
        if let alert = model.known.alert {
            let line = alert.ownLine(model.known, dates)
            Text(verbatim: line.text).bold().foregroundColor(line.tone.color)
            if alert.kind == "manual" { Text(verbatim: language("Press x: cancel the call for help.")) }
        }
        ForEach(model.known.questions, id: \.id.description) { question in
            Text(
                verbatim: language(
                    "%@ asks: are you all right?",
                    model.known.contact(question.contact)?.name(in: language) ?? language("somebody"))
            )
            .bold().foregroundColor(LMKColor.warning)
        }
    }

    private var hint: String {
        model.hold.isPressed
            ? language("Press h once more, or keep holding: help is called. Esc: not now.")
            : language("Press the space bar or Enter. Hold h for three seconds: call for help.")
    }

    private var told: String {
        let names = model.known.responders.filter { !$0.cannotBeTold }.map { $0.name(in: language) }
        return names.isEmpty
            ? language("Nobody is alerted but the people who run this machine.")
            : language("Alerted if you do not press: %@.", names.joined(separator: ", "))
    }

    private func take(_ press: KeyPress) -> KeyPress.Result {
        guard press.modifiers.isSubset(of: .shift) else { return .ignored }
        switch press.key {
        case .return, .space: model.checkIn()
        case "h", "H": model.pressHelp()
        case .escape where model.hold.isPressed: model.hold.forget()
        case "o": if let alert = model.known.calling.first?.alert { model.answer(alert) }
        case "x": if model.known.alert?.kind == "manual" { model.cancelCall() }
        default: return .ignored
        }
        return .handled
    }
}
