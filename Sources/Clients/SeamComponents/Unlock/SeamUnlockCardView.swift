import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// A card for a key, on which the person opens the key's door. Enter begins the attempt, and Esc cancels the attempt
/// until the command to open is sent to the lock. The card shows the steps and the remaining time, and then the result.
/// After a success, the enclosing sheet closes after three seconds. Leaving the card cancels the attempt.
///
/// If the key has an error, the card shows the error with its remedy, and makes no attempt. A second try cannot open a
/// door twice, and a key that is held down does not cause another try.
public struct SeamUnlockCardView: View {
    private let viewModel: SeamUnlockCardViewModel
    private let errorStyle: SeamAccessCredentialErrorStyle
    private let cancelled: (() -> Void)?
    private let tooLate: ((Bool) -> Void)?

    /// Creates a card for the model's key. While the key and the service stay the same, the first model is kept.
    public init(viewModel: SeamUnlockCardViewModel, errorStyle: SeamAccessCredentialErrorStyle = .default) {
        self.init(viewModel: viewModel, errorStyle: errorStyle, cancelled: nil)
    }

    /// Creates a card. If `cancelled` is given, the attempt begins immediately. This closure is called when the person
    /// has cancelled in time. The closure `tooLate` is called when the attempt can no longer be cancelled, and when the
    /// attempt has ended.
    init(
        viewModel: SeamUnlockCardViewModel, errorStyle: SeamAccessCredentialErrorStyle, cancelled: (() -> Void)?,
        tooLate: ((Bool) -> Void)? = nil
    ) {
        (self.viewModel, self.errorStyle) = (viewModel, errorStyle)
        (self.cancelled, self.tooLate) = (cancelled, tooLate)
    }

    /// The view's content.
    public var body: some View {
        SeamUnlockContent(viewModel: viewModel, errorStyle: errorStyle, cancelled: cancelled, tooLate: tooLate)
            .id("\(ObjectIdentifier(viewModel.service)) \(viewModel.credentialId)")
    }
}

private struct SeamUnlockContent: View {
    @StateObject private var model: SeamUnlockCardViewModel
    private let errorStyle: SeamAccessCredentialErrorStyle
    private let cancelled: (() -> Void)?
    private let tooLate: ((Bool) -> Void)?
    /// Whether one of the key's errors disappeared while the person was looking at it. A press may then have been meant
    /// for the error.
    @State private var hadErrors = false

    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language
    @Environment(\.dismiss) private var dismiss
    @Environment(\.uiEventMonitor) private var monitor
    @Environment(\.seamDoorOpened) private var doorOpened

    init(
        viewModel: SeamUnlockCardViewModel, errorStyle: SeamAccessCredentialErrorStyle, cancelled: (() -> Void)?,
        tooLate: ((Bool) -> Void)?
    ) {
        _model = StateObject(wrappedValue: viewModel)
        (self.errorStyle, self.cancelled, self.tooLate) = (errorStyle, cancelled, tooLate)
    }

