import LumiKitCore
public import SeamCombine
public import SeamSDK
import SeamSwiftUI
import TermCore

/// The model of the card on which a key's door is opened. The model contains the key's words and the attempt. Releasing
/// the model cancels the attempt.
public final class SeamUnlockCardViewModel: ObservableObject {
    /// The content of the card.
    public nonisolated enum UnlockCardState: Equatable, Sendable {
        /// The card is ready to begin an attempt.
        case idle
        /// An attempt is under way.
        case connecting
        /// The lock reported that it has opened.
        case success
        /// The lock did not answer in time. The person may try again.
        case timedOut
        /// The attempt failed. The message is for the person at the door.
        case failure(String)
        /// The door's state is unknown, so there is no second try.
        case unknown
        /// An error of the key prevents an attempt.
        case error(SeamCredentialError)
    }

    /// The current state of the key, or nil if the key no longer exists.
    @Published public private(set) var currentCredential: SeamAccessCredential?
    /// The running or latest attempt, or nil before the first attempt.
    @Published package private(set) var attempt: SeamUnlockAttempt?
    /// A number that changes with each attempt.
    @Published package private(set) var number = 0
    /// The reason why the last attempt failed, in technical words. The value is empty if the attempt did not fail.
    private(set) var technical = ""

    /// The key's id.
    public let credentialId: String
    let service: any SeamServiceProtocol
    /// The time for an attempt, in seconds. The service accepts 1 to 60 seconds.
    let timeout: TimeInterval
    private var keys: AnyCancellable?
    /// The subscriptions to the attempt's events. If nothing follows the events, the attempt is cancelled.
    private var running: Set<AnyCancellable> = []
    private var events: Set<AnyCancellable> = []

    /// Creates a model for a key of the service.
    public convenience init(credentialId: String, service: any SeamServiceProtocol) {
        self.init(credentialId: credentialId, service: service, timeout: 10)
    }

    /// Creates a model for a key of the service, with another time for attempts.
    package init(credentialId: String, service: any SeamServiceProtocol, timeout: TimeInterval) {
        (self.credentialId, self.service) = (credentialId, service)
        self.timeout = timeout.isFinite ? min(max(timeout, 1), 60) : 10
        currentCredential = service.credentials.first { $0.id == credentialId }
        keys = service.credentialsPublisher.sink { [weak self] in self?.received($0) }
    }

    /// The current content of the card.
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

    /// Whether an attempt is running.
    public var isUnlocking: Bool { state == .connecting }

    /// The errors that prevent an attempt, in the given order.
    public var errors: [SeamCredentialError] {
        if case .errors(let errors) = attempt?.outcome { return errors }
        return currentCredential?.errors ?? []
    }

    /// Whether one of the key's doors is in privacy mode, so that the person is asked before the door is opened.
    package var asksFirst: Bool {
        attempt == nil && currentCredential?.questions.isEmpty == false
    }

    /// Begins an attempt. This method does nothing if an attempt is running, if an error of the key prevents an
    /// attempt, or if a second attempt could open the door twice.
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

    /// Logs details for engineers. The person at the door sees other words.
    private static func log(_ text: String) {
        LMKLogger.error("unlock failed: \(TerminalSafe(text, limit: 300))", category: .error)
    }

    /// Cancels the attempt. If the command to open has already been sent to the lock, the card says that it is too
    /// late, and waits.
    public func cancelUnlock() {
        guard var changed = attempt, changed.outcome == nil else { return }
        let isCancelled = changed.cancel()
        // Without reports, nothing more can be shown about the attempt.
        if isCancelled, !changed.isReported {
            changed.ended()
            changed.ended()
        } else if isCancelled {
            changed.ended()
        }
        attempt = changed
        if isCancelled { events = [] }
    }

    /// Forgets the outcome of the last attempt. A running attempt is cancelled.
    public func reset() {
        number += 1
        (attempt, events, running) = (nil, [], [])
    }

    /// Gives up an attempt that has had no reports for longer than an attempt may take.
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
        // The errors that led to a refusal have changed.
        if case .errors = attempt?.outcome { attempt = nil }
    }
}
