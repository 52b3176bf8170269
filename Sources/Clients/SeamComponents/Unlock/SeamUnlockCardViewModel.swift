import LumiKitCore
public import SeamCombine
public import SeamSDK
import SeamSwiftUI
import TermCore

/// One key on a card where its door is opened: its words, and the attempt. Dropping it cancels the attempt.
public final class SeamUnlockCardViewModel: ObservableObject {
    /// The card's content.
    public nonisolated enum UnlockCardState: Equatable, Sendable {
        /// Ready to begin.
        case idle
        /// An attempt is under way.
        case connecting
        /// The lock said that it opened.
        case success
        /// The lock did not answer in time: it may be tried again.
        case timedOut
        /// It failed; the message is for the person at the door.
        case failure(String)
        /// The door's state is unknown: it is not tried again.
        case unknown
        /// An error of the key prevents it.
        case error(SeamCredentialError)
    }

    /// The key as it is now; nil if it has gone.
    @Published public private(set) var currentCredential: SeamAccessCredential?
    /// The attempt that is under way, or the last one; nil before the first.
    @Published package private(set) var attempt: SeamUnlockAttempt?
    /// Counts the attempts.
    @Published package private(set) var number = 0
    /// How the last attempt failed, for engineers; empty if it did not.
    private(set) var technical = ""

    /// The key's id.
    public let credentialId: String
    let service: any SeamServiceProtocol
    /// The time that an attempt has, in seconds: the service takes 1 to 60.
    let timeout: TimeInterval
    private var keys: AnyCancellable?
    /// The task that follows the attempt; the attempt is cancelled when nothing follows its events.
    private var running: Set<AnyCancellable> = []
    private var events: Set<AnyCancellable> = []

    /// A card for a key of the service.
    public convenience init(credentialId: String, service: any SeamServiceProtocol) {
        self.init(credentialId: credentialId, service: service, timeout: 10)
    }

    /// The same with another time for attempts.
    package init(credentialId: String, service: any SeamServiceProtocol, timeout: TimeInterval) {
        (self.credentialId, self.service) = (credentialId, service)
        self.timeout = timeout.isFinite ? min(max(timeout, 1), 60) : 10
        currentCredential = service.credentials.first { $0.id == credentialId }
        keys = service.credentialsPublisher.sink { [weak self] in self?.received($0) }
    }

    /// The card's present content.
    public var state: UnlockCardState {
        if let attempt, let outcome = attempt.outcome, outcome != .cancelled { return Self.state(of: outcome, attempt) }
        if let attempt, attempt.outcome == nil { return .connecting }
        guard let key = currentCredential else { return .failure(Words.refusal(SeamError.invalidCredentialId)) }
        return key.errors.first.map { .error($0) } ?? .idle
    }

    private static func state(
        of outcome: SeamUnlockAttempt.Outcome, _ attempt: SeamUnlockAttempt
    ) -> UnlockCardState {
        switch outcome {
        case .open: .success
        case .timedOut: .timedOut
        case .unknown: .unknown
        case .errors(let errors): .error(errors.first ?? .unknown)
        case .failed, .refused, .cancelled: .failure(outcome.words(attempt).text)
        }
    }

    /// Whether an attempt is under way.
    public var isUnlocking: Bool { state == .connecting }

    /// The errors that prevent an attempt, in the order given.
    public var errors: [SeamCredentialError] {
        if case .errors(let errors) = attempt?.outcome { return errors }
        return currentCredential?.errors ?? []
    }

    /// Whether a door of the key is in privacy mode: the person is asked before it is opened.
    package var asksFirst: Bool {
        attempt == nil && currentCredential?.questions.isEmpty == false
    }

    /// Begins an attempt. Does nothing while one is under way, where an error of the key prevents it, and where a
    /// second one could open the door twice.
    public func startUnlock() {
        if attempt?.outcome == .cancelled { attempt = nil }
        guard state == .idle || attempt?.isWorthAgain == true, let key = currentCredential else { return }
        number += 1
        technical = ""
        do {
            guard key.errors.isEmpty else { throw SeamError.credentialErrors(key.errors) }
            let reporting = service as? any SeamUnlockReporting
            attempt = SeamUnlockAttempt(isReported: reporting != nil)
            let report =
                try reporting?.report(unlocking: key.id, timeout: timeout)
                ?? SeamUnlockReport(
                    events: service.unlock(using: key.id, timeout: timeout),
                    progress: Empty<SeamUnlockProgress, Never>().eraseToAnyPublisher())
            follow(report)
        } catch {
            attempt = SeamUnlockAttempt(refusal: error)
        }
    }

    private func follow(_ report: SeamUnlockReport) {
        let own = number
        report.progress.sink(
            receiveCompletion: { [weak self] _ in self?.change(own) { $0.ended() } },
            receiveValue: { [weak self] value in self?.change(own) { $0.received(value) } }
        ).store(in: &running)
        report.events.sink(
            receiveCompletion: { [weak self] _ in self?.change(own) { $0.ended() } },
            receiveValue: { [weak self] event in
                if case .connectionFailed(let text) = event {
                    Self.log(text)
                    self?.technical = text
                }
                self?.change(own) { $0.received(event) }
            }
        ).store(in: &events)
    }

    private func change(_ own: Int, _ body: (inout SeamUnlockAttempt) -> Void) {
        guard own == number, var changed = attempt else { return }
        body(&changed)
        attempt = changed
    }

    /// Facts for engineers; the person at the door reads something else.
    private static func log(_ text: String) {
        LMKLogger.error("unlock failed: \(TerminalSafe(text, limit: 300))", category: .error)
    }

    /// Cancels the attempt, unless the lock has been told to open: then the card says so, and waits.
    public func cancelUnlock() {
        guard var changed = attempt, changed.outcome == nil else { return }
        let isCancelled = changed.cancel()
        // Without a report nothing more is shown.
        if isCancelled, !changed.isReported {
            changed.ended()
            changed.ended()
        } else if isCancelled {
            changed.ended()
        }
        attempt = changed
        if isCancelled { events = [] }
    }

    /// Forgets how the last attempt ended; cancels one that is under way.
    public func reset() {
        number += 1
        (attempt, events, running) = (nil, [], [])
    }

    /// Nothing was heard for longer than an attempt has.
    package func giveUp(on own: Int) {
        guard own == number, attempt?.outcome == nil else { return }
        attempt?.giveUp()
        (events, running) = ([], [])
    }

    private func received(_ keys: [SeamAccessCredential]) {
        let key = keys.first { $0.id == credentialId }
        guard key != currentCredential else { return }
        currentCredential = key
        SeamInteractionHandler.shared.settle(key?.errors ?? [])
        // The errors that came with a refusal have changed.
        if case .errors = attempt?.outcome { attempt = nil }
    }
}
