import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermUI
import Wire

/// The person's code for others to scan, and a field for the code of somebody else.
struct SignalCodePage: View {
    @ObservedObject var model: SignalModel
    let bindings: [KeyBinding]
    @State private var code = ""
    /// The person whose code was looked up.
    @State private var found: SignalContactInfo?
    @Environment(\.seamLanguage) private var language

    var body: some View {
        SignalPageFrame(bindings: bindings) {
            if let found { ask(found) } else { page }
        }
        // A scanner ends with Enter.
        .onSubmit { if found == nil { look() } }
    }

    @ViewBuilder private var page: some View {
        Text(verbatim: language("Add somebody")).bold()
        LMKField(
            language("scan their code here, or type it"), text: $code,
            helper: language("They find their code on this page, or with 'seam signal qr'.")
        )
        .focusedAtFirst()
        SignalButton(language("Look up")) { look() }
        if let person = model.known.person {
            SignalHeading(language("Your code, for others to scan"))
            LMKQRCodeView(SignalCodeText.text(of: person.qrCodeID))
            SignalButton(language("Replace my code")) { model.renewCode() }
        }
    }

    @ViewBuilder private func ask(_ info: SignalContactInfo) -> some View {
        let name = info.firstName.isEmpty ? info.phoneHint : "\(info.firstName), \(info.phoneHint)"
        Text(verbatim: language("This is the code of %@.", name)).bold()
        Text(verbatim: language("Until they agree, nobody is told of anything."))
        Text(verbatim: "")
        SignalButton(language("They look out for me"), isFirst: true) { add(info, true, false) }
        SignalButton(language("I look out for them")) { add(info, false, true) }
        SignalButton(language("Both")) { add(info, true, true) }
        SignalButton(language("Cancel")) { found = nil }
    }

    private func look() {
        let text = code
        model.find(text) { info in (found, code) = (info, "") }
    }

    private func add(_ info: SignalContactInfo, _ isResponder: Bool, _ isDependent: Bool) {
        model.add(info, isResponder: isResponder, isDependent: isDependent) { found = nil }
    }
}
