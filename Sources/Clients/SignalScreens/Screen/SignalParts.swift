import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// A button. At a large density, it has a frame and three rows. The focused button is bold and marked with `>`, even
/// without colours.
struct SignalButton: View {
    /// Whether the button fills the row's width. Such a button has a frame unless space is short.
    enum Width { case full, words }

    private let title: String
    private let tone: SignalTone
    private let width: Width
    private let isFirst: Bool
    private let action: () -> Void
    @FocusState private var isFocused: Bool
    @Environment(\.seamDensity) private var density
    @Environment(\.isEnabled) private var isEnabled

    /// Creates a button. With `isFirst`, the button has the focus when it appears.
    init(
        _ title: String, tone: SignalTone = .plain, width: Width = .words, isFirst: Bool = false,
        action: @escaping () -> Void
    ) {
        (self.title, self.tone, self.width, self.isFirst) = (title, tone, width, isFirst)
        self.action = action
    }

    var body: some View {
        Button(action: action) {
            if density == .large || width == .full && density != .compact {
                words(isFocused ? "> \(title) <" : "  \(title)  ")
                    .frame(maxWidth: room, alignment: .center)
                    .padding(.horizontal, CellMetrics.points(2, along: .horizontal))
                    .lmk_applyBorder(color: color, cornerRadius: 4)
            } else {
                words(isFocused ? "> \(title) <" : "[ \(title) ]").frame(maxWidth: room, alignment: .center)
            }
        }
        .buttonStyle(.plain)
        .focused($isFocused)
        .onAppear { if isFirst { isFocused = true } }
    }

    private var room: CGFloat? { width == .full ? .infinity : nil }

    private var color: Color { isFocused && tone == .plain ? LMKColor.primary : tone.color }

    private func words(_ text: String) -> some View {
        Text(verbatim: text).lineLimit(2).bold(isFocused || tone != .plain)
            .foregroundColor(isEnabled ? color : LMKColor.textSecondary)
            .accessibilityLabel(title)
    }
}

/// A row of a list that opens something. On a narrow screen, the state has a row of its own.
struct SignalRow: View {
    let title: String
    let state: SignalLine
    var isFirst = false
    let action: () -> Void
    @FocusState private var isFocused: Bool
    @Environment(\.seamDensity) private var density
    @Environment(\.signalIsNarrow) private var isNarrow

    var body: some View {
        Button(action: action) {
            VStack(alignment: .leading, spacing: 0) {
                HStack(alignment: .top, spacing: 0) {
                    Text(verbatim: isFocused ? "> " : "  ").bold().accessibilityHidden(true)
                    Text(verbatim: title).bold(isFocused).lineLimit(isNarrow ? 2 : 1)
                        .frame(columns: isNarrow ? nil : Self.titleColumns)
                    if !isNarrow {
                        Text(verbatim: " ")
                        stateText
                    }
                }
                if isNarrow, !state.text.isEmpty {
                    stateText.padding(.leading, CellMetrics.points(4, along: .horizontal))
                }
                if density.rowGap > 0 { Text(verbatim: "") }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .buttonStyle(.plain)
        .focused($isFocused)
        .onAppear { if isFirst { isFocused = true } }
        .accessibilityLabel([title, state.text].filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private static let titleColumns = 26

    private var stateText: some View { Text(verbatim: state.text).foregroundColor(state.tone.color) }
}

/// A heading of a part of a page.
struct SignalHeading: View {
    let text: String

    init(_ text: String) { self.text = text }

    var body: some View {
        Text(verbatim: text).foregroundColor(LMKColor.textSecondary).lineLimit(2)
            .padding(.top, CellMetrics.pointsPerRow)
    }
}

/// A page's content, which scrolls, with the keys below it.
struct SignalPageFrame<Content: View>: View {
    let bindings: [KeyBinding]
    @ViewBuilder let content: Content

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ScrollView {
                VStack(alignment: .leading, spacing: 0) { content }
                    .frame(maxWidth: CellMetrics.points(90, along: .horizontal), alignment: .leading)
                    .padding(.horizontal, CellMetrics.points(2, along: .horizontal))
            }
            .filling()
            KeyHints(bindings).padding(.horizontal, CellMetrics.points(1, along: .horizontal))
        }
        .filling()
        .keyBindings(bindings)
    }
}

nonisolated extension EnvironmentValues {
    /// Whether the screen is so narrow that a row has a line for its title and a line for its state.
    @Entry var signalIsNarrow = false
}
