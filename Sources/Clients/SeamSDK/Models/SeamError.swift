public import FoundationEssentials
import SeamWords

/// The reason why a session refuses a call. A precondition is not met, and the call had no effect.
///
/// See ``Seam/cloudProblem`` for details about ``internetConnectionRequired``.
public enum SeamError: Error, Equatable, Sendable {
    /// This error has two possible causes: the operation needs the internet, or the cloud has been unreachable for
    /// longer than the operator permits.
    case internetConnectionRequired
    /// The session is not initialized, or not active. Call ``Seam/initialize(clientSessionToken:)-swift.method`` first,
    /// and call ``Seam/activate()`` before all operations that need an active session.
    case initializationRequired
    /// The token is empty, malformed, revoked or expired.
    case invalidClientSessionToken
    /// A deactivation is in progress, so the call can succeed only later.
    case deactivationInProgress
    /// The session is initialized with another token. Call ``Seam/deactivate(deintegrate:)`` first.
    case alreadyInitialized
    /// No key of this session has the given id.
    case invalidCredentialId
    /// No provider for the key's locks is installed. The method ``Seam/providers()`` returns the provider's name and
    /// the remedy.
    case integrationNotFound
    /// The key cannot be used, for the given reasons. The most urgent reason comes first.
    case credentialErrors([SeamCredentialError])
}

extension SeamError: LocalizedError {
    /// The error in one line for people, in English.
    public var errorDescription: String? {
        self == .deactivationInProgress ? "\(refusal.text); \(refusal.remedy)" : refusal.text
    }
}
