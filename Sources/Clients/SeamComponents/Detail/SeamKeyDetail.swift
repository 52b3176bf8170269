import LumiKitUI
import SeamCombine
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// All known details of a key: each error with its remedy, the key's validity, its code and its card number.
struct SeamKeyDetail: View {
    let key: SeamAccessCredential
    @ObservedObject var reveal: SeamReveal
    let errorStyle: SeamAccessCredentialErrorStyle
    /// The strength of the lock's signal, or nil if the lock is not in range.
    let signal: SeamSignal?
    /// The time when the key last opened its door.
    let opened: Date?

    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDates) private var dates
    @Environment(\.glyphs) private var glyphs
    @Environment(\.isSearching) private var isSearching
    @Environment(\.seamLanguage) private var language

    /// The number of columns for the label before each line.
    private static let label = 11
    /// The largest number of errors that are shown. A key has at most one error of each kind.
    private static let most = 12

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: key.name).font(theme.fonts.title2).foregroundColor(theme.colors.primaryText)
            if key.location != key.name {
                Text(verbatim: key.location).foregroundColor(theme.colors.secondaryText)
            }
            Text(verbatim: "")
            if key.errors.isEmpty { ready }
            ForEach(Array(key.errors.prefix(Self.most).enumerated()), id: \.offset) { place, error in
                problem(error, place)
            }
            ForEach(Array(key.warnings.prefix(Self.most).enumerated()), id: \.offset) { place, warning in
                line(place == 0 ? language("Note") : "", warning.words(in: language), color: theme.colors.warning)
            }
            TimelineView(every: .seconds(60)) { _ in line(language("Valid"), validity) }
            if let signal { line(language("Near"), signal.words(in: language)) }
            if let opened { line(language("Opened"), dates.moment(opened)) }
            numbers
            if !key.isManaged { line(language("Given"), language("on this machine, not by the cloud")) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .after(SeamReveal.length, id: reveal.number) { reveal.hide() }
        .busy(reveal.isBusy)
    }

    private var ready: some View {
        let words = KeyWords.ready.said(in: language)
        return line(words.title, Words.sentence(words.remedy))
    }

    @ViewBuilder private func problem(_ error: SeamCredentialError, _ place: Int) -> some View {
        let row = SeamKeyRow(key, dates)
        line(
            place == 0 ? row.state : language("then"),
            errorStyle.message(error, at: place, of: key, dates, showing: "v"),
            color: errorStyle.iconColor(error, theme: theme))
        if let title = errorStyle.primaryActionTitle(error, in: language) {
            Button(title, action: errorStyle.primaryAction(error))
                .buttonStyle(SeamButtonStyle(.outlined(theme.colors.accent)))
                .padding(.leading, CellMetrics.points(Self.label, along: .horizontal))
        }
    }

    @ViewBuilder private var numbers: some View {
        let mask = SeamMask(glyphs)
        if key.code != nil { line(language("Code"), reveal.shown?.code ?? mask.code) }
        if let card = key.cardNumber { line(language("Card"), reveal.shown?.cardNumber ?? mask.card(card)) }
        if key.hasNumbers {
            let words =
                reveal.shown == nil ? language("v shows it for 10 s; the journal records that") : language("v hides it")
            // While a search text is being typed, v is a letter.
            line("", isSearching ? "" : words)
                .accessibilityLabel(
                    reveal.shown == nil
                        ? language("v prints it, and it is erased at the end; the journal records that") : words)
        }
        if let problem = reveal.problem { line("", problem.said(in: language), color: theme.colors.warning) }
    }

    private func line(_ label: String, _ text: String, color: Color? = nil) -> some View {
        HStack(alignment: .top, spacing: 0) {
            Text(verbatim: label).foregroundColor(color ?? theme.colors.secondaryText).lineLimit(1)
                .frame(columns: Self.label)
            Text(verbatim: text).foregroundColor(
                label.isEmpty ? color ?? theme.colors.secondaryText : theme.colors.primaryText)
        }
    }

    private var validity: String {
        guard let expiry = key.expiry else { return language("for as long as the key exists") }
        let left = dates.left(until: expiry)
        return language("until %@%@", dates.exact(expiry), left.isEmpty ? language(", which has passed") : ", \(left)")
    }
}

/// A key's details, and the actions that are possible. They are a sheet in front of the keys.
struct SeamDetailSheet: View {
    @ObservedObject var model: SeamCredentialsViewModel
    @ObservedObject private var reveal: SeamReveal
    let errorStyle: SeamAccessCredentialErrorStyle
    let open: () -> Void
    let show: (SeamFront?) -> Void
    @Environment(\.seamLanguage) private var language

    init(
        model: SeamCredentialsViewModel, errorStyle: SeamAccessCredentialErrorStyle, open: @escaping () -> Void,
        show: @escaping (SeamFront?) -> Void
    ) {
        (self.model, reveal, self.errorStyle) = (model, model.reveal, errorStyle)
        (self.open, self.show) = (open, show)
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let key = model.chosen {
                ScrollView {
                    SeamKeyDetail(
                        key: key, reveal: reveal, errorStyle: errorStyle, signal: model.signals[key.id],
                        opened: model.openings[key.id])
                }
                .hugging()
            }
            KeyHints(bindings, isApart: true)
        }
        .keyBindings(bindings)
        .onKeyPress(.tab) {
            // If the key needs a person's action, Tab goes to its buttons.
            guard model.chosen?.errors.contains(where: { errorStyle.primaryActionTitle($0) != nil }) != true else {
                return .ignored
            }
            show(nil)
            return .handled
        }
        .onDisappear { reveal.hide() }
    }

    private var bindings: [KeyBinding] {
        guard let key = model.chosen else { return [] }
        var bindings = [KeyBinding(.escape, "Esc", language("back")) { show(nil) }]
        if key.errors.isEmpty {
            bindings.append(KeyBinding(.return, language("Enter"), language.action("open"), perform: open))
        }
        if key.hasNumbers {
            bindings.append(
                KeyBinding("v", "v", reveal.shown == nil ? language("show") : language("hide")) { model.toggleReveal() }
            )
        }
        if model.service is any SeamActivityReporting {
            bindings.append(KeyBinding("h", "h", language("history")) { show(.activity(of: key.id)) })
        }
        return bindings
    }
}

extension SeamAccessCredentialErrorStyle {
    /// Returns the message like ``message(_:)``, for the error at this place in the list of the key's errors. The
    /// default message also depends on two things: whether the key has a code to type or a card, and from when the key
    /// opens.
    func message(
        _ error: SeamCredentialError, at place: Int, of key: SeamAccessCredential, _ dates: SeamDateText,
        showing: String? = nil
    ) -> String {
        let language = dates.language
        guard self == .default, key.errors.indices.contains(place) else { return message(error, in: language) }
        let words = key.words(showing: showing ?? "", time: dates.text)[place].said(in: language)
        return words == error.words || words.remedy.isEmpty
            ? Words.sentence(words.text, words.remedy) : Words.sentence("\(words.text): \(words.remedy)")
    }
}
