package import ProviderAPI
package import RadioModel
import Wire

/// One operation for a provider to do.
package struct ProviderRequest: Sendable {
    /// Which provider.
    package var provider: String
    /// The bound lock that it concerns; nil before a lock is bound. Only for the host's owner: the child never learns
    /// it.
    package var bindingID: String?
    /// The operation.
    package var operation: OperationStart.Operation
    /// Whether an unlock also pulls the latch.
    package var action: LockAction?
    /// The person who opens the door, for the lock's own log; truncated to 20 bytes.
    package var label: String?
    /// The name under which the lock lists us; truncated to 32 bytes.
    package var name: String?
    /// The lock key; secret.
    ///
    /// Only this one child gets it.
    package var credential: [UInt8]?
    /// For a rotation: the lock's PIN; secret.
    package var pin: String?
    /// For binding a lock that has an owner: the key shared by the owner, as entered; secret.
    package var sharedKey: String?
    /// How long the operation may take, including opening the link; at most 300 s.
    package var timeout: Duration
    /// How long past `timeout` an operation may wait for its outcome once it has made its commit write.
    package var overtime: Duration

    /// Creates a request; `overtime` applies only after the commit write.
    package init(
        provider: String,
        operation: OperationStart.Operation,
        bindingID: String? = nil,
        action: LockAction? = nil,
        label: String? = nil,
        name: String? = nil,
        credential: [UInt8]? = nil,
        pin: String? = nil,
        sharedKey: String? = nil,
        timeout: Duration,
        overtime: Duration = .seconds(30)
    ) {
        self.provider = provider
        self.operation = operation
        self.bindingID = bindingID
        self.action = action
        self.label = label
        self.name = name
        self.credential = credential
        self.pin = pin
        self.sharedKey = sharedKey
        self.timeout = timeout
        self.overtime = overtime
    }
}

extension ProviderRequest {
    /// The secrets that the provider must not repeat: the lock key, and the shared key both as entered and as raw
    /// bytes. A PIN is too short to be distinguished from other numbers.
    var secrets: [[UInt8]] {
        let entered = sharedKey.map { Array($0.utf8) }
        let runs = (sharedKey ?? "").replacing("+", with: "-").replacing("/", with: "_")
            .split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }
        return [credential, entered].compactMap { $0 } + runs.compactMap { Base64URL.decode($0) }
    }
}

/// The limits for a child.
package struct ProviderLimits: Sendable {
    /// How many bytes it may send in total.
    package var bytes = 1_048_576
    /// How many calls it may make in total.
    package var calls = 2_048
    /// How many phases it may report.
    package var phases = 64
    /// How many questions it may ask.
    package var prompts = 16
    /// The longest time from its start to its call of `operation.run`; a child that is silent for longer is ended.
    package var silence: Duration = .seconds(5)
    /// How long it may take to finish after a cancel.
    package var cancelGrace: Duration = .seconds(1)
    /// How many bytes of its standard error are kept.
    package var noteBytes = 4_096

    /// Creates the limits of a deployment.
    package init() {}
}
