import Foundation
import LumiKitUI
import SeamSDK
import TermUI

/// The whole screen: the person and the session in the first line, the keys, and in the last line the actions that
/// are possible now.
struct KeysScreen: View {
    let model: KeysModel
    let exit: (CInt) -> Void

    @ObservedObject private var session: SessionModel
    @ObservedObject private var list: KeyListModel
    @ObservedObject private var reveals: RevealModel
    @ObservedObject private var attempt: OpeningModel
    @ObservedObject private var router: Router

    @Environment(\.glyphs) private var glyphs
    @Environment(\.isPasteLost) private var isPasteLost

    private var marks: Marks { Marks(glyphs) }

    init(model: KeysModel, exit: @escaping (CInt) -> Void) {
        (self.model, self.exit) = (model, exit)
        (session, list, reveals) = (model.session, model.list, model.reveals)
        (attempt, router) = (model.attempt, model.router)
    }

    var body: some View {
        page
            .filling()
            .lmk_host(router.screen)
            .busy(model.isBusy)
            .sheet(item: Binding(get: { router.front }, set: { if $0 == nil { model.back() } })) { front in
                switch front {
                case .detail: DetailSheet(model: model)
                case .activity(let key): ActivityView(of: key, model)
                case .help: HelpView { model.back() }
                }
            }
            .panel(attempt.opening, dismiss: attempt.close) { opening in
                OpeningPanel(opening: opening, again: model.openAgain, close: attempt.close)
                    .id(ObjectIdentifier(opening))
            }
    }

    private var page: some View {
        VStack(alignment: .leading) {
            Header(holder: session.holder, state: session.state, marks: marks)
            Trouble(text: warning)
            content.filling().padding(.horizontal, CellMetrics.points(1, along: .horizontal)).layoutPriority(-1)
            KeyHints(bindings).padding(.horizontal, CellMetrics.points(1, along: .horizontal))
        }
        .keyBindings(bindings + others)
    }

    @ViewBuilder private var content: some View {
        switch model.place {
        case .connecting: Loading(isShown: session.isSettled)
        case .signedOut: SignInView(signIn: model.signIn)
        case .refused(let words): Message(title: "You may not use the session daemon.", text: words)
        case .unreachable(let words):
            Message(
                title: "The session daemon is not running.",
                text: "Start it: systemctl start seam-sessiond. The keys appear here by themselves.\n\n\(words)")
        case .keys where list.rows.isEmpty:
            if let reading = session.reading {
                if let trouble = session.connectivity?.cloudTrouble {
                    Message(title: "Your keys are not read yet.", text: "\(Self.sentence(trouble.message))")
                } else {
                    Message(title: "\(reading).", text: "They appear here as they come.")
                }
            } else if let trouble = session.connectivity?.cloudTrouble {
                Message(title: "No keys yet.", text: "\(Self.sentence(trouble.message)) Press r to ask again.")
            } else if session.isSettled {
                Message(title: "No keys yet.", text: "Nobody has given you one. Press r when you expect some.")
            } else {
                Loading(isShown: false)
            }
        case .keys: keys
        }
    }

    /// The list, and beside it, if there is room, all that is known of the selected key.
    private var keys: some View {
        GeometryReader { proxy in
            HStack(alignment: .top, spacing: 0) {
                Group {
                    if list.shown.isEmpty {
                        Message(
                            title: "No key matches.",
                            text: (session.reading.map { "\($0). " } ?? "") + "Esc shows them all again.")
                    } else {
                        KeyList(model: model)
                    }
                }
                .filling()
                if proxy.cells.width >= Self.wide {
                    VStack(alignment: .leading) {
                        KeyDetail(model: model)
                        if proxy.cells.height >= Self.tall {
                            Text("\n")
                            RecentView(model)
                        }
                    }
                    .padding(EdgeInsets(leading: 32, trailing: 8)).frame(columns: 64)
                }
            }
        }
        .searchable(text: $list.search, isPresented: $list.isSearching, prompt: "name or place")
    }

