public import CLinuxSupport
public import Synchronization

/// A value that can only be accessed while its lock is held. This is the only lock type of this package.
///
/// This type is `Synchronization.Mutex` plus the ordering edges that the thread sanitizer does not see in the mutex.
/// The lock is not recursive: a body must not enter the same lock again, and must not wait for anything. The body
/// should only make decisions, and the caller should carry them out after the lock has been released.
///
/// This type is public because the compiler does not specialize a `package` generic for the types of other modules.
/// Every use of the lock would then cost a search for the type's metadata.
public final class Locked<Value: ~Copyable>: Sendable {
    @usableFromInline
    let mutex: Mutex<Value>

    /// Creates a lock around `value`. No other code may keep a reference to the value.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value. Returns the result of `body`, or throws its error.
    @inlinable
    public func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Answer in
            let address = unsafe Unmanaged.passUnretained(self).toOpaque()
            unsafe seam_lock_acquired(address)
            defer { unsafe seam_lock_released(address) }
            return try body(&value)
        }
    }
}
