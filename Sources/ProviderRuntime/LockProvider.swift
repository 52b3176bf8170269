package import ProviderAPI
package import SeamModel

/// A lock protocol as a provider's process drives it: a value that turns events into actions.
///
/// It opens nothing, sleeps nowhere and reads no clock: `now` is time since an arbitrary start. One value serves one
/// operation on one lock.
package protocol LockProvider {
    /// The value for an operation that is about to begin.
    ///
    /// Throws when the start cannot be served, such as for a credential that is none.
    init(_ start: OperationStart, at now: Duration) throws(LockProviderRefusal)

    /// When to send `woke`, unless something else happens before; nil when there is nothing to wait for.
    var wakeAt: Duration? { get }

    /// Takes one event and answers what to do, in order.
    ///
    /// The last action ever is `finish`.
    mutating func handle(_ event: LockProviderEvent, at now: Duration) -> [LockProviderAction]
}

/// What happened, as a lock provider is told.
package enum LockProviderEvent: Sendable, Equatable {
    /// The link is up.
    case started
    /// A characteristic's value came.
    case value(CharacteristicPath, [UInt8])
    /// The action that was being done failed; the rest of its batch is not done.
    ///
    /// The reason is the host's.
    case failed(reason: String)
    /// The link is gone.
    case disconnected
    /// `wakeAt` has come.
    case woke
    /// A person answered the prompt; nil where nothing was to be entered.
    case answered(String?)
    /// Nobody wants the operation any more.
    case cancelled
}

/// What a lock provider wants done.
package enum LockProviderAction: Sendable, Equatable {
    /// Ask for a characteristic's values.
    case subscribe(CharacteristicPath)
    /// Write, with the lock's confirmation.
    case write(GATTWrite)
    /// Tell people.
    case phase(OperationPhase)
    /// Ask a person, and wait for the answer.
    case prompt(OperationPrompt)
    /// The end.
    case finish(OperationFinish)
}

/// Why an operation cannot begin.
package struct LockProviderRefusal: Error, Equatable, Sendable {
    /// For `operation.finish`: 1 to 64 of `[a-z0-9_]`.
    package let reason: String

    /// A refusal for a reason.
    package init(reason: String) {
        self.reason = reason
    }
}