    private static let wide = 130
    /// The rows from which on the latest attempts are shown below the details.
    private static let tall = 30

    /// What the terminal or the machine cannot do now, beyond each key's own errors.
    private var warning: String {
        if isPasteLost { return "A paste did not arrive whole: paste once more, or press Ctrl-C." }
        guard !list.rows.isEmpty else { return "" }
        if let trouble = session.trouble { return "\(trouble.message). The keys are as they were last." }
        guard let cloud = session.connectivity, let trouble = cloud.cloudTrouble else { return "" }
        let words = Self.sentence(trouble.message)
        guard let since = cloud.offlineSince else { return words }
        return "\(words) The keys are as they were at \(list.dates.clock(since))."
    }

    private static func sentence(_ words: String) -> String {
        "\(words.prefix(1).uppercased())\(words.dropFirst())."
    }

    // MARK: - Keys

    /// The key bindings that the last line names.
    private var bindings: [KeyBinding] {
        let quit = KeyBinding("q", "q", "quit") { exit(0) }
        let refresh = KeyBinding("r", "r", "refresh") { model.refresh() }
        switch model.place {
        case .keys where !list.rows.isEmpty:
            return [
                KeyBinding(.return, "Enter", "open") { model.openSelected() },
                KeyBinding(.tab, "Tab", "detail") { model.showDetail() },
                KeyBinding([], "/", "search") { list.isSearching = true }, refresh,
                KeyBinding("a", "a", "activity") { router.front = .activity(of: nil) },
                KeyBinding("?", "?", "help") { router.front = .help }, quit,
            ]
        case .keys: return [refresh, quit]
        case .signedOut: return [KeyBinding([], "Enter", "sign in") { model.signIn.submit() }, leave]
        case .connecting, .refused, .unreachable: return [quit]
        }
    }

    /// The way out while typed characters go into a field.
    private var leave: KeyBinding { KeyBinding([], "Ctrl-C", "quit") { exit(0) } }

    /// Key bindings for people who know them from other programs.
    private var others: [KeyBinding] {
        [
            KeyBinding("j", "j", "down") { model.move(by: 1) }, KeyBinding("k", "k", "up") { model.move(by: -1) },
            KeyBinding("g", "g", "first") { model.move(by: -list.rows.count) },
            KeyBinding("G", "G", "last") { model.move(by: list.rows.count) },
            KeyBinding("v", "v", "show") { model.reveal() },
        ]
    }
}

/// The person, the place, and the session's state.
private struct Header: View {
    let holder: SeamHolder?
    let state: (isWell: Bool, text: String)
    let marks: Marks

    var body: some View {
        HStack {
            Text("Seam").bold()
            Spacer()
            if !names.isEmpty {
                Text(names.joined(separator: marks.between)).foregroundColor(LMKColor.textSecondary).layoutPriority(-1)
                    .accessibilityLabel(names.joined(separator: ", "))
                Text(" ").accessibilityHidden(true)
            }
            Text("\(state.isWell ? marks.on : marks.off) \(state.text)")
                .foregroundColor(state.isWell ? LMKColor.success : LMKColor.warning).accessibilityLabel(state.text)
        }
        .lineLimit(1)
        .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
    }

    private var names: [String] { [holder?.name, holder?.workspace].compactMap(\.self).filter { !$0.isEmpty } }
}

/// One line under the title; empty if all is well.
private struct Trouble: View, Equatable {
    let text: String

    var body: some View {
        if text.isEmpty { Text("") } else { LMKBanner(.warning, text).lineLimit(1) }
    }
}

/// A state in which there are no keys to show.
struct Message: View, Equatable {
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

/// The list's frame while nothing is known; not shown at once, so that it does not flicker.
private struct Loading: View, Equatable {
    let isShown: Bool

    var body: some View {
        LMKSkeleton()
            .padding(EdgeInsets(top: CellMetrics.pointsPerRow, leading: 16))
            .opacity(isShown ? 1 : 0)
            .accessibilityHidden(true)
    }
}
