import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import SignalScreens
import TermControls
import TermCore
import TermUI

/// LifeSignal beside the doors, for a visitor who has signed in to it as well: the deadline, the large button for
/// checking in, the call for help, and the answer to somebody's alarm. `*` checks in. `.` calls for help if it is held
/// for three seconds, or pressed twice. `/` answers an alarm: the visitor is on the way, and later the person is all
/// right, which ends the alarm after a second press. While nobody else has an alarm, `/` ends the visitor's own call.
struct KioskSignal: View {
    let model: KioskModel
    @ObservedObject var signal: SignalModel
    /// The alarm that a further press ends for everybody.
    @State private var ending: SignalID?
    @Environment(\.seamDatesSource) private var source
    @Environment(\.seamLanguage) private var language
    @Environment(\.kioskRoom) private var room
    @Environment(\.feedback) private var sound

    var body: some View {
        if let person = signal.known.person {
            TimelineView(.everyMinute) { _ in
                VStack(alignment: .leading, spacing: 0) {
                    let words = SignalDueWords(person, dates)
                    // The alarms of people whom the visitor looks out for, and the visitor's own.
                    let lines = signal.known.alarmLines(dates) + signal.known.questionLines(language)
                    ForEach(Array(lines.enumerated()), id: \.offset) { _, line in
                        Text(verbatim: line.text).bold().foregroundColor(line.tone.color)
                    }
                    // A low screen has one line for the deadline and for what has just happened.
                    if let news, room.isLow {
                        Text(verbatim: news.text).bold().foregroundColor(news.tone.color)
                    } else {
                        HStack(spacing: 0) {
                            Text(verbatim: words.headline.text).bold().foregroundColor(words.headline.tone.color)
                            if words.isLate { Text(verbatim: " \(words.detail)").foregroundColor(LMKColor.error) }
                        }
                    }
                    KioskChoices {
                        KioskButton("*  \(language("I am all right"))", columns: 30) { signal.checkIn() }
                        if hasCalled {
                            KioskButton(
                                "\(answer == nil ? "/" : " ")  \(language("Cancel my call for help"))", columns: 40
                            ) {
                                signal.cancelCall()
                            }
                        } else {
                            KioskButton(".  \(language("Call for help"))", columns: 30) { signal.pressHelp() }
                        }
                    }
                    if let answer { KioskButton("/  \(answer)", columns: answer.count + 9) { answerAlarm() } }
                    if let said = signal.said {
                        Text(verbatim: "").accessibilityHidden(true)
                            .after(said.isBad ? .seconds(60) : .seconds(10), id: said) { signal.read(said) }
                    }
                    if let news, !room.isLow { Text(verbatim: news.text).bold().foregroundColor(news.tone.color) }
                }
            }
            .background { if signal.hold.isActive { SignalHoldTimers(model: signal) } }
            .asksSignalPIN(signal)
            .onChange(of: news) { _, news in if let news { model.read(news.text) } }
            .onChange(of: ending) { _, ending in if ending != nil, let answer { model.read("/, \(answer)") } }
            .onChange(of: urgent(person), initial: true) { old, new in
                let isFirst = old == new
                if let first = new.first(where: { isFirst || !old.contains($0) }) { model.read(first) }
            }
            .background {
                if let ending {
                    Text(verbatim: "").accessibilityHidden(true).after(.seconds(20), id: ending) { self.ending = nil }
                }
            }
            .onChange(of: signal.said) { _, said in if let said { sound(said.isBad ? .error : .success) } }
            .onKeyPress { press in take(press) }
        }
    }

    private var dates: SeamDateText {
        var dates = source()
        dates.language = language
        return dates
    }

    /// What somebody must hear who does not see the screen: alarms, questions, and a late check-in.
    private func urgent(_ person: SignalPerson) -> [String] {
        let words = SignalDueWords(person, dates)
        let late = words.isLate && person.status != "nonResponsive" ? [language("Your check-in is late.")] : []
        return (signal.known.alarmLines(dates) + signal.known.questionLines(language)).map(\.text) + late
    }

    /// What has just happened, or what the next press does.
    private var news: SignalLine? {
        if signal.hold.isPressed {
            return SignalLine(text: language("Press . once more, or keep holding: help is called."), tone: .bad)
        }
        return signal.said.map { SignalLine(text: $0.text.said(in: language), tone: $0.isBad ? .bad : .good) }
    }

    private var hasCalled: Bool { signal.known.alert?.kind == "manual" }

    /// The dependent whose alarm is answered next: first those whom nobody has answered.
    private var alarmed: SignalContact? { signal.known.alarmed.first }

    /// What the next press of `/` does.
    private var answer: String? {
        guard let alarmed, let alert = alarmed.alert else { return nil }
        if signal.known.calling.contains(where: { $0.id == alarmed.id }) { return language("I am on my way") }
        return ending == alert.id
            ? language("Yes, I have spoken to %@: end the alarm", alarmed.name(in: language))
            : language("End the alarm of %@", alarmed.name(in: language))
    }

    private func answerAlarm() {
        guard let alarmed, let alert = alarmed.alert else { return }
        if signal.known.calling.contains(where: { $0.id == alarmed.id }) {
            signal.answer(alert)
        } else if ending == alert.id {
            ending = nil
            signal.resolve(alert)
        } else {
            ending = alert.id
        }
    }

    private func take(_ press: KeyPress) -> KeyPress.Result {
        if press.key != "/" { ending = nil }
        switch press.key {
        case "*": signal.checkIn()
        case ".": signal.pressHelp()
        case "/" where alarmed != nil: answerAlarm()
        case "/" where hasCalled: signal.cancelCall()
        default: return .ignored
        }
        return .handled
    }
}