    var body: some View {
        let (look, colors) = (theme.unlockCard, theme.colors)
        ScrollView {
            VStack(alignment: .leading, spacing: 0) {
                if let key = model.currentCredential { SeamUnlockHeader(key: key) }
                SeamRule(color: look.dividerColor ?? colors.secondaryText)
                content
                // The numbers come last, because Enter is for opening the door. During an attempt, no part of the card
                // may have the focus.
                if !model.isUnlocking, let key = model.currentCredential { SeamSecrets(key: key) }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .hugging()
        .background(look.cardBackground ?? colors.primaryBackground)
        .tint(look.progressColor ?? colors.progress)
        .environment(\.seamService, model.service)
        .busy(model.isUnlocking)
        .interactiveDismissDisabled(model.isUnlocking)
        .onKeyPress { press in
            let isCancel = press == KeyPress(.escape) || press == KeyPress("c", modifiers: .control)
            guard model.isUnlocking, isCancel else { return .ignored }
            model.cancelUnlock()
            return .handled
        }
        .onAppear { if cancelled != nil, !model.asksFirst { model.startUnlock() } }
        .onChange(of: model.isUnlocking) { _, isRunning in if isRunning { monitor.action("unlock") } }
        .onChange(of: model.attempt?.outcome == .cancelled) { _, isCancelled in
            guard isCancelled else { return }
            monitor.action("cancel_unlock")
            cancelled?()
        }
        .monitorScreen(appeared: .unlockViewAppeared, disappeared: .unlockViewDisappeared)
        .onChange(of: model.state == .success) { _, isOpen in if isOpen { doorOpened() } }
        .onChange(of: model.attempt?.isTooLate == true) { _, isTooLate in tooLate?(isTooLate) }
        .onChange(of: model.errors.isEmpty) { wasEmpty, _ in if !wasEmpty { hadErrors = true } }
        .onDisappear {
            model.reset()
            tooLate?(false)
        }
        .seamInteractions()
    }

    @ViewBuilder private var content: some View {
        switch model.state {
        case .idle: SeamUnlockIdle(model: model, hadErrors: hadErrors, close: close)
        case .connecting: SeamUnlockSteps(model: model)
        case .error(let error):
            VStack(alignment: .leading, spacing: 0) {
                if !errorStyle.message(error, in: language).hasPrefix(errorStyle.title(error, in: language)) {
                    Text(verbatim: errorStyle.title(error, in: language)).font(theme.fonts.title3)
                        .foregroundColor(errorStyle.iconColor(error, theme: theme))
                }
                SeamErrorList(
                    errors: model.errors.isEmpty ? [error] : model.errors, style: errorStyle,
                    key: model.currentCredential)
                SeamCloseButton(close: close)
            }
        case .success, .timedOut, .failure, .unknown:
            SeamUnlockOutcome(
                model: model,
                words: model.attempt.flatMap { attempt in attempt.outcome.map { $0.words(attempt, in: language) } }
                    ?? gone,
                close: close
            )
            .id(model.number)
        }
    }

    /// The text about a key that no longer exists.
    private var gone: (title: String, text: String) {
        (
            AttemptWords.calledOff.said(in: language).title,
            Words.refusal(SeamError.invalidCredentialId, in: language)
        )
    }

    private func close() {
        model.reset()
        dismiss()
    }
}

/// The header of the card, which shows its key.
private struct SeamUnlockHeader: View, Equatable {
    let key: SeamAccessCredential
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDates) private var dates

    nonisolated static func == (one: Self, other: Self) -> Bool { one.key == other.key }

    var body: some View {
        let (row, look) = (SeamKeyRow(key, dates), theme.unlockCard)
        let subtitle = [
            row.place, row.error == nil ? row.note : row.state, key.isManaged ? "" : language("discovered"),
        ]
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: key.name).font(theme.fonts.headline).lineLimit(1)
                .foregroundColor(look.headerTitleColor ?? theme.colors.primaryText)
            Text(verbatim: subtitle.filter { !$0.isEmpty }.joined(separator: ", ")).font(theme.fonts.subheadline)
                .lineLimit(1).foregroundColor(look.headerSubtitleColor ?? theme.colors.secondaryText)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(look.headerBackground ?? .clear)
    }
}

/// The card before an attempt.
private struct SeamUnlockIdle: View {
    let model: SeamUnlockCardViewModel
    let hadErrors: Bool
    let close: () -> Void
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    /// The questions to the person and, if there is room, the first of the other warnings.
    private var notes: [SeamCredentialWarning] {
        guard let key = model.currentCredential else { return [] }
        let others = key.warnings.filter { !key.questions.contains($0) }
        return Array((key.questions + others).prefix(max(3, key.questions.count)))
    }

    private var instructions: [String] {
        [language("Stand near the door"), language("Press Enter"), language("Open the door when you are told to")]
    }

