import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermUI
import Wire

/// A page of the settings, in front of them.
struct SignalSettingsSheet: View {
    let front: SignalSettingsFront
    @ObservedObject var model: SignalModel
    @ObservedObject var setup: SignalSetup
    let close: @MainActor @Sendable () -> Void
    @Environment(\.seamLanguage) private var language

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: front.title(in: language)).bold()
                Text(verbatim: "")
                switch front {
                case .name: SignalNameForm(model: model, close: close)
                case .pin: SignalPINForm(model: model, close: close)
                case .addresses: SignalAddresses(model: model, setup: setup, close: close)
                case .sights: sights
                case .number: SignalNumberForm(model: model, close: close)
                case .signOut: SignalSignOut(model: model, close: close)
                case .leave: SignalLeave(model: model, close: close)
                }
                SignalSaid(model: model)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .hugging()
    }

    @ViewBuilder private var sights: some View {
        if setup.sights?.isEmpty == true { Text(verbatim: language("Nobody sees anything of you.")) }
        ForEach(setup.sights ?? [], id: \.contact.description) { sight in
            let name = [sight.firstName, sight.lastName].filter { !$0.isEmpty }.joined(separator: " ")
            let more = sight.seesInAlarm.filter { !sight.sees.contains($0) }
            Text(verbatim: name.isEmpty ? language("somebody") : name).bold()
            Text(verbatim: language("always: %@", words(sight.sees)))
            if !more.isEmpty { Text(verbatim: language("in an alarm, in addition: %@", words(more))) }
        }
        SignalButton(language("Close"), isFirst: true, action: close)
    }

    private func words(_ parts: [String]) -> String {
        let words = parts.map { part in
            switch part {
            case "first_name": language("first name")
            case "last_name": language("last name")
            case "phone_hint": language("the end of your number")
            case "phone": language("your number")
            case "status": language("whether you are well")
            case "last_check_in": language("your last check-in")
            case "channels": language("how you are told")
            case "image": language("your picture")
            case "alarm": language("your alarm")
            case "emergency_note": language("your note")
            default: part.replacing("_", with: " ")
            }
        }
        return words.isEmpty ? language("nothing") : words.joined(separator: ", ")
    }
}

/// The person's names, and the note for helpers.
struct SignalNameForm: View {
    @ObservedObject var model: SignalModel
    let close: @MainActor @Sendable () -> Void
    @State private var first = ""
    @State private var last = ""
    @State private var note = ""
    @Environment(\.seamLanguage) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            LMKField(language("First name"), text: $first)
            LMKField(language("Last name"), text: $last)
            LMKField(
                language("Note for helpers"), text: $note,
                helper: language("People who are alerted for you see it during an alarm: a key, an illness, a door."))
            SignalButton(language("Store")) {
                let (first, last) = (SignalText.trimmed(first), SignalText.trimmed(last))
                guard !first.isEmpty, !last.isEmpty else {
                    return model.say(SeamText("Type both names."), isBad: true)
                }
                model.introduce(first, last, note: note, done: close)
            }
            SignalButton(language("Close"), action: close)
        }
        .onAppear {
            guard let person = model.known.person else { return }
            (first, last, note) = (person.firstName, person.lastName, person.emergencyNote)
        }
    }
}

/// Sets the PIN, and the PIN that calls for help in secret.
private struct SignalPINForm: View {
    @ObservedObject var model: SignalModel
    let close: @MainActor @Sendable () -> Void
    @State private var pin = ""
    @State private var again = ""
    @State private var forced = ""
    @Environment(\.seamLanguage) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(
                verbatim: language(
                    """
                    This screen then asks for the PIN when you check in. The second PIN does the same as the first, and \
                    calls for help in secret: type it if somebody forces you.
                    """))
            LMKField(language("PIN, 4 to 8 digits"), text: $pin, isSecure: true)
            LMKField(language("the same PIN again"), text: $again, isSecure: true)
            LMKField(
                language("second PIN, if you want one"), text: $forced,
                helper: language("If you leave this empty, there is no second PIN."), isSecure: true)
            SignalButton(language("Store")) { store() }
            if model.known.person?.hasPIN == true {
                SignalButton(language("Remove the PIN"), tone: .warning) { model.setPIN(nil, forced: nil, done: close) }
            }
            SignalButton(language("Close"), action: close)
        }
        .onSubmit(store)
        .onDisappear { (pin, again, forced) = ("", "", "") }
    }

    private func store() {
        let (new, second) = (TypedText.joined(pin), TypedText.joined(forced))
        guard SignalText.isPIN(new), second.isEmpty || SignalText.isPIN(second) else {
            return model.say(SeamText("A PIN has 4 to 8 digits."), isBad: true)
        }
        guard new == TypedText.joined(again) else {
            return model.say(SeamText("The PIN was not typed the same twice."), isBad: true)
        }
        guard new != second else { return model.say(SeamText("The two PINs must differ."), isBad: true) }
        model.setPIN(new, forced: second.isEmpty ? nil : second, done: close)
    }
}

