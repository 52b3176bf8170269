package import LockProtocol
package import ProviderAPI

/// What a provider's process needs from a lock protocol: the machine for an operation, a characteristic's service, the
/// questions to a person, and the lock's name for itself.
package protocol LockFamily {
    /// The machine for an operation. Throws if the operation cannot begin, for instance with an invalid credential.
    static func machine(
        for start: OperationStart,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(OperationRefusal) -> any KeyMachine

    /// The service of one of the protocol's characteristics, for devices that do not declare it; UUIDs in lower case.
    static func service(of characteristic: String) -> String?

    /// The question to a person; nil if the protocol's machines never ask it.
    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt?

    /// A lock's name for itself, from its new credential.
    static func identity(of credential: [UInt8]) -> String?
}

/// Why an operation cannot begin.
package struct OperationRefusal: Error, Equatable, Sendable {
    /// For `operation.finish`: 1 to 64 of `[a-z0-9_]`.
    package let reason: String

    /// Creates a refusal for a reason.
    package init(reason: String) {
        self.reason = reason
    }
}
