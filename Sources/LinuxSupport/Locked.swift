public import CLinuxSupport
public import Synchronization

/// A value that is only reachable while its lock is held; the one lock type of this package.
///
/// It is `Synchronization.Mutex` with the edges that the thread sanitizer does not see in it. The lock is not
/// recursive: a body must not enter the same lock again, must not wait for anything, and should compute what to do
/// and let the caller do it outside.
///
/// Public, because the compiler makes no copy of a generic of `package` for the types that other modules use it with, and every
/// lock would cost a search for the type's metadata.
public final class Locked<Value: ~Copyable>: Sendable {
    @usableFromInline
    let mutex: Mutex<Value>

    /// Starts with `value`, which nobody else may keep.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with the value, alone, and answers what it answers or throws what it throws.
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
