import SeamSDK
import SeamWords

/// How far an attempt is, as told to the person at the door.
nonisolated struct OpeningState: Equatable, Sendable {
    /// How it ended.
    enum Outcome: Equatable, Sendable {
        /// The lock said that it opened, or at least that it got the command.
        case open(SeamUnlockProgress.Confirmation?)
        case timedOut
        /// Nothing happened, which is what the person is told. `technical` is for engineers.
        case failed(AttemptWords, technical: String)
        /// Nobody knows what happened.
        case unknown
        /// The attempt did not begin; the reason, in words.
        case refused(String)
        /// Cancelled in time.
        case cancelled
    }

    private(set) var progress = SeamUnlockProgress()
    private(set) var outcome: Outcome?
    /// How the attempt failed; told only when all that can be known of the door is known.
    private var failure: SeamAccessUnlockEvent?
    /// Whether the person has cancelled, and the attempt is not over yet.
    private(set) var isCancelling = false

    /// The three steps that a person sees.
    static let steps = ["Finding the lock", "Connecting to the lock", "The lock turns"]

    /// Which of ``steps`` is under way; one past the last when the door is open.
    var step: Int {
        if case .open = outcome { return Self.steps.count }
        switch progress.phase {
        case nil, .queued, .scanning: return 0
        case .connecting, .authenticating: return 1
        case .operating: return 2
        }
    }

    /// Whether other attempts come first.
    var isQueued: Bool { progress.phase == .queued }

    /// Whether the lock has got the command: cancelling changes nothing any more.
    var isTooLate: Bool { progress.phase == .operating && outcome == nil }

    /// The attempt did not begin.
    mutating func refused(_ reason: String) {
        outcome = .refused(reason)
    }

    mutating func received(_ event: SeamAccessUnlockEvent) {
        guard outcome == nil else { return }
        switch event {
        case .launched: break
        case .grantedAccess: outcome = .open(progress.confirmation)
        case .timedOut, .connectionFailed: failure = event
        }
    }

    /// What is known of the door may come after the last event.
    mutating func received(_ progress: SeamUnlockProgress) {
        self.progress = progress
        if case .open = outcome { outcome = .open(progress.confirmation) }
    }

    /// The person cancels the attempt; returns false if that changes nothing any more.
    mutating func cancel() -> Bool {
        guard outcome == nil, !isTooLate, !isCancelling else { return false }
        isCancelling = true
        return true
    }

    /// The two streams that may still tell something: neither waits for the other.
    struct Sources: OptionSet, Sendable {
        let rawValue: Int

        static let events = Sources(rawValue: 1 << 0)
        static let progress = Sources(rawValue: 1 << 1)
    }

    private var running: Sources = [.events, .progress]

    /// A stream has ended. When both have, nothing more will be known of the door.
    mutating func ended(_ sources: Sources) {
        running.subtract(sources)
        guard running.isEmpty, outcome == nil else { return }
        outcome = known
        isCancelling = false
    }

    private var known: Outcome {
        if let confirmation = progress.confirmation { return .open(confirmation) }
        if progress.mayHaveOpened { return .unknown }
        if isCancelling { return .cancelled }
        if progress.wasCalledOff { return .refused(Sentence.of(AttemptWords.calledOff.text)) }
        if failure == .timedOut { return .timedOut }
        let words = progress.words ?? .failed(.link)
        guard case .connectionFailed(let description) = failure else { return .failed(words, technical: "") }
        return .failed(words, technical: description)
    }

    /// Nobody has said whether the attempt began: the person must look at the door.
    mutating func lost() {
        outcome = .unknown
    }
}
