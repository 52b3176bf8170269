public import SeamCombine
public import SeamSDK
public import SeamSwiftUI

private enum SeamServiceKey: @MainActor EnvironmentKey {
    static let defaultValue: any SeamServiceProtocol = SeamService()
}

extension EnvironmentValues {
    /// The service of the access screens below: one over ``SeamSDK/Seam/shared`` unless one is set.
    public var seamService: any SeamServiceProtocol {
        get { self[SeamServiceKey.self] }
        set { self[SeamServiceKey.self] = newValue }
    }
}

/// A service that can say a key's code and card number in clear. Without it, a card shows what the key carries.
public protocol SeamRevealing: SeamServiceProtocol {
    /// The code and the card number, to be shown only to their owner.
    func reveal(_ credentialId: String) async throws -> SeamRevealedCredential
}

/// A service that tells how far an attempt is, and what is known of the door. Without it the unlock card shows the
/// events alone, and does not know whether it is too late to cancel.
public protocol SeamUnlockReporting: SeamServiceProtocol {
    /// Opens a door. Throws whatever prevents it. Both publishers send on the main actor; the second ends when
    /// nothing more will be known. Cancelling the first cancels the attempt.
    func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport
}

/// What an attempt tells.
public struct SeamUnlockReport {
    /// What the seeds' service tells.
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
