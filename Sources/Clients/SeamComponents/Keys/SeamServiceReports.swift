public import SeamCombine
public import SeamSDK
import SeamSwiftUI

/// A service that can reveal a key's code and card number. With any other service, a card shows the masked numbers of
/// the key.
public protocol SeamRevealing: SeamServiceProtocol {
    /// Returns the code and the card number, which may be shown only to their owner.
    func reveal(_ credentialId: String) async throws -> SeamRevealedCredential
}

/// A service that reports an attempt's progress and the known state of the door. If the service is not of this kind,
/// the unlock card shows only the events, and does not know whether it is too late to cancel.
public protocol SeamUnlockReporting: SeamServiceProtocol {
    /// Opens a door. Throws if the attempt is impossible. Both publishers send on the main actor, and the second
    /// publisher ends when nothing more will be known. Cancelling the first publisher's subscription cancels the
    /// attempt.
    func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport
}

/// The reports about an attempt.
public struct SeamUnlockReport {
    /// The events of the service in Seam's documentation.
    public let events: AnyPublisher<SeamAccessUnlockEvent, Never>
    /// The progress of the attempt.
    public let progress: AnyPublisher<SeamUnlockProgress, Never>

    /// Creates a report from the two publishers.
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

/// A service that reports the owner of its keys, and the obstacles between the keys and their doors. If the service is
/// not of this kind, the screens do not show the state of the service. All publishers send on the main actor, and send
/// the value now and after each change.
public protocol SeamSystemReporting: SeamServiceProtocol {
    /// The person who holds the keys, or nil while the person is unknown.
    var holderPublisher: AnyPublisher<SeamHolder?, Never> { get }
    /// The state of the cloud and the radio, or nil until the state is known. Once the state is known, `isActive` is
    /// known as well. Until then, no screen says that the person is signed out.
    var connectivityPublisher: AnyPublisher<SeamConnectivity?, Never> { get }
    /// The reason why the session does not answer, or nil while the session answers.
    var systemErrorPublisher: AnyPublisher<SeamSystemError?, Never> { get }
}

/// A service that provides the journal. With any other service, the screens show no activity.
public protocol SeamActivityReporting: SeamServiceProtocol {
    /// Returns a publisher of the person's latest attempts, newest first, with at most `limit` attempts. The publisher
    /// sends the list now and after each change, on the main actor. An error can come only in place of the first list.
    func recentUnlocksPublisher(limit: Int) -> AnyPublisher<Result<[SeamUnlockRecord], any Error>, Never>
}

/// A service that knows which doors are near. With any other service, the screens do not show near doors.
public protocol SeamNearbyReporting: SeamServiceProtocol {
    /// The doors whose locks are in range. The publisher sends the doors after each change, on the main actor, for as
    /// long as it has a subscriber.
    var nearbyDoorsPublisher: AnyPublisher<[SeamNearbyDoor], Never> { get }
}

extension SeamService: SeamNearbyReporting {
    /// The values of `Seam.nearbyDoors()`. There are no values while nobody is signed in, or while the radio is not
    /// ready.
    public var nearbyDoorsPublisher: AnyPublisher<[SeamNearbyDoor], Never> {
        let session = session
        return isActivePublisher.map { $0 ? Self.hasRadio(session) : Just(false).eraseToAnyPublisher() }
            .switchToLatest()
            .removeDuplicates()
            .map { $0 ? Self.listening(session) : Just([]).eraseToAnyPublisher() }
            .switchToLatest()
            .eraseToAnyPublisher()
    }

    private static func hasRadio(_ seam: Seam) -> AnyPublisher<Bool, Never> {
        seam.connectivityUpdates.publisher.map { $0?.radio == .ready }.eraseToAnyPublisher()
    }

    private static func listening(_ seam: Seam) -> AnyPublisher<[SeamNearbyDoor], Never> {
        let doors = PassthroughSubject<[SeamNearbyDoor], Never>()
        let listening = SDKWork.onMain {
            // After a gap, the stream must be requested again.
            while !Task.isCancelled {
                do { for try await list in seam.nearbyDoors() { doors.send(list) } } catch { doors.send([]) }
                try? await Task.sleep(for: .seconds(10))
            }
        }
        return doors.handleEvents(receiveCancel: { listening.cancel() }).eraseToAnyPublisher()
    }
}

extension SeamService: SeamSystemReporting, SeamActivityReporting {
    /// The values of `Seam.holderUpdates`.
    public var holderPublisher: AnyPublisher<SeamHolder?, Never> { session.holderUpdates.publisher }
    /// The values of `Seam.connectivityUpdates`. The signed-in person is published before these values.
    public var connectivityPublisher: AnyPublisher<SeamConnectivity?, Never> {
        session.connectivityUpdates.publisher.handleEvents(receiveOutput: { [weak self] _ in self?.showAll() })
            .eraseToAnyPublisher()
    }
    /// The values of `Seam.systemErrorUpdates`.
    public var systemErrorPublisher: AnyPublisher<SeamSystemError?, Never> { session.systemErrorUpdates.publisher }

    /// Returns a publisher of the values of `Seam.recentUnlockUpdates(limit:)`. If the daemon does not answer, the
    /// publisher sends an error.
    public func recentUnlocksPublisher(limit: Int) -> AnyPublisher<Result<[SeamUnlockRecord], any Error>, Never> {
        let answers = PassthroughSubject<Result<[SeamUnlockRecord], any Error>, Never>()
        let (seam, isTold) = (session, Told())
        let reading = SDKWork.onMain {
            for await records in seam.recentUnlockUpdates(limit: limit) {
                isTold.value = true
                answers.send(.success(records))
            }
        }
        // The stream waits for an absent daemon, and the screen says that the daemon is absent.
        SDKWork.start {
            try await seam.recentUnlocks(limit: limit)
        } then: { answer in
            if !isTold.value { answers.send(answer) }
        }
        return answers.handleEvents(receiveCancel: { reading.cancel() }).eraseToAnyPublisher()
    }
}

/// Whether the journal has delivered a list.
private final class Told {
    var value = false
}
