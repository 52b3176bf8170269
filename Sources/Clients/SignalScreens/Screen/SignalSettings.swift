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
    /// What is chosen and not stored yet.
    @State private var chosen: Times?
    @State private var reminder = Date()
    /// Whether the first picker has the focus. It takes the focus from the button that goes once it is pressed.
    @FocusState private var isFirst: Bool
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language
    @Environment(\.signalIsNarrow) private var isNarrow

    /// The times that are chosen together, so that one change is stored, and its step is told once.
    private nonisolated struct Times: Equatable, Sendable {
        var checkIn: Duration
        var reminder: Duration
        var grace: Duration
        var pause: Duration
    }

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
                row(.addresses, (setup.addresses ?? []).filter(\.isVerified).map(\.channel).joined(separator: ", "))
                row(
                    .sights, setup.sights.map { language.count($0.count, one: "1 contact", other: "%@ contacts") } ?? ""
                )
                row(.number, person.phone)
                row(.signOut, "")
                row(.leave, "")
            }
        }
        .environment(\.arrowsMoveFocus, true)
        .onAppear {
            setup.read()
            // The picker shows whole minutes.
            let minutes = (dates.now.timeIntervalSinceReferenceDate / 60).rounded(.up)
            reminder = Date(timeIntervalSinceReferenceDate: minutes * 60 + 3600)
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
        let stored = Times(
            checkIn: set.checkIn, reminder: set.reminder, grace: set.grace, pause: person.pause ?? .zero)
        picker(language("Check in every"), \.checkIn, stored, Self.hours(8, 16, 24, 48, 72)).focusedAtFirst().focused(
            $isFirst)
        picker(language("First reminder, before that"), \.reminder, stored, Self.minutes(15, 30, 60, 120, 240))
        picker(language("Others are alerted, after that"), \.grace, stored, Self.minutes(0, 5, 15, 30, 60))
        picker(
            language("Pause, after the next check-in"), \.pause, stored, Self.hours(0, 24, 72, 168, 336),
            zero: language("none"))
        if let chosen, chosen != stored {
            Text(verbatim: language("Not stored yet.")).foregroundColor(LMKColor.warning)
            SignalButton(language("Store these times"), tone: .good) {
                isFirst = true
                store(chosen, over: stored)
            }
        }
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
                    "This counts from your next check-in on. Until then: %@.", span(person.checkInInterval))
            )
            .foregroundColor(LMKColor.warning)
        }
    }

    /// A picker of one of the times. Its choices contain the stored time.
    @ViewBuilder private func picker(
        _ title: String, _ time: WritableKeyPath<Times, Duration>, _ stored: Times, _ values: [Duration],
        zero: String? = nil
    ) -> some View {
        let selection = Binding(
            get: { (chosen ?? stored)[keyPath: time] },
            set: { new in
                var times = chosen ?? stored
                times[keyPath: time] = new
                chosen = times
            })
        labelled(title) { title in
            Picker(title, selection: selection) { options(values, stored[keyPath: time], zero: zero) }
        }
    }

    /// A control with its title. On a narrow screen, the title has a line of its own.
    @ViewBuilder private func labelled(_ title: String, @ViewBuilder _ control: (String) -> some View) -> some View {
        if isNarrow {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: title).accessibilityHidden(true)
                control(title).labelsHidden().padding(.leading, CellMetrics.points(2, along: .horizontal))
            }
        } else {
            control(title)
        }
    }

    private func store(_ times: Times, over stored: Times) {
        if times.pause != stored.pause { model.pause(for: times.pause == .zero ? nil : times.pause) }
        func changed(_ time: KeyPath<Times, Duration>) -> Duration? {
            times[keyPath: time] == stored[keyPath: time] ? nil : times[keyPath: time]
        }
        let (interval, reminder, grace) = (changed(\.checkIn), changed(\.reminder), changed(\.grace))
        guard interval != nil || reminder != nil || grace != nil else { return }
        model.set(interval: interval, reminder: reminder, grace: grace)
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
            labelled(language("Language of messages")) { title in
                Picker(
                    title,
                    selection: Binding(
                        get: { preferences.language ?? SignalPreferences.machine },
                        set: { code in setup.change { $0.language = code } })
                ) {
                    Text(verbatim: language("as this machine")).tag(SignalPreferences.machine)
                    ForEach(SeamLanguage.spoken, id: \.code) { Text(verbatim: $0.ownName).tag($0.code) }
                }
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