    var body: some View {
        let look = theme.unlockCard
        VStack(alignment: .leading, spacing: 0) {
            if model.attempt?.outcome == .cancelled, let attempt = model.attempt {
                let words = SeamUnlockAttempt.Outcome.cancelled.words(attempt, in: language)
                Text(verbatim: "\(words.title). \(words.text)").foregroundColor(theme.colors.warning)
            }
            ForEach(Array(notes.enumerated()), id: \.offset) { _, note in
                Text(verbatim: note.words(in: language)).foregroundColor(theme.colors.warning)
            }
            HStack(spacing: 8) {
                Image(systemName: "key").accessibilityHidden(true)
                    .foregroundColor(look.keyIconColorIdle ?? theme.colors.accent)
                Text(verbatim: language("Ready to open")).font(theme.fonts.title)
                    .foregroundColor(look.phaseTitleColor ?? theme.colors.primaryText)
            }
            ForEach(Array(instructions.enumerated()), id: \.offset) { place, words in
                HStack(spacing: 8) {
                    Text(verbatim: "\(place + 1)").bold().foregroundColor(look.bulletTextColor ?? theme.colors.accent)
                    Text(verbatim: words).foregroundColor(look.instructionTextColor ?? theme.colors.secondaryText)
                }
            }
            // A key that is held down repeats faster than this time, so a stuck key cannot open a door again and again.
            SeamHeld(length: hadErrors ? .seconds(1) : .milliseconds(200)) { held in
                HStack(spacing: 16) {
                    Button(
                        model.asksFirst ? language("Open anyway") : language.action("Open"),
                        action: held { model.startUnlock() }
                    )
                    .buttonStyle(SeamButtonStyle(.filled(model.asksFirst ? theme.colors.danger : theme.colors.accent)))
                    SeamCloseButton(close: close)
                }
            }
        }
    }
}

/// The card after an attempt, with the outcome and the next step.
private struct SeamUnlockOutcome: View {
    let model: SeamUnlockCardViewModel
    let words: (title: String, text: String)
    let close: () -> Void

    /// Whether the technical details are shown.
    @State private var isTechnical = false
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    private var isOpen: Bool { model.state == .success }
    private var technical: String { model.isUnlocking || isOpen ? "" : model.technical }

    var body: some View {
        let look = theme.unlockCard
        let color =
            isOpen ? look.successColor ?? theme.colors.success : look.errorColor ?? theme.colors.warning
        VStack(alignment: .leading, spacing: 0) {
            HStack(spacing: 8) {
                Image(systemName: isOpen ? "checkmark" : "exclamationmark").accessibilityHidden(true)
                Text(verbatim: words.title).font(theme.fonts.title)
            }
            .foregroundColor(color).cursor()
            Text(verbatim: words.text).foregroundColor(look.statusMessageColor ?? theme.colors.primaryText)
            if isTechnical {
                Text(verbatim: technical).font(theme.fonts.footnote).foregroundColor(theme.colors.secondaryText)
                    .lineLimit(6)
            }
            SeamHeld(length: .seconds(1)) { held in
                HStack(spacing: 16) {
                    if model.attempt?.isWorthAgain == true {
                        Button(language("Try again"), action: held { model.startUnlock() })
                            .buttonStyle(SeamButtonStyle(.filled(theme.colors.accent)))
                    }
                    Button(isOpen ? language("Done") : language("Close"), action: held(close))
                        .buttonStyle(SeamButtonStyle(.outlined(theme.colors.accent)))
                }
            }
            if !technical.isEmpty {
                let details = [
                    KeyBinding("d", "d", isTechnical ? language("less") : language("details")) { isTechnical.toggle() }
                ]
                KeyHints(details).keyBindings(details)
            }
        }
        .background { if isOpen { Text(verbatim: "").after(.seconds(3), id: 0, perform: close) } }
        .onKeyPress { press in
            // When the door is open, any key closes the card, except keys that may still be held down, such as Enter.
            guard isOpen, ![.return, .space, .tab].contains(press.key) else { return .ignored }
            close()
            return press == KeyPress("c", modifiers: .control) ? .ignored : .handled
        }
    }
}

/// Buttons that ignore presses until no key has been pressed for a certain time, because a key that is held down was
/// meant for the previous page.
private struct SeamHeld<Content: View>: View {
    let length: Duration
    @ViewBuilder let content: (_ held: (@escaping () -> Void) -> () -> Void) -> Content

    @State private var isArmed = false
    /// The number of presses that came too early. Each early press restarts the time.
    @State private var early = 0

    var body: some View {
        content { action in { if isArmed { action() } else { early += 1 } } }
            .after(length, id: early) { isArmed = true }
    }
}

/// A button that closes the sheet. The view is empty if the card is part of a screen.
private struct SeamCloseButton: View {
    let close: () -> Void
    @Environment(\.isPresented) private var isPresented
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    var body: some View {
        if isPresented {
            Button(language("Close"), action: close).buttonStyle(SeamButtonStyle(.outlined(theme.colors.accent)))
        }
    }
}
