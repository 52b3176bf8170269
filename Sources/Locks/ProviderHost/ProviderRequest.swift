package import ProviderAPI
package import RadioModel
import Wire

/// An operation that a provider must carry out.
package struct ProviderRequest: Sendable {
    /// The name of the provider.
    package var provider: String
    /// The bound lock that the operation concerns. Before a lock is bound, this is nil. Only the host's owner uses this
    /// id. The child never learns it.
    package var bindingID: String?
    /// The kind of operation.
    package var operation: OperationStart.Operation
    /// Whether an unlock also pulls the latch.
    package var action: LockAction?
    /// The name of the person who opens the door, for the lock's own log. The name is truncated to 20 bytes.
    package var label: String?
    /// The name under which the lock lists this client. The name is truncated to 32 bytes.
    package var name: String?
    /// The lock key, which is secret.
    ///
    /// No other child gets the lock key.
    package var credential: [UInt8]?
    /// The lock's PIN for a rotation, which is secret.
    package var pin: String?
    /// The key that the owner shares, as it was entered. It is used for binding a lock that has an owner. The key is
    /// secret.
    package var sharedKey: String?
    /// The longest duration of the operation, including opening the link. It is at most 300 s.
    package var timeout: Duration
    /// After its commit write, an operation may wait for its outcome. This is how long it may wait after `timeout`.
    package var overtime: Duration

    /// Creates a request. The `overtime` applies only after the commit write.
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
    /// The secrets that the provider must not repeat. They are the lock key and the shared key, the latter as entered
    /// and as raw bytes. People may enter the bytes in base64 or in hexadecimal digits. A PIN is too short to be
    /// distinguished from other numbers.
    var secrets: [[UInt8]] {
        let entered = sharedKey.map { Array($0.utf8) }
        let runs = (sharedKey ?? "").replacing("+", with: "-").replacing("/", with: "_")
            .split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }
        return [credential, entered].compactMap { $0 } + runs.compactMap { Base64URL.decode($0) }
            + runs.compactMap { Hex.decode($0) }
    }
}

/// The limits that apply to a child.
package struct ProviderLimits: Sendable {
    /// The largest number of bytes that the child may send in total.
    package var bytes = 1_048_576
    /// The largest number of calls that the child may make in total.
    package var calls = 2_048
    /// The largest number of phases that the child may report.
    package var phases = 64
    /// The largest number of questions that the child may ask.
    package var prompts = 16
    /// The longest time from the child's start to its call of `operation.run`. A child that is silent for longer is
    /// ended.
    package var silence: Duration = .seconds(5)
    /// The time within which the child must finish after a cancellation.
    package var cancelGrace: Duration = .seconds(1)
    /// The number of bytes of the child's standard error that are kept.
    package var noteBytes = 4_096

    /// Creates the limits of a deployment.
    package init() {}
}
