package import SeamSDK
package import SeamWords

/// The known state of an attempt to open a door. Only the service's reports change this value.
package nonisolated struct SeamUnlockAttempt: Equatable, Sendable {
    /// The outcome of an attempt.
    package enum Outcome: Equatable, Sendable {
        /// The door opened.
        case open
        /// The lock did not answer in time.
        case timedOut
        /// The door was not opened. The values are the words of the lock or the machine, and whether the failure is
        /// certain.
        case failed(AttemptWords, isSure: Bool)
        /// The door's state is unknown.
        case unknown
        /// The attempt did not begin, or was cancelled before the lock received the command, for the given reason.
        case refused(RefusalWords)
        /// The attempt was refused because of these errors of the key.
        case errors([SeamCredentialError])
        /// The person cancelled the attempt.
        case cancelled
    }

    /// Whether the service reports more than the events.
    let isReported: Bool
    /// The known progress, and the known state of the door.
    package private(set) var progress = SeamUnlockProgress()
    /// The outcome of the attempt. As long as the attempt is running, this is nil.
    package private(set) var outcome: Outcome?
    /// Whether the person has cancelled the attempt.
    package private(set) var isCancelling = false
    /// Whether the person tried to cancel too late.
    private(set) var wasTooLate = false
    /// The event that ended the attempt. The lock's confirmation may follow a moment later.
    private var last: SeamAccessUnlockEvent?
    /// The number of streams that have not ended.
    private var streams = 2

    init(isReported: Bool) { self.isReported = isReported }

    /// Creates an attempt that did not begin, with the reason.
    init(refusal error: any Error) {
        isReported = true
        switch error {
        case SeamError.credentialErrors(let errors): outcome = .errors(errors)
        case let error as SeamSystemError where error.reason == SeamSystemError.noReply: outcome = .unknown
        default: outcome = .refused(RefusalWords(error))
        }
    }

    /// The visible steps of an attempt, in English.
    static let steps = steps(in: .english)

    /// Returns the visible steps of an attempt in a language.
    package static func steps(in language: SeamLanguage) -> [String] {
        [language("Finding the lock"), language("Connecting to the lock"), language("The lock turns")]
    }

    /// The index of the step in ``steps`` that is in progress.
    package var step: Int {
        switch progress.phase {
        case nil, .queued, .scanning: 0
        case .connecting, .authenticating: 1
        case .operating: 2
        }
    }

    /// Whether the lock has received the command, so that cancelling no longer has any effect.
    package var isTooLate: Bool { progress.phase == .operating && outcome == nil }

    /// Whether trying again may help, and cannot open the door twice.
    package var isWorthAgain: Bool {
        switch outcome {
        case .timedOut, .refused: true
        case .failed(let words, let isSure): isSure && words.canHelpAgain
        case .open, .unknown, .errors, .cancelled, nil: false
        }
    }

    mutating func received(_ event: SeamAccessUnlockEvent) {
        guard outcome == nil else { return }
        switch event {
        case .launched: break
        case .grantedAccess, .timedOut, .connectionFailed: last = event
        }
        // A service that reports only events sends no further report.
        if last != nil, !isReported { settle() }
        settleIfClaimed()
    }

    /// Applies a report of the progress. The door's state may arrive after the last event.
    mutating func received(_ progress: SeamUnlockProgress) {
        self.progress = progress
        settleIfClaimed()
    }

    /// Sets the outcome once access has been granted and the progress confirms the access. The reports of the two
    /// streams arrive in any order.
    private mutating func settleIfClaimed() {
        if outcome == nil, last == .grantedAccess, progress.confirmation != nil { settle() }
    }

    /// Records that one of the streams has ended. When both streams have ended, nothing more will be known.
    mutating func ended() {
        streams -= 1
        if streams <= 0, outcome == nil { settle() }
    }

    /// Records that the person cancels. Returns false if cancelling no longer has any effect.
    mutating func cancel() -> Bool {
        guard outcome == nil, !isCancelling else { return false }
        wasTooLate = isTooLate
        isCancelling = !wasTooLate
        return isCancelling
    }

    /// Ends an attempt that has had no reports for too long.
    mutating func giveUp() {
        if outcome == nil { outcome = last == .grantedAccess ? .open : .unknown }
    }

    private mutating func settle() {
        switch (progress.mayHaveOpened, last) {
        case (_, .grantedAccess): outcome = .open
        case _ where progress.confirmation != nil: outcome = .open
        case (true, _): outcome = .unknown
        case _ where isCancelling: outcome = .cancelled
        case _ where progress.wasCalledOff: outcome = .refused(.calledOff)
        case (_, .timedOut): outcome = .timedOut
        case (_, .connectionFailed): outcome = .failed(progress.words ?? .failed(.link), isSure: isReported)
        // A stream that ends without a result leaves the outcome unknown.
        default: outcome = .unknown
        }
    }
}

extension SeamUnlockAttempt.Outcome {
    /// Returns the text for the person: a headline and a sentence. The `attempt` is the attempt that has this outcome.
    /// At a public screen, where people have no shell, `help` says where to get help.
    package nonisolated func words(
        _ attempt: SeamUnlockAttempt, in language: SeamLanguage = .english, help: String? = nil
    ) -> (title: String, text: String) {
        func told(_ words: AttemptWords) -> (title: String, text: String) {
            let words = words.said(in: language)
            return (words.title, Words.sentence(words.text, words.remedy))
        }
        switch self {
        case .open:
            guard let words = attempt.progress.confirmation?.words else {
                return (AttemptWords.open(nil).said(in: language).title, language("The lock has reported it."))
            }
            return (words.said(in: language).title, Words.sentence(words.said(in: language).text))
        case .timedOut: return told(attempt.progress.words ?? .timedOut)
        // Without a report, it is not certain that the door was not opened.
        case .failed(let words, true):
            guard let help else { return told(words) }
            let words = words.said(in: language)
            let more = words.remedyAtAScreen == nil ? " \(language("Help: %@", help))" : ""
            return (words.title, Words.sentence(words.text, words.remedyAtAScreen) + more)
        case .failed(let words, false):
            return (
                words.said(in: language).title,
                language("The connection to the lock failed. Look at the door.")
            )
        case .unknown: return told(.unknown)
        case .refused(let reason):
            let text = reason.said(in: language).trimmingDots
            return (told(.calledOff).title, Words.sentence(text))
        case .errors: return (told(.calledOff).title, "")
        case .cancelled: return (told(.cancelled).title, attempt.isReported ? told(.cancelled).text : "")
        }
    }
}

extension String {
    fileprivate nonisolated var trimmingDots: String { hasSuffix(".") ? String(dropLast()) : self }
}
