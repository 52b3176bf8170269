import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermUI
import Wire

/// Explains LifeSignal to people who have never heard of it, and signs them in with their number and a code.
struct SignalSignIn: View {
    @ObservedObject var model: SignalModel
    let bindings: [KeyBinding]
    @State private var phone = ""
    @State private var code = ""
    /// The answer to the request for a code. Without one, the number is asked for.
    @State private var asked: AuthSignIn.Result?
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    var body: some View {
        SignalPageFrame(bindings: bindings) {
            Text(verbatim: "LifeSignal").bold().cursor()
            Text(
                verbatim: language(
                    """
                    You check in from time to time. If you do not, LifeSignal alerts the people you have chosen. It is \
                    no emergency service: in an emergency, phone for help.
                    """))
            Text(verbatim: "")
            if let asked { codeForm(asked) } else { phoneForm }
        }
        .onSubmit { submit() }
        .onDisappear { code = "" }
    }

    @ViewBuilder private var phoneForm: some View {
        LMKField(
            language("your telephone number"), text: $phone,
            helper: language("with the country code, such as +49 151 12345678")
        )
        .focusedAtFirst()
        SignalButton(language("Get a code")) { submit() }
    }

    @ViewBuilder private func codeForm(_ asked: AuthSignIn.Result) -> some View {
        Text(
            verbatim: asked.source == "phone"
                ? language("A code was sent to your telephone.")
                : language("Ask the people who run this machine for your code: 'seam signal code' shows it to them."))
        LMKField(
            language("the six digits"), text: $code,
            helper: language("valid until %@", dates.clock(Date(asked.expiresAt))), isSecure: true)
        SignalButton(language("Sign in")) { submit() }
        SignalButton(language("Another number")) { (self.asked, code) = (nil, "") }
    }

    private func submit() {
        guard asked != nil else {
            let number = SignalText.trimmed(phone)
            guard !number.isEmpty else { return }
            return model.signIn(number) { asked = $0 }
        }
        let digits = TypedText.joined(code)
        code = ""
        guard SignalText.isCode(digits) else {
            return model.say(SeamText("A code has six digits."), isBad: true)
        }
        model.verify(digits)
    }
}
