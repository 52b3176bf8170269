public import SeamCombine
public import SeamSDK
import SeamSwiftUI

/// A service that can reveal a key's code and card number. Without it, a card shows them as they are in the key.
public protocol SeamRevealing: SeamServiceProtocol {
    /// The code and the card number, to be shown only to their owner.
    func reveal(_ credentialId: String) async throws -> SeamRevealedCredential
}

/// A service that reports an attempt's progress and what is known of the door. Without it, the unlock card shows only
/// the events, and cannot tell whether it is too late to cancel.
public protocol SeamUnlockReporting: SeamServiceProtocol {
    /// Opens a door. Throws if that is impossible. Both publishers send on the main actor; the second ends when nothing
    /// more will be known. Cancelling the first cancels the attempt.
    func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport
}

/// An attempt's reports.
public struct SeamUnlockReport {
    /// The events that the seeds' service reports.
    public let events: AnyPublisher<SeamAccessUnlockEvent, Never>
    /// How far the attempt has come.
    public let progress: AnyPublisher<SeamUnlockProgress, Never>

    /// A report with these publishers.
    public init(
        events: AnyPublisher<SeamAccessUnlockEvent, Never>, progress: AnyPublisher<SeamUnlockProgress, Never>
    ) { (self.events, self.progress) = (events, progress) }
}

extension SeamService: SeamRevealing, SeamUnlockReporting {
    /// Opens a door, as `unlockEvents(using:timeout:)` does.
    public func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport {
        let events = try unlockEvents(using: credentialId, timeout: timeout)
        return SeamUnlockReport(events: events.publisher, progress: events.progress.publisher)
    }
}

/// A service that reports its state: whose keys it has, and what stands between them and their doors. Without it, the
/// screens do not show this. All publishers send on the main actor, the value now and after each change.
public protocol SeamSystemReporting: SeamServiceProtocol {
    /// The person who holds the keys; nil while unknown.
    var holderPublisher: AnyPublisher<SeamHolder?, Never> { get }
    /// The state of the cloud and the radio; nil until something is known. Once it is known, `isActive` is known as
    /// well; before that, no screen says that the person is signed out.
    var connectivityPublisher: AnyPublisher<SeamConnectivity?, Never> { get }
    /// Why the session does not answer; nil while it does.
    var systemErrorPublisher: AnyPublisher<SeamSystemError?, Never> { get }
}

/// A service that has the journal. Without it, the screens have no activity.
public protocol SeamActivityReporting: SeamServiceProtocol {
    /// The person's latest attempts, newest first, at most `limit`: now and after each change, on the main actor. An
    /// error can come only in place of the first list.
    func recentUnlocksPublisher(limit: Int) -> AnyPublisher<Result<[SeamUnlockRecord], any Error>, Never>
}

extension SeamService: SeamSystemReporting, SeamActivityReporting {
    /// The values of `Seam.holderUpdates`.
    public var holderPublisher: AnyPublisher<SeamHolder?, Never> { session.holderUpdates.publisher }
    /// The values of `Seam.connectivityUpdates`; who is signed in is published first.
    public var connectivityPublisher: AnyPublisher<SeamConnectivity?, Never> {
        session.connectivityUpdates.publisher.handleEvents(receiveOutput: { [weak self] _ in self?.showAll() })
            .eraseToAnyPublisher()
    }
    /// The values of `Seam.systemErrorUpdates`.
    public var systemErrorPublisher: AnyPublisher<SeamSystemError?, Never> { session.systemErrorUpdates.publisher }

    /// The values of `Seam.recentUnlockUpdates(limit:)`. A daemon that does not answer is an error.
    public func recentUnlocksPublisher(limit: Int) -> AnyPublisher<Result<[SeamUnlockRecord], any Error>, Never> {
        let answers = PassthroughSubject<Result<[SeamUnlockRecord], any Error>, Never>()
        let (seam, isTold) = (session, Told())
        let reading = SDKWork.onMain {
            for await records in seam.recentUnlockUpdates(limit: limit) {
                isTold.value = true
                answers.send(.success(records))
            }
        }
        // The stream waits for an absent daemon; the screen says so.
        SDKWork.start {
            try await seam.recentUnlocks(limit: limit)
        } then: { answer in
            if !isTold.value { answers.send(answer) }
        }
        return answers.handleEvents(receiveCancel: { reading.cancel() }).eraseToAnyPublisher()
    }
}

/// Whether the journal has delivered anything.
private final class Told {
    var value = false
}
