package import LockProtocol

/// Binds a lock with the secret that its owner shares: reads the lock's state with it, which proves the secret.
///
/// Nothing in the lock is changed except a wrong clock, so a failure leaves no trace.
package struct SesameAdopt: KeyMachine {
    private let credential: SesameCredential
    private var read: SesameStatusRead

    /// Creates a read that waits for `started` and ends at `deadline`. `clockStart` is the wall clock, in seconds since
    /// 1970, at time zero.
    package init(secret: SesameDeviceSecret, clockStart: Int64, deadline: Duration) {
        credential = SesameCredential(secret: secret)
        read = SesameStatusRead(credential: credential, clockStart: clockStart, deadline: deadline)
    }

    /// The read's own.
    package var wakeAt: Duration? { read.wakeAt }

    /// See `KeyMachine`.
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
