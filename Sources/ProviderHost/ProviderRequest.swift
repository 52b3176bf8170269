package import ProviderAPI
package import SeamModel

/// One operation that a provider is to do.
package struct ProviderRequest: Sendable {
    /// Which provider.
    package var provider: String
    /// What to do.
    package var operation: OperationStart.Operation
    /// Whether an unlock also pulls the latch.
    package var action: Binding.Action?
    /// Who opens, for the lock's own log; cut to 20 characters.
    package var label: String?
    /// What the lock shall list us as; cut to 32 characters.
    package var name: String?
    /// The lock's key; secret.
    ///
    /// Handed to this one child and to nobody else.
    package var credential: [UInt8]?
    /// How long it may take, the opening of the link included.
    ///
    /// At most 300 s.
    package var timeout: Duration
    /// How much longer an operation past its commit write may still learn its outcome.
    package var overtime: Duration

    /// A request; `overtime` counts only past the commit write.
    package init(
        provider: String,
        operation: OperationStart.Operation,
        action: Binding.Action? = nil,
        label: String? = nil,
        name: String? = nil,
        credential: [UInt8]? = nil,
        timeout: Duration,
        overtime: Duration = .seconds(30)
    ) {
        self.provider = provider
        self.operation = operation
        self.action = action
        self.label = label
        self.name = name
        self.credential = credential
        self.timeout = timeout
        self.overtime = overtime
    }
}

/// The bounds that a child is held to.
package struct ProviderLimits: Sendable {
    /// Bytes it may send in all.
    package var bytes = 1_048_576
    /// Calls it may make in all.
    package var calls = 2_048
    /// Phases it may report.
    package var phases = 64
    /// Questions it may ask.
    package var prompts = 16
    /// From its start to its first call of `operation.run`: a child that says nothing is ended.
    package var silence: Duration = .seconds(5)
    /// How long it may take to end after a cancel.
    package var cancelGrace: Duration = .seconds(1)
    /// Bytes of its standard error that are kept.
    package var noteBytes = 4_096

    /// The bounds of a deployment.
    package init() {}
}
