import LumiKitUI
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermCore
import TermUI

/// The page for a door that is being opened, and for the result. The page shows no details for engineers.
struct KioskDoor: View {
    let model: KioskModel
    @ObservedObject var door: SeamUnlockCardViewModel
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDates) private var dates
    @Environment(\.feedback) private var sound

    var body: some View {
        VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            VStack(alignment: .leading, spacing: 0) {
                if let key = door.currentCredential {
                    Text(verbatim: key.name).bold()
                    Text(verbatim: SeamKeyRow(key, dates).place).foregroundColor(LMKColor.textSecondary)
                }
            }
            if let attempt = door.attempt, let outcome = attempt.outcome {
                over(attempt, outcome)
            } else if let attempt = door.attempt {
                steps(attempt)
            } else {
                question
            }
        }
    }

    /// The question whether to open a door in privacy mode. The question stays until the visitor answers, even if the
    /// mode changes.
    private var question: some View {
        let words = (door.currentCredential?.questions ?? []).map { $0.words(in: language) }.joined(separator: " ")
        return VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            Text(verbatim: words).foregroundColor(LMKColor.warning).onAppear { model.read(words) }
            KioskHeld(model: model) {
                KioskChoices {
                    KioskButton(language("1  Open anyway"), columns: 30) { model.answer(true) }
                    KioskButton(language("2  Back to the keys"), columns: 30) { model.answer(false) }.focusedAtFirst()
                }
                .onKeyPress { press in
                    switch press.key {
                    case "1": model.answer(true)
                    case "2": model.answer(false)
                    default: return .ignored
                    }
                    return .handled
                }
            }
        }
    }

    private func steps(_ attempt: SeamUnlockAttempt) -> some View {
        VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            if let authorization = attempt.progress.authorization {
                SeamUnlockAuthorization(authorization)
            } else {
                VStack(alignment: .leading, spacing: 0) {
                    ForEach(Array(SeamUnlockAttempt.steps(in: language).enumerated()), id: \.offset) { place, words in
                        let mark = place < attempt.step ? language("done") : place == attempt.step ? "..." : ""
                        Text(verbatim: "\(place == attempt.step ? ">" : " ") \(place + 1)  \(words)  \(mark)")
                            .bold(place == attempt.step)
                            .accessibilityHidden(place != attempt.step)
                    }
                }
            }
            if attempt.isTooLate {
                // The text keeps the focus, so that Enter does not reach the button for ending the visit.
                Text(verbatim: language("Too late to cancel")).foregroundColor(LMKColor.textSecondary)
                    .focusable().focusedAtFirst()
            } else {
                KioskButton(language("Cancel"), columns: 24) { door.cancelUnlock() }.focusedAtFirst()
            }
            if let authorization = attempt.progress.authorization {
                LMKQRCodeView(codeOf: authorization.page.absoluteString)
            }
        }
        .modifier(KioskEarly(model: model))
        .onAppear { read(attempt.step) }
        .onChange(of: attempt.step) { read(attempt.step) }
        .onChange(of: attempt.progress.authorization) { _, page in
            guard let page else { return read(attempt.step) }
            // The address comes first, because a line that is read aloud may be cut off at its end.
            model.read("\(page.page.absoluteString) \(SeamUnlockAuthorization.title(in: language)) \(page.text)")
        }
        // Normally, the daemon ends an attempt. If the attempt never reports its end, the page gives up, so that the
        // visitor does not wait forever.
        .givingUp(on: door)
    }

    private func over(_ attempt: SeamUnlockAttempt, _ outcome: SeamUnlockAttempt.Outcome) -> some View {
        let words = words(attempt, outcome)
        return VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: words.title).bold()
                    .foregroundColor(outcome == .open ? LMKColor.success : LMKColor.warning)
                Text(verbatim: words.text)
            }
            .accessibilityElement(children: .combine)
            .onAppear {
                model.read(Self.sentences(words.title, words.text))
                sound(outcome == .open ? .success : .error)
            }
            KioskHeld(model: model) {
                KioskChoices {
                    if attempt.isWorthAgain {
                        KioskButton(language("1  Try again"), columns: 26) { again() }
                    }
                    KioskButton(language("2  Back to the keys"), columns: 30) { model.closeDoor() }.focusedAtFirst()
                }
                .onKeyPress { press in
                    switch press.key {
                    case "1" where attempt.isWorthAgain: again()
                    case "2": model.closeDoor()
                    default: return .ignored
                    }
                    return .handled
                }
            }
        }
    }

    private func read(_ step: Int) {
        let steps = SeamUnlockAttempt.steps(in: language)
        guard steps.indices.contains(step), let key = door.currentCredential else { return }
        model.read("\(key.name): \(steps[step])")
    }

    private static func sentences(_ title: String, _ text: String) -> String {
        text.isEmpty ? title : "\(title)\(title.hasSuffix(".") ? "" : ".") \(text)"
    }

    private func again() {
        guard let key = door.currentCredential else { return model.closeDoor() }
        model.closeDoor()
        model.open(key)
    }

    /// The words for the outcome at the door. A visitor has no shell, and cannot repair a lock. If a program refused,
    /// the reason is not shown.
    private func words(
        _ attempt: SeamUnlockAttempt, _ outcome: SeamUnlockAttempt.Outcome
    ) -> (title: String, text: String) {
        switch outcome {
        case .open, .timedOut, .unknown, .cancelled, .failed:
            outcome.words(attempt, in: language, help: model.configuration.help)
        case .refused, .errors:
            (
                language("This door cannot be opened now."),
                language("Nothing was opened. Help: %@", model.configuration.help)
            )
        }
    }
}

/// Buttons that appear after a second. An earlier key press was meant for the previous page, so the visitor is asked to
/// press the key again.
struct KioskHeld<Content: View>: View {
    let model: KioskModel
    @ViewBuilder let content: Content
    @State private var isThere = false

    var body: some View {
        Group { if isThere { content } else { Text(verbatim: "") } }
            .after(KioskEarly.time, id: 0) { isThere = true }
            .modifier(KioskEarly(model: model))
    }
}

/// Makes a page ignore keys during its first second and ask the visitor to press again. If a key is pressed twice, the
/// second press was meant for the previous page.
struct KioskEarly: ViewModifier {
    static let time = Duration.seconds(1)

    let model: KioskModel
    @State private var isOver = false

    func body(content: Content) -> some View {
        content
            .background {
                if !isOver {
                    Text(verbatim: "").accessibilityHidden(true)
                        .onAppear { model.early += 1 }
                        .onDisappear { model.early -= 1 }
                }
            }
            .after(Self.time, id: 1) { isOver = true }
    }
}
