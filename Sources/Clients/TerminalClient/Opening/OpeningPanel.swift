import Foundation
import LumiKitUI
import SeamSDK
import SeamWords
import TermUI

/// An attempt in a box over the list: its steps and the time left, then its outcome.
struct OpeningPanel: View {
    @ObservedObject var opening: Opening
    let again: () -> Void
    let close: () -> Void

    @Environment(\.glyphs) private var glyphs
    /// Whether the text for engineers is shown.
    @State private var isTechnical = false

    private static let width = 56

    var body: some View {
        Box(color) {
            VStack(alignment: .leading) {
                Text(opening.key.name).bold().lineLimit(1)
                if opening.key.location != opening.key.name {
                    Text(opening.key.location).foregroundColor(LMKColor.textSecondary).lineLimit(1)
                }
                Text("")
                if let outcome = opening.state.outcome {
                    OutcomeView(
                        outcome: outcome, marks: Marks(glyphs), isTechnical: $isTechnical, again: again, close: close)
                } else {
                    steps
                }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .frame(maxWidth: CellMetrics.points(Self.width + 6, along: .horizontal))
        .padding(.horizontal)
        .busy(opening.state.outcome == nil)
        .onKeyPress(press)
    }

    private var steps: some View {
        VStack(alignment: .leading) {
            TimelineView(every: .milliseconds(250)) { now in
                let turn = opening.left(at: now)
                ForEach(0..<OpeningState.steps.count) {
                    StepView(number: $0, state: opening.state, left: turn.part, marks: Marks(glyphs))
                }
                Text("")
                Gauge(part: turn.part, text: "\(turn.seconds) s left").accessibilityHidden(true)
            }
            Text("")
            if let footer {
                Text(footer).foregroundColor(LMKColor.textSecondary)
            } else {
                KeyHints([KeyBinding(.escape, "Esc", "cancel") { opening.cancel() }])
            }
        }
    }

    /// Nil while the attempt can be cancelled.
    private var footer: String? {
        if opening.wasTooLate || opening.state.isTooLate { return "Too late to cancel" }
        return opening.state.isCancelling ? "Cancelling" : nil
    }

    private var color: Color {
        switch opening.state.outcome {
        case .open: LMKColor.success
        case .timedOut, .failed, .refused, .unknown: LMKColor.warning
        case .cancelled, nil: LMKColor.primary
        }
    }

    private func press(_ key: KeyPress) -> KeyPress.Result {
        guard let outcome = opening.state.outcome else {
            if key == KeyPress(.escape) || key == KeyPress("c", modifiers: .control) { opening.cancel() }
            return .handled
        }
        // A key that is held down, or pressed once more, must not open the door again.
        if key.key == .return {
            if outcome.isWorthAgain { again() }
        } else if key == KeyPress("d"), outcome.technical != nil {
            isTechnical.toggle()
        } else {
            close()
        }
        return key == KeyPress("c", modifiers: .control) ? .ignored : .handled
    }
}

/// One step: done, under way or to come.
private struct StepView: View {
    let number: Int
    let state: OpeningState
    let left: Double
    let marks: Marks

    var body: some View {
        HStack {
            Text(isCurrent ? marks.focus : " ").cursor(isHere: isCurrent)
            Text("\(number + 1)")
            Text(OpeningState.steps[number])
            Spacer()
            Text(mark)
        }
        .bold(isCurrent)
        .foregroundColor(number > state.step ? LMKColor.textSecondary : LMKColor.textPrimary)
        .frame(maxWidth: CellMetrics.points(46, along: .horizontal))
        .padding(.leading, CellMetrics.points(2, along: .horizontal))
        .accessibilityLabel("\(OpeningState.steps[number]), \(words)")
    }

    private var words: String {
        if number < state.step { return "done" }
        guard isCurrent else { return "to come" }
        return state.isQueued ? "waiting" : "under way"
    }

    private var isCurrent: Bool { number == state.step }

    private var mark: String {
        if number < state.step { return "done" }
        guard isCurrent else { return "" }
        return state.isQueued ? "waiting" : marks.spinner[Int(left * 40) % marks.spinner.count]
    }
}

/// A gauge of the time that is left.
struct Gauge: View {
    let part: Double
    let text: String

    var body: some View {
        HStack(spacing: 16) {
            ProgressBar(part: part).frame(maxWidth: CellMetrics.points(40, along: .horizontal))
            Text(text).lineLimit(1).layoutPriority(1)
        }
    }
}

/// The outcome, and what to do now.
private struct OutcomeView: View {
    let outcome: OpeningState.Outcome
    let marks: Marks
    @Binding var isTechnical: Bool
    let again: () -> Void
    let close: () -> Void

    var body: some View {
        VStack(alignment: .leading) {
            Text("\(mark) \(outcome.title)").bold().foregroundColor(color).cursor().accessibilityLabel(outcome.title)
            Text("")
            Text(outcome.text)
            if isTechnical, let technical = outcome.technical {
                Text("")
                Text(technical).foregroundColor(LMKColor.textSecondary).lineLimit(6)
            }
            Text("")
            KeyHints(bindings)
        }
    }

    private var bindings: [KeyBinding] {
        let back = KeyBinding(.escape, "Esc", "back", perform: close)
        var bindings = [back]
        if outcome.isWorthAgain { bindings.insert(KeyBinding(.return, "Enter", "try again", perform: again), at: 0) }
        if outcome.technical != nil {
            bindings.append(KeyBinding("d", "d", isTechnical ? "less" : "details") { isTechnical.toggle() })
        }
        return bindings
    }

    private var mark: String {
        if case .open = outcome { return marks.good }
        return "!"
    }

    private var color: Color {
        if case .open = outcome { return LMKColor.success }
        return LMKColor.warning
    }
}

extension OpeningState.Outcome {
    var title: String {
        if case .refused = self { return AttemptWords.calledOff.title }
        return words?.title ?? ""
    }

    var text: String {
        if case .refused(let reason) = self { return reason }
        return words.map { Sentence.of($0.text, then: $0.remedy) } ?? ""
    }

    /// Nil for an attempt that did not begin.
    private var words: AttemptWords? {
        switch self {
        case .open(let confirmation): confirmation?.words ?? .open(nil)
        case .timedOut: .timedOut
        case .failed(let words, _): words
        case .unknown: .unknown
        case .refused: nil
        case .cancelled: .cancelled
        }
    }

    /// The text for engineers, if there is one.
    var technical: String? {
        guard case .failed(_, let description) = self, !description.isEmpty else { return nil }
        return description
    }

    /// Whether trying again makes sense: only where it cannot open a door twice.
    var isWorthAgain: Bool {
        switch self {
        case .timedOut, .failed, .refused: true
        case .open, .unknown, .cancelled: false
        }
    }
}
