import LumiKitUI
import SeamComponents
package import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermCore
import TermUI

/// The first line, with the person's name, and whether the person is watched.
struct SignalHeader: View {
    @ObservedObject var model: SignalModel
    @Environment(\.glyphs) private var glyphs
    @Environment(\.seamLanguage) private var language

    var body: some View {
        HStack {
            Text("LifeSignal").bold()
            Spacer()
            if let person = model.known.person {
                let name = [person.firstName, person.lastName].filter { !$0.isEmpty }.joined(separator: " ")
                Text(verbatim: name).foregroundColor(LMKColor.textSecondary).layoutPriority(-1)
                Text(verbatim: " ").accessibilityHidden(true)
            }
            let (isWell, text) = state
            Text(verbatim: "\(sign(isWell)) \(text)")
                .foregroundColor(isWell ? LMKColor.success : LMKColor.warning).accessibilityLabel(text)
        }
        .lineLimit(1)
        .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
    }

    private var state: (isWell: Bool, text: String) {
        if model.known.trouble != nil { return (false, language("no daemon")) }
        guard let person = model.known.person else {
            return model.known.place == .signedOut
                ? (false, language("signed out")) : (false, language("connecting"))
        }
        if !person.isWatched { return (false, language("not watched")) }
        return person.isArmed ? (true, language("watched")) : (false, language("no deadline"))
    }

    private func sign(_ isWell: Bool) -> String {
        glyphs == .unicode ? isWell ? "●" : "○" : isWell ? "*" : "o"
    }
}

/// A line for other screens, which says that somebody needs this person now, or that the person's own check-in is late.
/// The terminal sounds when either begins. Without such news, the view is empty.
package struct SignalNewsLine: View {
    @ObservedObject private var model: SignalModel
    private let key: String
    private let isShown: Bool
    @Environment(\.seamDatesSource) private var source
    @Environment(\.seamLanguage) private var language
    @Environment(\.feedback) private var sound

    /// Creates the line. `key` is the key that shows the news. If the screen shows them itself, `isShown` is false, and
    /// the view only sounds.
    package init(_ model: SignalModel, key: String, isShown: Bool = true) {
        _model = ObservedObject(wrappedValue: model)
        (self.key, self.isShown) = (key, isShown)
    }

    /// The line.
    package var body: some View {
        let callers = model.known.calling.map(\.id)
        TimelineView(.everyMinute) { _ in
            if isShown, let text { LMKBanner(.error, "\(text) \(language("Press %@.", key))").lineLimit(1) }
        }
        .onChange(of: callers) { old, new in if new.contains(where: { !old.contains($0) }) { sound(.error) } }
        .background { bell }
    }

    private var dates: SeamDateText {
        var dates = source()
        dates.language = language
        return dates
    }

    private var text: String? {
        if let first = model.known.calling.first {
            let others = model.known.calling.count - 1
            let words = "\(first.name(in: language)): \(first.state(dates).text)."
            return others > 0 ? "\(words) \(language.count(others, one: "And 1 more.", other: "And %@ more."))" : words
        }
        guard let person = model.known.person else { return nil }
        let words = SignalDueWords(person, dates)
        return words.isLate ? "\(words.headline.text) \(words.detail)" : nil
    }

    /// Sounds when the deadline passes.
    @ViewBuilder private var bell: some View {
        if let due = model.known.person?.nextDue.map({ Date($0) }) {
            let left = due.timeIntervalSinceNow
            if left > 0 {
                Text(verbatim: "").accessibilityHidden(true)
                    .after(.seconds(min(left, 604_800)), id: due) { sound(.warning) }
            }
        }
    }
}
