public import CLinuxSupport
public import Synchronization

/// A value that can only be reached while its lock is held; the only lock type of this package.
///
/// It is `Synchronization.Mutex` plus the ordering edges that the thread sanitizer does not see in it. The lock is not
/// recursive: a body must not enter the same lock again, and must not wait for anything. It should compute what to do
/// and let the caller do it outside.
///
/// It is public because the compiler does not specialize a `package` generic for other modules' types; every lock would
/// then cost a search for the type's metadata.
public final class Locked<Value: ~Copyable>: Sendable {
    @usableFromInline
    let mutex: Mutex<Value>

    /// Starts with `value`, which nobody else may keep.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value, and returns or throws what `body` does.
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
