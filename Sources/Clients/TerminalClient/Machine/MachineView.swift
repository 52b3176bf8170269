import LumiKitUI
import RadioModel
import SeamComponents
import SeamModel
import SeamWords
import SessionAPI
import TermControls
import TermUI
import Wire

/// The administrators' page: the daemons' parts, the locks, and who has a key to them.
struct MachineView: View {
    @StateObject private var model: MachineModel
    @State private var front: Front?
    @Environment(\.dismiss) private var dismiss
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    /// A page in front of the list.
    nonisolated enum Front: Hashable, Sendable, Identifiable {
        case lock(String)
        case bind

        var id: Self { self }
    }

    init(_ link: any MachineLink) { _model = StateObject(wrappedValue: MachineModel(link)) }

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: language("This machine")).bold()
                MachineSaid(model: model)
                ForEach(MachineDaemon.allCases, id: \.rawValue) { daemon in
                    let parts = model.parts.filter { $0.daemon == daemon }
                    if !parts.isEmpty { health(daemon, parts) }
                }
                Text(verbatim: "")
                Text(verbatim: language("Locks")).bold()
                if model.locks.isEmpty, !model.isBusy { Text(verbatim: language("No lock is bound.")) }
                ForEach(model.locks, id: \.id) { lock in
                    Button(lock.line(dates)) { front = .lock(lock.id) }
                }
                Button(language("Bind a lock")) { front = .bind }
                Text(verbatim: "")
                Button(language("Read again")) { model.read() }
                Button(language("Close")) { dismiss() }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .hugging()
        .busy(model.isBusy)
        .onAppear { model.read() }
        .sheet(item: $front) { front in
            switch front {
            case .lock(let id): MachineLockView(model: model, id: id)
            case .bind: MachineBindView(model: model)
            }
        }
    }

    /// A daemon's parts. The parts that work are in one line.
    @ViewBuilder private func health(_ daemon: MachineDaemon, _ parts: [MachinePart]) -> some View {
        let bad = parts.filter { !$0.isWell }
        Text(verbatim: "")
        Text(verbatim: bad.isEmpty ? language("%@: everything works", daemon.rawValue) : daemon.rawValue)
            .bold(!bad.isEmpty).foregroundColor(bad.isEmpty ? LMKColor.success : LMKColor.warning)
        ForEach(bad, id: \.name) { part in
            Text(verbatim: "  \(part.name): \(part.status)\(part.reason.map { ", \($0)" } ?? "")")
                .foregroundColor(LMKColor.warning)
        }
    }
}

/// What has just happened.
struct MachineSaid: View {
    @ObservedObject var model: MachineModel
    @Environment(\.seamLanguage) private var language

    var body: some View {
        if let said = model.said {
            Text(verbatim: "\(model.isBad ? "! " : "")\(said.said(in: language))").bold()
                .foregroundColor(model.isBad ? LMKColor.error : LMKColor.success)
        } else if model.isBusy {
            ProgressView(language("One moment, please."))
        }
    }
}

