public import FoundationEssentials
import SeamWords

/// Why a session refuses a call: a precondition is not met, and nothing has happened.
///
/// ``Seam/cloudProblem`` says more about ``internetConnectionRequired``.
public enum SeamError: Error, Equatable, Sendable {
    /// The operation needs the internet, or the cloud has been unreachable for longer than the operator allows.
    case internetConnectionRequired
    /// Call ``Seam/initialize(clientSessionToken:)-swift.method`` first, and ``Seam/activate()`` before anything that
    /// needs an active session.
    case initializationRequired
    /// The token is empty, malformed, revoked or expired.
    case invalidClientSessionToken
    /// A deactivation is running; try again later.
    case deactivationInProgress
    /// The session is initialized with another token: call ``Seam/deactivate(deintegrate:)`` first.
    case alreadyInitialized
    /// No key of this session has that id.
    case invalidCredentialId
    /// No provider for the key's locks is installed; ``Seam/providers()`` gives its name and the remedy.
    case integrationNotFound
    /// The key cannot be used; the most urgent reason first.
    case credentialErrors([SeamCredentialError])
}

extension SeamError: LocalizedError {
    /// One line for people, in English.
    public var errorDescription: String? {
        self == .deactivationInProgress ? "\(refusal.text); \(refusal.remedy)" : refusal.text
    }
}
