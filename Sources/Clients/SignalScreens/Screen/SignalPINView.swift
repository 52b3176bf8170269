import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import TermControls
package import TermUI
import Wire

extension View {
    /// Asks for the PIN in front of this view whenever a call of the model needs the PIN.
    package func asksSignalPIN(_ model: SignalModel) -> some View { modifier(SignalPINSheet(model: model)) }
}

private struct SignalPINSheet: ViewModifier {
    @ObservedObject var model: SignalModel

    func body(content: Content) -> some View {
        content.sheet(item: Binding(get: { model.pinRequest }, set: { if $0 == nil { model.refusePIN() } })) {
            request in
            SignalPINView(model: model, request: request)
        }
    }
}

/// Asks for the PIN. The digits come from a keyboard or from the pad, for people who have only arrows, Enter or a
/// finger. No digit is shown.
struct SignalPINView: View {
    @ObservedObject var model: SignalModel
    let request: SignalModel.PINRequest
    @State private var digits = ""
    @Environment(\.seamLanguage) private var language

    private static let most = 8

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: request.purpose.said(in: language)).bold()
            LMKField(
                language("your PIN"), text: Binding(get: { digits }, set: { digits = String($0.prefix(Self.most)) }),
                state: request.fault.map { .error($0.said(in: language)) } ?? .normal, isSecure: true)
            pad.accessibilityHidden(true)
            HStack(spacing: CellMetrics.points(2, along: .horizontal)) {
                SignalButton(language("OK")) { submit() }
                SignalButton(language("Cancel")) { model.refusePIN() }
            }
        }
        .onSubmit(submit)
        .onDisappear { digits = "" }
        .busy(model.isBusy)
    }

    private var pad: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(["123", "456", "789", "<0"], id: \.self) { row in
                HStack(spacing: CellMetrics.points(1, along: .horizontal)) {
                    ForEach(row.map(String.init), id: \.self) { key in
                        Button(" \(key) ") { press(key) }
                    }
                }
            }
        }
    }

    private func press(_ key: String) {
        if key == "<" { digits = String(digits.dropLast()) } else { digits = String((digits + key).prefix(Self.most)) }
    }

    private func submit() {
        let pin = TypedText.joined(digits)
        digits = ""
        guard SignalText.isPIN(pin) else { return model.pinIsMisshapen() }
        model.give(pin: pin)
    }
}
