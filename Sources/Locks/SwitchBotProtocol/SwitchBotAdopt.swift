package import LockProtocol

/// Binds a lock with the key that its owner passes on. The lock must answer a question that is encrypted with this key.
///
/// The answer shows that the lock understood the question, but anyone nearby can forge an answer, because no message
/// has a tag. The binding changes nothing in the lock, so a failure leaves no trace.
package struct SwitchBotAdopt: KeyMachine {
    private let credential: SwitchBotCredential
    private var read: SwitchBotStatusRead

    /// Creates a binding that waits for `started` and ends at `deadline`.
    package init(key: SwitchBotKey, deadline: Duration) {
        credential = SwitchBotCredential(key: key)
        read = SwitchBotStatusRead(credential: credential, deadline: deadline)
    }

    /// The time at which the read must be woken.
    package var wakeAt: Duration? { read.wakeAt }

    /// Implements ``KeyMachine``.
    package mutating func handle(
        _ event: KeyEvent,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        read.handle(event, at: now, using: &random).map { action in
            guard case .finish(var result) = action, result.outcome == .succeeded else { return action }
            result.credential = credential.encoded
            return .finish(result)
        }
    }
}
