package import LockProtocol

/// Binds a lock with the secret that its owner shares. Reading the lock's state with this secret proves the secret.
///
/// The binding changes nothing in the lock except a wrong clock, so a failure leaves no trace.
package struct SesameAdopt: KeyMachine {
    private let credential: SesameCredential
    private var read: SesameStatusRead

    /// Creates a binding that waits for `started` and ends at `deadline`. The `clockStart` is the wall clock at time
    /// zero, in seconds since 1970.
    package init(secret: SesameDeviceSecret, clockStart: Int64, deadline: Duration) {
        credential = SesameCredential(secret: secret)
        read = SesameStatusRead(credential: credential, clockStart: clockStart, deadline: deadline)
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
