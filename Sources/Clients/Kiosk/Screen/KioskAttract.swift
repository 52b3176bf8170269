import Foundation
import LumiKitUI
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermCore
import TermUI

/// The idle screen, which shows the building, the time, and how to begin. The page shows no person's name or door. The
/// page's text moves by a cell each minute to prevent burn-in, and is dark at night.
struct KioskAttract: View {
    let configuration: KioskConfiguration
    /// The problem that is shown instead of the advice on how to begin.
    let matter: SeamText?
    /// The operator's message to visitors.
    let message: String?
    @Environment(\.seamDatesSource) private var dates
    @Environment(\.seamLanguage) private var language
    @Environment(\.glyphs) private var glyphs

    var body: some View {
        TimelineView(.everyMinute) { context in
            let dates = now
            let minute = Int((context.date.timeIntervalSince1970 / 60).rounded(.down))
            let isNight = configuration.night?.contains(dates.minuteOfDay) ?? false
            VStack(spacing: 0) {
                HStack {
                    Spacer()
                    Text(verbatim: dates.timeAndDay).foregroundColor(LMKColor.textSecondary)
                }
                Spacer()
                Text(verbatim: Self.spaced(configuration.name)).bold()
                Text(verbatim: "")
                ForEach(Array(lines.enumerated()), id: \.offset) { place, line in
                    Text(verbatim: line).cursor(isHere: place == 0)
                }
                if let message {
                    Text(verbatim: "")
                    Text(verbatim: message).bold().lineLimit(2)
                }
                Text(verbatim: "")
                Text(verbatim: languages).foregroundColor(LMKColor.textSecondary)
                Spacer()
            }
            .foregroundColor(isNight ? LMKColor.textTertiary : LMKColor.textPrimary)
            .multilineTextAlignment(.center)
            .padding(EdgeInsets(top: 0, leading: Self.shift(minute), bottom: 0, trailing: 16))
            .filling(.center)
        }
    }

    private var now: SeamDateText {
        var dates = dates()
        dates.language = language
        return dates
    }

    /// The line in each language, because no language has been chosen yet.
    private var lines: [String] {
        let matter = matter ?? SeamText("Touch the screen or press a key")
        return configuration.languages.map { matter.said(in: $0) }
    }

    private var languages: String {
        guard matter == nil, configuration.languages.count > 1 else { return "" }
        return configuration.languages.map(\.ownName).joined(separator: glyphs == .unicode ? " · " : ", ")
    }

    /// The name with spaced letters if the name fills at most half a line.
    private static func spaced(_ name: String) -> String {
        name.count <= 30 ? name.uppercased().map(String.init).joined(separator: " ") : name
    }

    private static func shift(_ minute: Int) -> CGFloat {
        CellMetrics.points(1 + minute % 4, along: .horizontal)
    }
}

/// The page on which a visitor chooses a language.
struct KioskLanguages: View {
    let model: KioskModel

    var body: some View {
        VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            ForEach(Array(model.configuration.languages.enumerated()), id: \.offset) { place, language in
                KioskButton("\(place + 1)  \(language.ownName)", columns: 30) { model.choose(language) }
                    .focusedAtFirst(place == 0)
            }
        }
        .onAppear {
            let names = model.configuration.languages.enumerated().map { "\($0.offset + 1) \($0.element.ownName)" }
            model.read(names.joined(separator: ", "))
        }
        .onKeyPress { press in
            guard let number = press.key.character.wholeNumberValue, number > 0,
                number <= model.configuration.languages.count
            else { return .ignored }
            model.choose(model.configuration.languages[number - 1])
            return .handled
        }
    }
}
