import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermUI
import Wire

/// How often the person checks in, what happens otherwise, and everything else that can be set.
struct SignalSettings: View {
    @ObservedObject var model: SignalModel
    let bindings: [KeyBinding]
    @StateObject private var setup: SignalSetup
    @State private var front: SignalSettingsFront?
    @State private var reminder = Date()
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    init(model: SignalModel, bindings: [KeyBinding]) {
        (self.model, self.bindings) = (model, bindings)
        _setup = StateObject(wrappedValue: SignalSetup(model))
    }

    var body: some View {
        SignalPageFrame(bindings: bindings) {
            if let person = model.known.person {
                deadlines(person)
                once
                messages
                SignalHeading(language("You"))
                row(.name, [person.firstName, person.lastName].filter { !$0.isEmpty }.joined(separator: " "))
                row(.pin, person.hasPIN ? language("set") : language("not set"))
                row(.addresses, setup.addresses.filter(\.isVerified).map(\.channel).joined(separator: ", "))
                row(.sights, language.count(setup.sights.count, one: "1 contact", other: "%@ contacts"))
                row(.number, person.phone)
                row(.signOut, "")
                row(.leave, "")
            }
        }
        .onAppear {
            setup.read()
            reminder = dates.now.addingTimeInterval(3600)
        }
        .sheet(item: $front) { SignalSettingsSheet(front: $0, model: model, setup: setup) { front = nil } }
    }

    private func row(_ front: SignalSettingsFront, _ state: String) -> some View {
        SignalRow(title: front.title(in: language), state: SignalLine(text: state)) { self.front = front }
    }

    @ViewBuilder private func deadlines(_ person: SignalPerson) -> some View {
        let set =
            person.waiting
            ?? .init(checkIn: person.checkInInterval, reminder: person.reminderInterval, grace: person.grace)
        Picker(
            language("Check in every"), selection: Binding(get: { set.checkIn }, set: { model.set(interval: $0) })
        ) { options(Self.hours(8, 16, 24, 48, 72), set.checkIn) }
        .focusedAtFirst()
        Picker(
            language("First reminder, before that"),
            selection: Binding(get: { set.reminder }, set: { model.set(reminder: $0) })
        ) { options(Self.minutes(15, 30, 60, 120, 240), set.reminder) }
        Picker(
            language("Others are alerted, after that"),
            selection: Binding(get: { set.grace }, set: { model.set(grace: $0) })
        ) { options(Self.minutes(0, 5, 15, 30, 60), set.grace) }
        Picker(
            language("Pause, after the next check-in"),
            selection: Binding(get: { person.pause ?? .zero }, set: { model.pause(for: $0 == .zero ? nil : $0) })
        ) { options(Self.hours(0, 24, 72, 168, 336), person.pause ?? .zero, zero: language("none")) }
        if person.hasPIN {
            Text(verbatim: language("With a PIN, a door does not count as a check-in."))
                .foregroundColor(LMKColor.textSecondary)
        } else {
            Toggle(
                language("A door that I open counts as a check-in"),
                isOn: Binding(get: { person.countsDoors }, set: { model.set(countsDoors: $0) }))
        }
        if person.waiting != nil {
            Text(
                verbatim: language(
                    "This counts from your next check-in on. Until then: every %@.", span(person.checkInInterval))
            )
            .foregroundColor(LMKColor.warning)
        }
    }

    private static func hours(_ values: Int...) -> [Duration] { values.map { .seconds($0 * 3600) } }
    private static func minutes(_ values: Int...) -> [Duration] { values.map { .seconds($0 * 60) } }

    /// The choices, with the present value among them.
    private func options(_ values: [Duration], _ present: Duration, zero: String? = nil) -> some View {
        let all = (values.contains(present) ? values : values + [present]).sorted()
        return ForEach(all, id: \.self) { value in
            Text(verbatim: (value == .zero ? zero : nil) ?? span(value)).tag(value)
        }
    }

    private func span(_ duration: Duration) -> String {
        let minutes = Int(duration / .seconds(60))
        if minutes == 0 { return language("at once") }
        if minutes.isMultiple(of: 1440) {
            return language.count(minutes / 1440, one: "1 day", other: "%@ days")
        }
        if minutes.isMultiple(of: 60) { return language.count(minutes / 60, one: "1 hour", other: "%@ hours") }
        return language.count(minutes, one: "1 minute", other: "%@ minutes")
    }

    @ViewBuilder private var once: some View {
        SignalHeading(language("Remind me once"))
        DatePicker(language("When"), selection: $reminder, in: dates.now...dates.now.addingTimeInterval(30 * 86400))
        SignalButton(language("Remind me")) {
            model.remind(at: Timestamp(millisecondsSince1970: Int64(reminder.timeIntervalSince1970 * 1000)))
        }
    }

    @ViewBuilder private var messages: some View {
        SignalHeading(language("Tell me about"))
        if let preferences = setup.preferences {
            toggle(language("alarms of people who rely on me"), preferences.alerts) { $0.alerts = $1 }
            if !preferences.alerts, !model.known.dependents.isEmpty {
                Text(verbatim: language("Without them you look out for nobody.")).foregroundColor(LMKColor.error)
            }
            toggle(language("questions whether I am all right"), preferences.pings) { $0.pings = $1 }
            toggle(language("check-ins that are due"), preferences.checkIns) { $0.checkIns = $1 }
            toggle(language("changes of my contacts"), preferences.contacts) { $0.contacts = $1 }
            Picker(
                language("Language of messages"),
                selection: Binding(
                    get: { preferences.language ?? SignalPreferences.machine },
                    set: { code in setup.change { $0.language = code } })
            ) {
                Text(verbatim: language("as this machine")).tag(SignalPreferences.machine)
                ForEach(SeamLanguage.spoken, id: \.code) { Text(verbatim: $0.ownName).tag($0.code) }
            }
        }
    }

    private func toggle(
        _ title: String, _ isOn: Bool, _ set: @escaping (inout SignalPreferences, Bool) -> Void
    ) -> some View {
        Toggle(title, isOn: Binding(get: { isOn }, set: { new in setup.change { set(&$0, new) } }))
    }
}

/// A page of the settings.
nonisolated enum SignalSettingsFront: String, Identifiable, Hashable, Sendable {
    case name, pin, addresses, sights, number, signOut, leave

    var id: Self { self }

    func title(in language: SeamLanguage) -> String {
        switch self {
        case .name: language("Name and note")
        case .pin: language("PIN")
        case .addresses: language("Where messages reach me")
        case .sights: language("Seen by my contacts")
        case .number: language("My number")
        case .signOut: language("Sign out")
        case .leave: language("Leave LifeSignal")
        }
    }
}
