package import LockProtocol

/// Binds a lock by the secret that its owner shares: reads the lock's state under it, which proves the secret.
///
/// Nothing of the lock is changed but a clock that is wrong, so a failure leaves no trace.
package struct SesameAdopt: KeyMachine {
    private let credential: SesameCredential
    private var read: SesameStatusRead

    /// A read that waits for `started` and ends at `deadline`. `clockStart` is the wall clock, in seconds since 1970,
    /// at time zero.
    package init(secret: SesameDeviceSecret, clockStart: Int64, deadline: Duration) {
        credential = SesameCredential(secret: secret)
        read = SesameStatusRead(credential: credential, clockStart: clockStart, deadline: deadline)
    }

    /// The read's.
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
