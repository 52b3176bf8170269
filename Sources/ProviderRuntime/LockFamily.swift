package import LockProtocol
package import ProviderAPI

/// What a lock protocol tells a provider's process: which machine serves an operation, which service a
/// characteristic belongs to, what a person is asked, and what the lock calls itself.
package protocol LockFamily {
    /// The machine of an operation; throws for what cannot be begun, such as with a credential that is none.
    static func machine(
        for start: OperationStart,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(OperationRefusal) -> any KeyMachine

    /// The service that a characteristic of the protocol belongs to where the device does not say; UUIDs in lower case.
    static func service(of characteristic: String) -> String?

    /// What a person is asked; nil where the protocol's machines never ask that.
    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt?

    /// What the lock of a new credential calls itself.
    static func identity(of credential: [UInt8]) -> String?
}

/// Why an operation cannot begin.
package struct OperationRefusal: Error, Equatable, Sendable {
    /// For `operation.finish`: 1 to 64 of `[a-z0-9_]`.
    package let reason: String

    /// A refusal for a reason.
    package init(reason: String) {
        self.reason = reason
    }
}
