package import RadioModel
package import SeamModel
import Wire

/// The texts for people about how an attempt to open a door ended. The texts have the same form as in ``KeyWords``.
package struct AttemptWords: Sendable, Hashable {
    private let english: Parts
    private let language: SeamLanguage

    private struct Parts: Sendable, Hashable {
        let title, text: String
        let remedy: String?
        var remedyAtAScreen: String?
        var canHelpAgain = true
    }

    /// A headline of a few capitalized words.
    package var title: String { language(english.title) }
    /// The effect on the door.
    package var text: String { language(english.text) }
    /// The next step; nil if the person need not do anything.
    package var remedy: String? { english.remedy.map { language($0) } }

    /// The next step for somebody at a public screen, who has no shell. It is nil if only the operator can help.
    package var remedyAtAScreen: String? { english.remedyAtAScreen.map { language($0) } }
    /// Whether another attempt may end differently before somebody has repaired something.
    package var canHelpAgain: Bool { english.canHelpAgain }

    private init(_ title: String, _ text: String, _ remedy: String? = nil) {
        (english, language) = (Parts(title: title, text: text, remedy: remedy, remedyAtAScreen: remedy), .english)
    }

    private init(_ failure: AttemptFailure, _ remedy: String, atAScreen: String?) {
        let text = "\(failure.cause), and nothing was opened"
        let isBroken = failure == .keyUnknown || failure == .keyEnded
        let parts = Parts(
            title: "Not opened", text: text, remedy: remedy, remedyAtAScreen: atAScreen, canHelpAgain: !isBroken)
        (english, language) = (parts, .english)
    }

    private init(_ words: AttemptWords, in language: SeamLanguage) {
        (english, self.language) = (words.english, language)
    }

    /// The same words in another language. Words are first made in English. The original and the result are equal,
    /// because they mean the same.
    package func said(in language: SeamLanguage) -> AttemptWords { AttemptWords(self, in: language) }

    package static func == (one: AttemptWords, other: AttemptWords) -> Bool { one.english == other.english }

    package func hash(into hasher: inout Hasher) { hasher.combine(english) }

    /// The words for how an attempt ended. `phase` is the attempt's last phase.
    package init(_ result: UnlockResult, after phase: UnlockPhase? = nil) {
        switch (result.outcome, result.effect) {
        case (.granted, _): self = .open(result.confirmation)
        case (_, .unknown), (_, .applied): self = .unknown
        case (.timedOut, .none): self = phase == .queued ? .neverAsked : .timedOut
        case (.connectionFailed, .none):
            self = .failed(AttemptFailure(result.reason ?? "", proximity: result.proximity))
        }
    }

    /// The words for how an attempt in the journal ended. For a running attempt, and for an entry that is not an
    /// attempt to open a door, this is nil.
    package init?(_ attempt: Attempt) {
        switch (attempt.state, attempt.effect) {
        case (.granted, _): self = .open(attempt.confirmation)
        case (.timedOut, .none): self = .timedOut
        case (.connectionFailed, .none):
            self = .failed(AttemptFailure(attempt.reason ?? "", proximity: attempt.proximity ?? .nearby))
        case (.cancelled, .none): self = .cancelled
        case (.timedOut, _), (.connectionFailed, _), (.cancelled, _), (.unknown, _): self = .unknown
        case (.running, _), (.revealed, _), (.forgotten, _), (.bound, _), (.rebound, _), (.rotated, _), (.unbound, _):
            return nil
        }
    }

    /// The words for an open door, according to the lock.
    package static func open(_ confirmation: Confirmation?) -> AttemptWords {
        switch confirmation {
        case .confirmed: AttemptWords("Open", "the lock reports that it opened")
        case .communicated: AttemptWords("Open", "the lock accepted the command")
        case .commanded, nil: AttemptWords("Open", "the lock was told to open, but did not reply")
        }
    }

    /// The words for an attempt that timed out without opening anything.
    package static let timedOut = AttemptWords(
        "No answer", "the lock did not answer in time, and nothing was opened", "stand closer and try again")
    /// The words for an attempt that timed out before the lock was asked.
    package static let neverAsked = AttemptWords(
        "Not its turn", "the attempt waited for its turn until the time ran out, and nothing was opened",
        "try again in a moment")
    /// The words for an attempt whose effect is unknown.
    package static let unknown = AttemptWords(
        "Look at the door", "nobody knows whether the door opened", "look before you try again")
    /// The words for an attempt that the person cancelled in time.
    package static let cancelled = AttemptWords("Cancelled", "nothing was opened")
    /// The words for an attempt that somebody else ended in time.
    package static let calledOff = AttemptWords(
        "Not now", "the attempt was cancelled before the lock was told to open, and nothing was opened")

    /// The words for an attempt that failed without opening anything.
    package static func failed(_ failure: AttemptFailure) -> AttemptWords {
        switch failure {
        case .link, .lockRefused: AttemptWords(failure, "try again", atAScreen: "try again")
        case .busy: AttemptWords(failure, "try again in a moment", atAScreen: "try again in a moment")
        case .machine:
            AttemptWords(failure, "try again, or run 'seam doctor' to find the cause", atAScreen: nil)
        case .cloud: AttemptWords(failure, "try again, or run 'seam status' to find the cause", atAScreen: nil)
        case .hungUp:
            AttemptWords(
                failure, "if the lock was reset, ask an administrator to run 'seam locks rebind'", atAScreen: nil)
        case .keyUnknown:
            AttemptWords(failure, "ask an administrator to run 'seam locks rebind'", atAScreen: nil)
        case .keyEnded: AttemptWords(failure, "run 'seam keys' to see which keys open a door", atAScreen: nil)
        }
    }
}
