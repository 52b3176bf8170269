import Foundation
import LumiKitUI
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// A public screen. The screen shows the page of ``KioskModel/place``, with the building's name above the page. The
/// button for ending the visit is always in the same place.
struct KioskScreen: View {
    @StateObject var model: KioskModel
    @Environment(\.glyphs) private var glyphs
    @Environment(\.feedback) private var sound

    init(_ model: KioskModel) { _model = StateObject(wrappedValue: model) }

    var body: some View {
        GeometryReader { proxy in
            content
                .filling()
                .environment(\.kioskRoom, KioskRoom(columns: proxy.cells.width, rows: proxy.cells.height))
        }
        .environment(\.locale, Locale(identifier: model.language.code))
        .environment(\.seamDensity, .large)
        .environment(\.kioskModel, model)
        .environment(\.feedback, model.configuration.hasSound ? sound : FeedbackAction())
        .background { timer }
        .onKeyPress { press in
            // The key is "/", because every keypad has this key. No keypad has F2.
            guard press.key == "/" else { return .ignored }
            model.toggleContrast()
            return .handled
        }
    }

    @ViewBuilder private var content: some View {
        switch model.place {
        case .attract: attract(model.asksAgain ? SeamText("Please scan your code again.") : nil)
        case .unavailable: attract(SeamText("Temporarily unavailable. Please ask for help."))
        case .outOfService: attract(SeamText("Out of service. Please ask for help."))
        case .language: page { KioskLanguages(model: model) }
        case .signIn(let refusal): page { KioskSignIn(model: model, refusal: refusal) }
        case .checking: page { KioskChecking(model: model) }
        case .keys: page { if let service = model.service { KioskKeys(model: model, service: service) } }
        case .door: page { if let door = model.door { KioskDoor(model: model, door: door) } }
        case .staffPIN(let refusal): page { KioskStaffPIN(model: model, refusal: refusal) }
        case .staff: page { KioskStaffMenu(model: model, staff: model.hands.staff) }
        }
    }

    private func attract(_ matter: SeamText?) -> some View {
        KioskAttract(configuration: model.configuration, matter: matter, message: model.notice.message)
    }

    private func page(@ViewBuilder _ content: () -> some View) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            KioskHeader(model: model)
            KioskGap()
            content().filling()
            KioskWarning(model: model)
            KioskReading(model: model)
        }
        .padding(.horizontal, CellMetrics.points(2, along: .horizontal))
        .filling()
        .onKeyPress { press in
            guard press.key == .escape || press.key == "-" else { return .ignored }
            model.leave()
            return .handled
        }
    }

    /// A timer that wakes the model at the due time.
    private var timer: some View {
        let wake = model.wake
        return Text(verbatim: "").accessibilityHidden(true)
            .after(wake.at.map { $0 - model.hands.now() } ?? .seconds(86_400), id: wake.number) { model.passed() }
    }
}

extension KioskModel {
    /// Whether a visitor's code is being typed.
    var isAtCode: Bool { if case .signIn = place { true } else { false } }

    /// The colours for the visitor.
    var theme: LMKDesign {
        (hasContrast ? LMKDesign.named("high-contrast") : nil) ?? KioskProgram.theme(configuration)
    }

    /// The action of the button at the end of the first line.
    func leave() {
        switch place {
        case .staffPIN, .staff: received(.staffLeft)
        default: received(.ended)
        }
    }
}

/// The first line, with the building's name and the button for ending the visit.
private struct KioskHeader: View {
    let model: KioskModel
    @Environment(\.seamLanguage) private var language
    @Environment(\.kioskRoom) private var room

    var body: some View {
        HStack {
            Text(verbatim: model.configuration.name).bold().lineLimit(1).layoutPriority(-1)
            Spacer()
            Button(words) { model.leave() }
                .buttonStyle(LMKButtonStyle(.outlined(LMKColor.primary)))
                .readsFocus(words)
            if !room.isNarrow {
                Text(verbatim: "  ")
                KioskClock()
            }
        }
        .lineLimit(1)
    }
}

extension KioskHeader {
    private var words: String {
        if model.place == .keys { return language("End now: 0") }
        return model.configuration.hasLetters && model.isAtCode
            ? language("End now: Esc") : language("End now: Esc or -")
    }
}

/// The time of day, to the minute.
struct KioskClock: View {
    @Environment(\.seamDatesSource) private var dates

    var body: some View {
        TimelineView(.everyMinute) { _ in Text(verbatim: dates().time).foregroundColor(LMKColor.textSecondary) }
            .accessibilityHidden(true)
    }
}

/// The line above the last line. The line warns that the visit ends by itself, and shows the remaining time and the key
/// that postpones the end.
private struct KioskWarning: View {
    let model: KioskModel
    @Environment(\.seamLanguage) private var language

    var body: some View {
        if let warning = model.warning {
            TimelineView(every: .seconds(1)) { _ in
                let left = max(0, (warning.until - model.hands.now()) / .seconds(1)).rounded(.up)
                let text =
                    warning.canStay
                    ? language("Ends by itself in %@ s. Press any key to stay.", "\(Int(left))")
                    : language("Ends by itself in %@ s.", "\(Int(left))")
                Text(verbatim: text).bold().foregroundColor(LMKColor.warning)
            }
            // The warning is read aloud once, and not every second.
            .accessibilityLabel(soon(warning))
            // After a door was opened, the warning appears immediately. The news that the door is open is read aloud
            // first.
            .after(warning.isOfOpening ? .seconds(6) : .zero, id: 0) { model.warn(soon(warning)) }
        } else {
            // An empty line keeps the row, so that the layout does not move when the warning appears.
            Text(verbatim: "")
        }
    }

    private func soon(_ warning: KioskModel.Warning) -> String {
        warning.canStay
            ? language("Press any key to stay. The visit ends by itself soon.")
            : language("The visit ends by itself soon.")
    }
}
