import Foundation
import LumiKitUI
package import SeamSDK
import SeamSwiftUI
package import SeamWords
import TermControls
package import TermUI

/// The card during an attempt, with the steps, the remaining time, and a hint for cancelling. No part of the card has
/// the focus, so a press of Enter has no effect, even if a person holds the key down.
struct SeamUnlockSteps: View {
    @ObservedObject var model: SeamUnlockCardViewModel
    @State private var begun: ContinuousClock.Instant?
    /// The time for which the attempt's clock has been paused, in seconds.
    @State private var stood = 0.0
    @State private var asked: ContinuousClock.Instant?
    /// The number of seconds for which the person has been asked.
    @State private var asking = 0.0
    @Environment(\.reduceMotion) private var isStill
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    var body: some View {
        let attempt = model.attempt ?? SeamUnlockAttempt(isReported: false)
        let authorization = attempt.progress.authorization
        VStack(alignment: .leading, spacing: 0) {
            if let authorization {
                SeamUnlockAuthorization(authorization)
            } else {
                steps(of: attempt)
            }
            TimelineView(every: .milliseconds(250)) { now in
                let left = left(at: now, isAsked: authorization != nil)
                HStack(spacing: 16) {
                    ProgressBar(part: left / (authorization == nil ? model.timeout : max(1, asking)))
                    Text(verbatim: language("%@ s left", "\(Int(left.rounded(.up)))")).lineLimit(1).layoutPriority(1)
                }
                .onAppear { begun = now }
                .onChange(of: authorization) { _, new in
                    if let asked { stood += (now - asked) / .seconds(1) }
                    asked = new.map { _ in now }
                    asking = new?.until.timeIntervalSinceNow ?? 0
                }
                .accessibilityHidden(true)
            }
            if attempt.isTooLate || attempt.wasTooLate {
                Text(verbatim: language("Too late to cancel")).foregroundColor(theme.colors.secondaryText)
            } else if attempt.isCancelling {
                Text(verbatim: language("Cancelling")).foregroundColor(theme.colors.secondaryText)
            } else {
                KeyHints([KeyBinding(.escape, "Esc", language("cancel")) { model.cancelUnlock() }])
            }
            // The code comes last, because a low screen may have no room for the code.
            if let authorization { LMKQRCodeView(codeOf: authorization.page.absoluteString) }
        }
        .givingUp(on: model)
    }

    private func steps(of attempt: SeamUnlockAttempt) -> some View {
        ForEach(Array(SeamUnlockAttempt.steps(in: language).enumerated()), id: \.offset) { place, words in
            let (isHere, isDone) = (place == attempt.step, place < attempt.step)
            HStack(spacing: 8) {
                Text(verbatim: isHere ? ">" : " ").cursor(isHere: isHere)
                Text(verbatim: "\(place + 1)")
                Text(verbatim: words)
                if isDone { Text(verbatim: language("done")) }
                if isHere, attempt.progress.phase == .queued { Text(verbatim: language("waiting")) }
                if isHere, !isStill { Wheel() }
            }
            .bold(isHere)
            .foregroundColor(isHere ? theme.unlockCard.keyIconColorActive : isDone ? nil : theme.colors.secondaryText)
            .accessibilityLabel(
                "\(words), \(isDone ? language("done") : isHere ? language("under way") : language("to come"))")
        }
    }

    private func left(
        at now: ContinuousClock.Instant, isAsked: Bool
    ) -> Double {
        if let asked, isAsked { return min(asking, max(0, asking - (now - asked) / .seconds(1))) }
        let past = (now - (begun ?? now)) / .seconds(1) - stood
        return min(model.timeout, max(0, model.timeout - past))
    }
}

extension View {
    /// Gives up an attempt that is overdue. An attempt is overdue five seconds after its own time and the time given to
    /// the person.
    package func givingUp(on model: SeamUnlockCardViewModel) -> some View {
        let (number, authorization) = (model.number, model.attempt?.progress.authorization)
        let asked = max(0, authorization?.until.timeIntervalSinceNow ?? 0)
        return after(
            .seconds(model.timeout + asked + 5), id: SeamUnlockTurn(number: number, authorization: authorization)
        ) {
            model.giveUp(on: number)
        }
    }
}

/// The attempt for which the card waits, with the authorization while the person is being asked for it.
private nonisolated struct SeamUnlockTurn: Hashable {
    let number: Int
    let authorization: SeamUnlockProgress.Authorization?
}

/// The page on which the lock asks for the person's authorization, shown as an instruction and the page's address.
package struct SeamUnlockAuthorization: View, Equatable {
    private let authorization: SeamUnlockProgress.Authorization
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    package init(_ authorization: SeamUnlockProgress.Authorization) { self.authorization = authorization }

    /// Returns the instruction for the person.
    package static func title(in language: SeamLanguage) -> String {
        language("Enter the code on this page. The door opens when you have done so.")
    }

    package nonisolated static func == (one: Self, other: Self) -> Bool { one.authorization == other.authorization }

    package var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: Self.title(in: language))
                .font(theme.fonts.title3)
            if !authorization.text.isEmpty {
                Text(verbatim: authorization.text).foregroundColor(theme.colors.secondaryText).lineLimit(2)
            }
            Text(verbatim: authorization.page.absoluteString)
        }
    }
}
