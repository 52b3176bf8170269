import Foundation
import LumiKitUI
import SeamSDK
import SeamWords
import TermUI

/// All that is known of the selected key: each of its errors with what to do, how long it is valid, its code.
struct KeyDetail: View {
    @ObservedObject private var list: KeyListModel
    @ObservedObject private var reveals: RevealModel

    /// Columns of the words before each line.
    private static let label = 11

    init(model: KeysModel) {
        (list, reveals) = (model.list, model.reveals)
    }

    var body: some View {
        if let row = list.selectedRow {
            VStack(alignment: .leading) {
                Text(row.key.name).bold()
                if row.key.location != row.key.name { Text(row.key.location).foregroundColor(LMKColor.textSecondary) }
                Text("")
                ForEach(0..<row.key.errors.count.clamped(to: 1...8)) { number in problem(number, of: row.key) }
                TimelineView(every: .seconds(60)) { _ in line("Valid", validity(row.key)) }
                if let code = row.key.code { line("Code", revealed(row)?.code ?? code) }
                if let card = row.key.cardNumber { line("Card", revealed(row)?.cardNumber ?? card) }
                if row.hasSecrets {
                    line("", secrets(row)).foregroundColor(LMKColor.textSecondary)
                        .accessibilityLabel("v tells it; that is noted in the journal, and erased at the end")
                }
                if let refusal = reveals.refusal { line("", refusal).foregroundColor(LMKColor.warning) }
                if !row.key.isManaged { line("Given", "on this machine, not by the cloud") }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }

    @ViewBuilder private func problem(_ number: Int, of key: SeamAccessCredential) -> some View {
        let states = KeyState.all(of: key, at: list.dates)
        let state = states[min(number, states.count - 1)]
        line(number == 0 ? state.word : "then", state.remedy ?? Sentence.of(KeyWords.ready.remedy), color: state.color)
    }

    private func line(_ label: String, _ text: String, color: Color = LMKColor.textSecondary) -> some View {
        HStack(alignment: .top, spacing: 0) {
            Text(label).foregroundColor(color).lineLimit(1).frame(columns: Self.label)
            Text(text)
        }
    }

    private func validity(_ key: SeamAccessCredential) -> String {
        guard let expiry = key.expiry else { return "for as long as it is there" }
        let left = list.dates.left(until: expiry)
        return "until \(list.dates.exact(expiry))\(left.isEmpty ? ", which is over" : ", \(left)")"
    }

    private func revealed(_ row: KeyRow) -> SeamRevealedCredential? {
        reveals.revealed.flatMap { $0.id == row.id ? $0.credential : nil }
    }

    private func secrets(_ row: KeyRow) -> String {
        revealed(row) == nil ? "v shows it for 10 s; that is noted in the journal" : "v hides it"
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

/// The same details in front of the list, with the actions that are possible.
struct DetailSheet: View {
    let model: KeysModel

    @ObservedObject private var list: KeyListModel
    @ObservedObject private var reveals: RevealModel

    init(model: KeysModel) {
        (self.model, list, reveals) = (model, model.list, model.reveals)
    }

    var body: some View {
        VStack(alignment: .leading) {
            ScrollView { KeyDetail(model: model) }.hugging()
            Text("")
            KeyHints(bindings)
        }
        .keyBindings(bindings)
        .onKeyPress(.tab) {
            model.back()
            return .handled
        }
    }

    private var bindings: [KeyBinding] {
        guard let row = list.selectedRow else { return [] }
        var bindings = [KeyBinding(.escape, "Esc", "back") { model.back() }]
        if row.key.errors.isEmpty { bindings.append(KeyBinding(.return, "Enter", "open") { model.openSelected() }) }
        if row.hasSecrets {
            bindings.append(KeyBinding("v", "v", reveals.revealed == nil ? "show" : "hide") { model.reveal() })
        }
        bindings.append(KeyBinding("h", "h", "history") { model.router.front = .activity(of: row.id) })
        return bindings
    }
}
