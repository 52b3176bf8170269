import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalScreens
import TermControls
import TermCore
import TermUI

/// LifeSignal beside the doors, for a visitor who has signed in to it as well: the deadline, the large button for
/// checking in, and the call for help. `*` checks in. `.` calls for help if it is held for three seconds, or pressed
/// twice.
struct KioskSignal: View {
    let model: KioskModel
    @ObservedObject var signal: SignalModel
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
                    ForEach(Array(signal.known.alarmLines(dates).enumerated()), id: \.offset) { _, line in
                        Text(verbatim: line.text).bold().foregroundColor(line.tone.color)
                    }
                    HStack(spacing: 0) {
                        Text(verbatim: words.headline.text).bold().foregroundColor(words.headline.tone.color)
                        if words.isLate { Text(verbatim: " \(words.detail)").foregroundColor(LMKColor.error) }
                    }
                    KioskChoices {
                        KioskButton("*  \(language("I am all right"))", columns: 30) { signal.checkIn() }
                        KioskButton(".  \(language("Call for help"))", columns: 30) { signal.pressHelp() }
                    }
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
            .onChange(of: signal.said) { _, said in if let said { sound(said.isBad ? .error : .success) } }
            .onKeyPress { press in take(press) }
        }
    }

    private var dates: SeamDateText {
        var dates = source()
        dates.language = language
        return dates
    }

    /// What has just happened, or what the next press does.
    private var news: SignalLine? {
        if signal.hold.isPressed {
            return SignalLine(text: language("Press . once more, or keep holding: help is called."), tone: .bad)
        }
        return signal.said.map { SignalLine(text: $0.text.said(in: language), tone: $0.isBad ? .bad : .good) }
    }

    private func take(_ press: KeyPress) -> KeyPress.Result {
        switch press.key {
        case "*": signal.checkIn()
        case ".": signal.pressHelp()
        default: return .ignored
        }
        return .handled
    }
}
