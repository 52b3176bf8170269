package import RadioModel
package import SeamModel
import Wire

/// The texts for people about how an attempt to open a door ended. They have the same form as in ``KeyWords``.
package struct AttemptWords: Sendable, Hashable {
    private let english: Parts
    private let language: SeamLanguage

    private struct Parts: Sendable, Hashable {
        let title, text: String
        let remedy: String?
    }

    /// A headline: a few words, capitalized.
    package var title: String { language(english.title) }
    /// The effect on the door.
    package var text: String { language(english.text) }
    /// The next step; nil if there is none.
    package var remedy: String? { english.remedy.map { language($0) } }

    private init(_ title: String, _ text: String, _ remedy: String? = nil) {
        (english, language) = (Parts(title: title, text: text, remedy: remedy), .english)
    }

    private init(_ words: AttemptWords, in language: SeamLanguage) {
        (english, self.language) = (words.english, language)
    }

    /// The same words in that language; words start out in English. Both are equal, because they mean the same.
    package func said(in language: SeamLanguage) -> AttemptWords { AttemptWords(self, in: language) }

    package static func == (one: AttemptWords, other: AttemptWords) -> Bool { one.english == other.english }

    package func hash(into hasher: inout Hasher) { hasher.combine(english) }

    /// The words for how an attempt ended. `phase` is its last one.
    package init(_ result: UnlockResult, after phase: UnlockPhase? = nil) {
        switch (result.outcome, result.effect) {
        case (.granted, _): self = .open(result.confirmation)
        case (_, .unknown), (_, .applied): self = .unknown
        case (.timedOut, .none): self = phase == .queued ? .neverAsked : .timedOut
        case (.connectionFailed, .none):
            self = .failed(AttemptFailure(result.reason ?? "", proximity: result.proximity))
        }
    }

    /// The door is open, as the lock claims.
    package static func open(_ confirmation: Confirmation?) -> AttemptWords {
        switch confirmation {
        case .confirmed: AttemptWords("Open", "the lock reports that it opened")
        case .communicated: AttemptWords("Open", "the lock accepted the command")
        case .commanded, nil: AttemptWords("Open", "the lock was told to open, and said nothing")
        }
    }

    /// Time ran out, and nothing happened.
    package static let timedOut = AttemptWords(
        "No answer", "the lock did not answer in time, and nothing was opened", "stand closer and try again")
    /// Time ran out before the lock was asked.
    package static let neverAsked = AttemptWords(
        "Not its turn", "other attempts came first all that time, and nothing was opened", "try again in a moment")
    /// Nobody knows what happened.
    package static let unknown = AttemptWords(
        "Look at the door", "nobody knows whether the door opened", "look before you try again")
    /// The person cancelled in time.
    package static let cancelled = AttemptWords("Cancelled", "nothing was opened")
    /// Somebody else ended it in time.
    package static let calledOff = AttemptWords(
        "Not now", "it was cancelled before the lock was told: nothing was opened")

    /// Nothing happened.
    package static func failed(_ failure: AttemptFailure) -> AttemptWords {
        let (text, remedy) =
            switch failure {
            case .link: ("the connection to the lock failed, and nothing was opened", "try again")
            case .busy: ("the lock or the radio is in use, and nothing was opened", "try again in a moment")
            case .machine:
                ("this machine could not do it, and nothing was opened", "try again; 'seam doctor' may know more")
            case .cloud: ("the cloud did not do it, and nothing was opened", "try again; 'seam status' may know more")
            case .hungUp:
                (
                    "the lock ended the connection twice while it was shown our key, and nothing was opened",
                    "it may have been reset: an administrator runs 'seam locks rebind'"
                )
            case .keyUnknown:
                (
                    "the lock no longer knows this machine's key, and nothing was opened",
                    "an administrator runs 'seam locks rebind'"
                )
            case .lockRefused: ("the lock refused, and nothing was opened", "try again")
            case .keyEnded:
                (
                    "the key or the session ended before the lock was told, and nothing was opened",
                    "'seam keys' shows which keys open"
                )
            }
        return AttemptWords("Not opened", text, remedy)
    }
}