/// The addresses at which messages reach the person.
private struct SignalAddresses: View {
    @ObservedObject var model: SignalModel
    @ObservedObject var setup: SignalSetup
    let close: @MainActor @Sendable () -> Void
    @State private var channel = ""
    @State private var address = ""
    @State private var code = ""
    @Environment(\.seamLanguage) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if setup.addresses?.isEmpty == true {
                Text(verbatim: language("Messages reach you only on this machine."))
            }
            ForEach(setup.addresses ?? [], id: \.id.description) { address in
                HStack(spacing: CellMetrics.points(2, along: .horizontal)) {
                    Text(verbatim: "\(address.channel)  \(address.shown)")
                    if !address.isVerified {
                        Text(verbatim: language("waits for its code")).foregroundColor(LMKColor.warning)
                    } else if address.isBroken {
                        Text(verbatim: language("refuses messages")).foregroundColor(LMKColor.error)
                    }
                    Button(language("Remove")) { setup.remove(address) }
                }
            }
            if setup.addresses?.contains(where: { !$0.isVerified }) == true {
                LMKField(language("the code that you got"), text: $code)
                SignalButton(language("Confirm")) { setup.verify(TypedText.joined(code)) { code = "" } }
            }
            if setup.addresses == nil {
                Text(verbatim: language("Connecting"))
            } else if setup.channels.isEmpty {
                Text(verbatim: language("This machine cannot send messages. Ask the people who run it."))
                    .foregroundColor(LMKColor.textSecondary)
            } else {
                SignalHeading(language("Add an address"))
                Picker(language("By"), selection: Binding(get: { chosen }, set: { channel = $0 })) {
                    ForEach(setup.channels, id: \.name) { Text(verbatim: $0.name).tag($0.name) }
                }
                LMKField(language("Address"), text: $address)
                SignalButton(language("Send a code there")) {
                    setup.add(SignalText.trimmed(address), channel: chosen) { address = "" }
                }
            }
            SignalButton(language("Close"), action: close)
        }
    }

    private var chosen: String { channel.isEmpty ? setup.channels.first?.name ?? "" : channel }
}

/// Asks before the person signs out, because deadlines continue.
private struct SignalSignOut: View {
    @ObservedObject var model: SignalModel
    let close: @MainActor @Sendable () -> Void
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let due = model.known.person?.nextDue {
                Text(
                    verbatim: language(
                        "Your deadline continues: check in by %@, here or elsewhere, or others are alerted.",
                        dates.spoken(Date(due)))
                )
                .foregroundColor(LMKColor.warning)
            }
            if model.known.alert?.kind == "manual" {
                Text(verbatim: language("Your call for help continues.")).foregroundColor(LMKColor.warning)
            }
            if !model.known.dependents.isEmpty {
                Text(verbatim: language("This screen no longer tells you about the people you look out for."))
                    .foregroundColor(LMKColor.warning)
            }
            SignalButton(language("Stay signed in"), isFirst: true, action: close)
            SignalButton(language("Sign out")) {
                close()
                model.signOut()
            }
        }
    }
}

/// What people type.
nonisolated enum SignalText {
    static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    static func isCode(_ text: String) -> Bool {
        text.utf8.count == 6 && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    static func isPIN(_ text: String) -> Bool {
        (4...8).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
    }
}
