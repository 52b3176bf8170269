import LumiKitUI
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermUI

/// The page that asks for the staff PIN.
struct KioskStaffPIN: View {
    let model: KioskModel
    let refusal: KioskState.StaffRefusal?
    @Environment(\.seamLanguage) private var language

    var body: some View {
        KioskBeside(padColumns: KioskPad.columns(hasLetters: false)) {
            Text(verbatim: language("Staff: the PIN, please.")).bold()
            KioskDots(model: model, isPIN: true)
            if let text { Text(verbatim: text).bold().foregroundColor(LMKColor.warning) }
        } pad: {
            KioskPad(model: model, hasLetters: false)
        } help: {
            EmptyView()
        }
        .modifier(KioskTyping(model: model))
        .onAppear { model.read(text ?? language("Staff: the PIN, please.")) }
        .onChange(of: refusal) { if let text { model.read(text) } }
    }

    private var text: String? {
        switch refusal {
        case nil: nil
        case .wrong(let left): language.count(left, one: "Wrong. 1 try left.", other: "Wrong. %@ tries left.")
        case .tooMany: language("No more tries. Try again in an hour.")
        }
    }
}

/// The page with the staff's actions.
struct KioskStaffMenu: View {
    let model: KioskModel
    let staff: KioskStaff
    @State private var isOut: Bool
    @Environment(\.seamLanguage) private var language

    init(model: KioskModel, staff: KioskStaff) {
        (self.model, self.staff) = (model, staff)
        _isOut = State(wrappedValue: staff.isOutOfService)
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(model.findings, id: \.self) { Text(verbatim: $0) }
            Text(verbatim: "")
            ForEach(Array(acts.enumerated()), id: \.offset) { place, act in
                KioskButton("\(place + 1)  \(act.title)", columns: 40, action: act.perform)
                    .focusedAtFirst(place == 0)
            }
        }
        .onAppear { model.read(model.findings.joined(separator: " ")) }
        .onKeyPress { press in
            guard let number = press.key.character.wholeNumberValue, acts.indices.contains(number - 1) else {
                return .ignored
            }
            acts[number - 1].perform()
            return .handled
        }
    }

    private var acts: [(title: String, perform: () -> Void)] {
        [
            (
                isOut ? language("In service again") : language("Out of service"),
                {
                    isOut.toggle()
                    model.setOutOfService(isOut)
                }
            ),
            (language("Restart"), { staff.leave(.restart) }),
            (language("End the kiosk"), { staff.leave(.end) }),
            (language("Back"), { model.leave() }),
        ]
    }
}
