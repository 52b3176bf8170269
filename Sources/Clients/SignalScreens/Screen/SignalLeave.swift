import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermUI
import Wire

/// Asks before a person leaves LifeSignal, because that cannot be undone.
struct SignalLeave: View {
    @ObservedObject var model: SignalModel
    let close: @MainActor @Sendable () -> Void
    @Environment(\.seamLanguage) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(
                verbatim: language(
                    """
                    Your deadlines and alarms end, and your data is erased. Nobody watches you from then on. This cannot \
                    be undone. To be away for a while, set a pause instead.
                    """))
            let known = model.known.contacts.filter { $0.consent != "ended" }.count
            if known > 0 {
                Text(
                    verbatim: language.count(
                        known, one: "1 person is told that you have left.",
                        other: "%@ people are told that you have left.")
                )
                .foregroundColor(LMKColor.warning)
            }
            let last = model.known.dependents.filter(\.isLast).map { $0.name(in: language) }
            if !last.isEmpty {
                Text(
                    verbatim: language(
                        "Then nobody is alerted for %@ but the people who run this machine.",
                        last.joined(separator: ", "))
                )
                .foregroundColor(LMKColor.error)
            }
            SignalButton(language("No, go back"), isFirst: true, action: close)
            SignalButton(language("Leave LifeSignal"), tone: .bad) {
                close()
                model.leave()
            }
        }
    }
}

/// Changes the person's number: first the number, then the code for it.
struct SignalNumberForm: View {
    @ObservedObject var model: SignalModel
    let close: @MainActor @Sendable () -> Void
    @State private var phone = ""
    @State private var code = ""
    @State private var isAsked = false
    @Environment(\.seamLanguage) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if isAsked {
                Text(
                    verbatim: language(
                        "Ask the people who run this machine for your code: 'seam signal code' shows it to them."))
                LMKField(language("the six digits"), text: $code, isSecure: true).focusedAtFirst()
                SignalButton(language("Change my number"), action: submit)
            } else {
                Text(
                    verbatim: language(
                        "Your contacts, deadlines and alarms stay. Your contacts are told the new number."))
                LMKField(
                    language("your new telephone number"), text: $phone,
                    helper: language("with the country code, such as +49 151 12345678")
                )
                .focusedAtFirst()
                SignalButton(language("Get a code"), action: submit)
            }
            SignalButton(language("Close"), action: close)
        }
        .onSubmit(submit)
        .onDisappear { code = "" }
    }

    private func submit() {
        guard isAsked else {
            let number = SignalText.trimmed(phone)
            if !number.isEmpty { model.change(phone: number) { isAsked = true } }
            return
        }
        let digits = TypedText.joined(code)
        code = ""
        guard SignalText.isCode(digits) else { return model.say(SeamText("A code has six digits."), isBad: true) }
        model.verify(phoneCode: digits, done: close)
    }
}