/// A lock: its state, the people with a key to it, and a form for one more.
struct MachineLockView: View {
    @ObservedObject var model: MachineModel
    let id: String
    @State private var name = ""
    @State private var isGroup = false
    @State private var hasStart = false
    @State private var hasEnd = true
    @State private var start = Date()
    @State private var end = Date()
    @State private var asks = false
    @Environment(\.dismiss) private var dismiss
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 0) {
                if let lock = model.locks.first(where: { $0.id == id }) { page(lock) }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .hugging()
        .onAppear { (start, end) = (dates.now, dates.now.addingTimeInterval(86_400)) }
    }

    @ViewBuilder private func page(_ lock: SeamModel.Binding) -> some View {
        Text(verbatim: lock.line(dates)).bold()
        MachineSaid(model: model)
        Text(verbatim: "")
        Text(verbatim: language("Keys given here")).bold()
        let grants = model.grants.filter { $0.bindingID == lock.id }
        if grants.isEmpty { Text(verbatim: language("Nobody has a key from here.")) }
        ForEach(grants, id: \.subject) { grant in
            HStack(spacing: CellMetrics.points(2, along: .horizontal)) {
                Text(verbatim: grant.line(dates))
                Button(language("Take back")) { model.revoke(grant) }
            }
        }
        Text(verbatim: "")
        Text(verbatim: language("Give a key")).bold()
        LMKField(language("name or number of the account"), text: $name)
        Toggle(language("to a group"), isOn: $isGroup)
        Toggle(language("only from a time on"), isOn: $hasStart)
        if hasStart { DatePicker(language("From"), selection: $start, in: dates.now...) }
        Toggle(language("only until a time"), isOn: $hasEnd)
        if hasEnd { DatePicker(language("Until"), selection: $end, in: (hasStart ? start : dates.now)...) }
        Button(language("Give the key")) {
            model.grant(
                lock, to: name, isGroup: isGroup, from: hasStart ? start : nil, until: hasEnd ? end : nil
            ) { name = "" }
        }
        Text(verbatim: "")
        if asks {
            Text(verbatim: language("Everybody loses the keys to this lock.")).foregroundColor(LMKColor.error)
            Button(language("No, go back")) { asks = false }.focusedAtFirst()
            Button(language("Forget this lock")) { model.unbind(lock) { dismiss() } }
        } else {
            Button(language("Forget this lock")) { asks = true }
            Button(language("Close")) { dismiss() }
        }
    }
}

/// Pairs with a lock, and binds it to a door.
struct MachineBindView: View {
    @ObservedObject var model: MachineModel
    @State private var provider = ""
    @State private var workspace = ""
    @State private var entrance = ""
    @State private var name = ""
    @State private var address = ""
    @State private var value = ""
    @Environment(\.dismiss) private var dismiss
    @Environment(\.seamLanguage) private var language

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: language("Bind a lock")).bold()
                MachineSaid(model: model)
                if let pairing = model.pairing { running(pairing) } else { form }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .hugging()
        .interactiveDismissDisabled(model.pairing != nil)
        .onAppear { workspace = model.locks.first?.workspaceID ?? "" }
        .onDisappear { model.cancelPairing() }
    }

    @ViewBuilder private var form: some View {
        Picker(language("Kind"), selection: TermUI.Binding(get: { chosen }, set: { provider = $0 })) {
            ForEach(model.providers, id: \.self) { Text(verbatim: $0).tag($0) }
        }
        LMKField(language("the workspace's id in the cloud"), text: $workspace)
        LMKField(language("the entrance's id in the cloud"), text: $entrance)
        LMKField(language("a name for people"), text: $name)
        LMKField(
            language("the lock's address, if it has an owner"), text: $address,
            helper: language("Without an address, the nearest lock that is ready to pair is taken."))
        Button(language("Begin")) { begin() }
        Button(language("Close")) { dismiss() }
    }

    @ViewBuilder private func running(_ pairing: MachineModel.Pairing) -> some View {
        Text(verbatim: pairing.progress.said(in: language))
        if let prompt = pairing.prompt {
            Text(verbatim: prompt.text).bold()
            switch prompt.kind {
            case .pressButton: Text(verbatim: "")
            case .confirmIdentity:
                Button(language("Yes")) { model.answer("yes") }.focusedAtFirst()
                Button(language("No, go back")) { model.answer("no") }
            case .enterPIN, .enterKey:
                LMKField(language("type it here"), text: $value, isSecure: true).focusedAtFirst()
                Button(language("OK")) {
                    model.answer(value)
                    value = ""
                }
            }
        }
        Button(language("Cancel")) { model.cancelPairing() }
    }

    private var chosen: String { provider.isEmpty ? model.providers.first ?? "" : provider }

    private func begin() {
        guard !workspace.isEmpty, !entrance.isEmpty else {
            return model.say(SeamText("Type the ids of the workspace and the entrance."), isBad: true)
        }
        var params = LocksBind.Params(provider: chosen, workspaceID: workspace, target: .entrance(entrance))
        params.name = name.isEmpty ? nil : name
        if !address.isEmpty {
            guard let device = DeviceAddress(address: address.uppercased(), kind: .public) else {
                return model.say(SeamText("An address looks like 54:D2:72:C3:35:C5."), isBad: true)
            }
            params.device = device
        }
        model.bind(params)
    }
}
