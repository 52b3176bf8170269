import Foundation
import SeamSDK
import TermUI

/// The whole screen: who and how in the first line, the keys, and in the last line what can be done now.
struct KeysScreen: View {
    @ObservedObject var model: KeysModel
    let exit: (CInt) -> Void

    @Environment(\.glyphs) private var glyphs

    private var marks: Marks { Marks(glyphs) }

    var body: some View {
        ZStack {
            page.opacity(model.opening == nil ? 1 : 0.5)
            if let opening = model.opening {
                OpeningPanel(opening: opening, again: model.openAgain, close: model.close)
                    .id(ObjectIdentifier(opening))
            }
        }
        .filling()
    }

    private var page: some View {
        VStack(alignment: .leading) {
            Header(state: model.state, marks: marks)
            Trouble(text: warning)
            content.filling().padding(.horizontal, CellMetrics.points(1, along: .horizontal)).layoutPriority(-1)
            if let toast = model.toast { Text(toast).lineLimit(2).padding(.horizontal) }
            Footer(keys: footer)
        }
        .onKeyPress(press)
    }

    @ViewBuilder private var content: some View {
        switch model.place {
        case .connecting: Loading(isShown: model.isSettled, marks: marks)
        case .signedOut:
            Message(
                title: "Nobody is signed in.",
                text:
                    "Get a client session token from whoever gives you your keys. Then run 'seam init', which asks for it, "
                    + "and 'seam activate'. The keys appear here by themselves.")
        case .unreachable(let reason):
            Message(
                title: "The session daemon is not running.",
                text: "Start it: systemctl start seam-sessiond. The keys appear here by themselves.\n\n\(reason)")
        case .keys where model.rows.isEmpty:
            if model.isSettled {
                Message(title: "No keys yet.", text: "Nobody has given you one. Press r when you expect some.")
            } else {
                Loading(isShown: false, marks: marks)
            }
        case .keys: KeyList(model: model, marks: marks)
        }
    }

    /// What the machine cannot do now, beyond each key's own errors.
    private var warning: String {
        guard !model.rows.isEmpty, let trouble = model.trouble else { return "" }
        return "\(trouble.message). The keys are as they were last."
    }

    private var footer: [(key: String, action: String)] {
        switch model.place {
        case .keys where !model.rows.isEmpty: [("Enter", "open"), ("r", "refresh"), ("q", "quit")]
        case .keys: [("r", "refresh"), ("q", "quit")]
        case .connecting, .signedOut, .unreachable: [("q", "quit")]
        }
    }

    private func press(_ key: KeyPress) -> KeyPress.Result {
        guard key.modifiers.isSubset(of: .shift) else { return .ignored }
        switch key.key {
        case .upArrow, "k": model.move(by: -1)
        case .downArrow, "j": model.move(by: 1)
        case .pageUp: model.move(by: -10)
        case .pageDown: model.move(by: 10)
        case .home, "g": model.move(by: -model.rows.count)
        case .end, "G": model.move(by: model.rows.count)
        case .return: model.openSelected()
        case "r": model.refresh()
        case "q": exit(0)
        default: return .ignored
        }
        return .handled
    }
}

/// Who, and how the session is.
private struct Header: View {
    let state: (isWell: Bool, text: String)
    let marks: Marks

    var body: some View {
        HStack {
            Text("Seam").bold()
            Spacer()
            Text("\(state.isWell ? marks.on : marks.off) \(state.text)")
                .foregroundColor(state.isWell ? .green : .orange)
        }
        .lineLimit(1)
        .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
    }
}

/// One line under the title; empty where all is well.
private struct Trouble: View, Equatable {
    let text: String

    var body: some View {
        Text(text).foregroundColor(.orange).lineLimit(1)
            .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
    }
}

/// Which keys of the keyboard do something now.
private struct Footer: View {
    let keys: [(key: String, action: String)]

    var body: some View {
        HStack(spacing: CellMetrics.points(3, along: .horizontal)) {
            ForEach(keys.indices, id: \.self) { index in
                HStack {
                    Text(keys[index].key).bold()
                    Text(keys[index].action).foregroundColor(.secondary)
                }
            }
        }
        .lineLimit(1)
        .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
    }
}

/// A state in which there are no keys to show.
private struct Message: View, Equatable {
    let title: String
    let text: String

    var body: some View {
        VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            Text(title).bold().cursor()
            Text(text)
        }
        .frame(maxWidth: CellMetrics.points(70, along: .horizontal), alignment: .leading)
        .padding(EdgeInsets(top: CellMetrics.pointsPerRow, leading: 16))
    }
}

/// The list's frame, for as long as nothing is known; not at once, so that it does not flicker.
private struct Loading: View, Equatable {
    let isShown: Bool
    let marks: Marks

    var body: some View {
        VStack(alignment: .leading) {
            ForEach(0..<3) { row in Text(String(repeating: marks.empty, count: 40 - 6 * row)) }
        }
        .foregroundColor(.secondary)
        .padding(EdgeInsets(top: CellMetrics.pointsPerRow, leading: 16))
        .opacity(isShown ? 1 : 0)
    }
}
