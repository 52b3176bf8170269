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
        let isLow = room.height < Self.lowRows
        return VStack(alignment: .leading, spacing: 0) {
            SignalTrouble(model: model)
            if !isLow {
                HStack(spacing: 0) {
                    Spacer()
                    Text(verbatim: dates.timeAndDay).foregroundColor(LMKColor.textSecondary)
                }
                // In lines, it would be read every minute.
                .accessibilityHidden(true)
            }
            alarms(isLow)
            if let person = model.known.person {
                let words = SignalDueWords(person, dates)
                if !person.isWatched {
                    LMKBanner(.error, language("Nobody is watched now. Tell the people who run this machine."))
                }
                SignalDue(words: words, due: nil, now: dates, isShort: isLow && model.known.alert != nil)
                if !isLow { Text(verbatim: "") }
                button(room, words, isLow: isLow)
            }
            if let said = model.said {
                Text(verbatim: said.text.said(in: language)).bold()
                    .foregroundColor(said.isBad ? LMKColor.error : LMKColor.success)
                    .after(.seconds(said.isBad ? 60 : 10), id: said) { model.read(said) }
            }
            Text(verbatim: hint).bold(model.hold.isPressed)
                .foregroundColor(model.hold.isPressed ? LMKColor.error : LMKColor.textSecondary)
                // In lines, nothing can be held.
                .accessibilityLabel(
                    model.hold.isPressed
                        ? language("Type h once more: help is called.") : language("Type h twice to call for help."))
            // Beside somebody else's alarm, the names would seem to be theirs.
            if model.known.alarmed.isEmpty, !isLow || model.said == nil && model.known.alert == nil {
                Text(verbatim: told).foregroundColor(LMKColor.textSecondary)
            }
        }
        .padding(.horizontal, CellMetrics.points(2, along: .horizontal))
        .background { if model.hold.isActive { SignalHoldTimers(model: model) } }
        .background { SignalNewsLine(model, key: "", isShown: false) }
        .keyBindings(keys)
        .background { SpokenKeys(keys) }
        .onKeyPress { press in take(press) }
    }

    private func button(_ room: CellSize, _ words: SignalDueWords, isLow: Bool) -> some View {
        Button(action: { model.checkIn() }) {
            BigText(
                text: language("I am all right"),
                room: CellSize(max(1, room.width - Self.margin), max(1, room.height - Self.otherRows)),
                color: words.isLate ? LMKColor.error : LMKColor.success
            )
            .frame(maxWidth: .infinity, alignment: .center)
            .padding(.vertical, isLow ? 0 : CellMetrics.pointsPerRow)
            .lmk_applyBorder(color: words.isLate ? LMKColor.error : LMKColor.success, cornerRadius: 4)
        }
        .buttonStyle(.plain)
    }

    /// The columns beside the block letters, and the rows of everything else.
    private static let (margin, otherRows) = (8, 12)
    /// A screen with fewer rows has no room for the time of day and blank rows, and shows one alarm.
    private static let lowRows = 18

    @ViewBuilder private func alarms(_ isLow: Bool) -> some View {
        let alarmed = model.known.alarmed
        ForEach(alarmed.prefix(isLow ? 1 : alarmed.count), id: \.id.description) { contact in
            let state = contact.state(dates)
            let words = "\(contact.name(in: language)): \(state.text)."
            let phone = contact.callable.map { "\(language("Phone: %@", $0))." }
            let key = contact.needsAnswer ? language("Press o: you are on your way.") : nil
            let more = [phone, key].compactMap(\.self)
            if isLow {
                ForEach(["! \(words)"] + more, id: \.self) {
                    Text(verbatim: $0).bold().foregroundColor(state.tone.color)
                }
            } else {
                LMKBanner(contact.needsAnswer ? .error : .warning, ([words] + more).joined(separator: " "))
            }
        }
        if isLow, alarmed.count > 1 {
            Text(verbatim: language.count(alarmed.count - 1, one: "And 1 more.", other: "And %@ more.")).bold()
                .foregroundColor(LMKColor.error)
        }
        if let alert = model.known.alert {
            let line = alert.ownLine(model.known, dates)
            Text(verbatim: line.text).bold().foregroundColor(line.tone.color)
            if alert.kind == "manual" { Text(verbatim: language("Press x: cancel the call for help.")) }
        }
        SignalQuestions(model: model)
    }

    private var hint: String {
        model.hold.isPressed
            ? language("Press h once more, or keep holding: help is called. Esc: not now.")
            : language("Press the space bar or Enter. Hold h for three seconds: call for help.")
    }

    private var told: String {
        guard model.known.hasContacts else { return "" }
        let names = model.known.responders.filter { !$0.cannotBeTold }.map { $0.name(in: language) }
        return names.isEmpty
            ? language("Nobody is alerted but the people who run this machine.")
            : language("Alerted if you do not press: %@.", names.joined(separator: ", "))
    }

    /// The keys, which are also offered in lines.
    private var keys: [KeyBinding] {
        var keys = [KeyBinding("h", "h", language("call for help")) { model.pressHelp() }]
        if let alert = model.known.calling.first?.alert {
            keys.append(KeyBinding("o", "o", language("on my way")) { model.answer(alert) })
        }
        if model.known.alert?.kind == "manual" {
            keys.append(KeyBinding("x", "x", language("cancel my call")) { model.cancelCall() })
        }
        return keys
    }

    private func take(_ press: KeyPress) -> KeyPress.Result {
        guard press.modifiers.isSubset(of: .shift) else { return .ignored }
        switch press.key {
        case .return, .space: model.checkIn()
        case "H": model.pressHelp()
        case .escape where model.hold.isPressed: model.hold.forget()
        default: return .ignored
        }
        return .handled
    }
}
