package import LockProtocol
package import ProviderAPI

/// The parts of a lock protocol that a provider's process needs. They are the machine for an operation, a
/// characteristic's service, the questions to a person, and the name that the lock has for itself.
package protocol LockFamily {
    /// Returns the machine for an operation. Throws if the operation cannot begin, for instance with an invalid
    /// credential.
    static func machine(
        for start: OperationStart,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(OperationRefusal) -> any KeyMachine

    /// Returns the service of one of the protocol's characteristics, for devices that do not declare the service. UUIDs
    /// are in lower case.
    static func service(of characteristic: String) -> String?

    /// Returns the question to a person. If the protocol's machines never ask this question, returns nil.
    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt?

    /// Returns the name that a lock has for itself, taken from the lock's new credential.
    static func identity(of credential: [UInt8]) -> String?
}

/// The reason why an operation cannot begin.
package struct OperationRefusal: Error, Equatable, Sendable {
    /// The reason for `operation.finish`: 1 to 64 characters of `[a-z0-9_]`.
    package let reason: String

    /// Creates a refusal with a reason.
    package init(reason: String) {
        self.reason = reason
    }
}
