public import SeamCombine
public import SeamSDK
import SeamSwiftUI

/// A service that can reveal a key's code and card number. Without it, a card shows them as the key has them.
public protocol SeamRevealing: SeamServiceProtocol {
    /// The code and the card number, to be shown only to their owner.
    func reveal(_ credentialId: String) async throws -> SeamRevealedCredential
}

/// A service that reports the progress of an attempt, and the known state of the door. Without it the unlock card shows
/// the events alone, and does not know whether it is too late to cancel.
public protocol SeamUnlockReporting: SeamServiceProtocol {
    /// Opens a door. Throws whatever prevents it. Both publishers send on the main actor; the second ends when
    /// nothing more will be known. Cancelling the first cancels the attempt.
    func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport
}

/// An attempt's reports.
public struct SeamUnlockReport {
    /// The reports of the seeds' service.
    public let events: AnyPublisher<SeamAccessUnlockEvent, Never>
    /// How far it is.
    public let progress: AnyPublisher<SeamUnlockProgress, Never>

    /// A report of these.
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

/// A service that reports its state: whose keys it has, and what stands between them and their doors. Without it the
/// screens say nothing of these. All publishers send on the main actor, the value now and after each change.
public protocol SeamSystemReporting: SeamServiceProtocol {
    /// The person who holds the keys; nil while unknown.
    var holderPublisher: AnyPublisher<SeamHolder?, Never> { get }
    /// The cloud and the radio; nil while nothing is known of them. Once they are known, `isActive` is known as well:
    /// before that, no screen says that the person is signed out.
    var connectivityPublisher: AnyPublisher<SeamConnectivity?, Never> { get }
    /// Why the session cannot be asked; nil while it can.
    var systemErrorPublisher: AnyPublisher<SeamSystemError?, Never> { get }
}

/// A service that has the journal. Without it the screens have no activity.
public protocol SeamActivityReporting: SeamServiceProtocol {
    /// The person's latest attempts, the newest first, at most `limit`: now and after each change, on the main actor.
    /// An error comes only in place of the first ones.
    func recentUnlocksPublisher(limit: Int) -> AnyPublisher<Result<[SeamUnlockRecord], any Error>, Never>
}

extension SeamService: SeamSystemReporting, SeamActivityReporting {
    /// As `Seam.holderUpdates` tells it.
    public var holderPublisher: AnyPublisher<SeamHolder?, Never> { session.holderUpdates.publisher }
    /// As `Seam.connectivityUpdates` tells it; who is signed in is shown before it.
    public var connectivityPublisher: AnyPublisher<SeamConnectivity?, Never> {
        session.connectivityUpdates.publisher.handleEvents(receiveOutput: { [weak self] _ in self?.showAll() })
            .eraseToAnyPublisher()
    }
    /// As `Seam.systemErrorUpdates` tells it.
    public var systemErrorPublisher: AnyPublisher<SeamSystemError?, Never> { session.systemErrorUpdates.publisher }

    /// As `Seam.recentUnlockUpdates(limit:)` tells it. A daemon that is not there is an error.
    public func recentUnlocksPublisher(limit: Int) -> AnyPublisher<Result<[SeamUnlockRecord], any Error>, Never> {
        let answers = PassthroughSubject<Result<[SeamUnlockRecord], any Error>, Never>()
        let (seam, isTold) = (session, Told())
        let reading = SDKWork.onMain {
            for await records in seam.recentUnlockUpdates(limit: limit) {
                isTold.value = true
                answers.send(.success(records))
            }
        }
        // The stream waits for a daemon that is not there; the screen says so.
        SDKWork.start {
            try await seam.recentUnlocks(limit: limit)
        } then: { answer in
            if !isTold.value { answers.send(answer) }
        }
        return answers.handleEvents(receiveCancel: { reading.cancel() }).eraseToAnyPublisher()
    }
}

/// Whether the journal has the entry.
private final class Told {
    var value = false
}
