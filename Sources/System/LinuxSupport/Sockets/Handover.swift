public import CLinuxSupport

/// A place where a task waits for a value that other code provides once.
///
/// This type is `UnsafeContinuation` plus the ordering edge that the thread sanitizer does not see if the value is
/// given before the task has begun to wait. The type is unsafe because checks would cost half a call: a value must be
/// given exactly once, on every path. A task that never receives a value waits forever.
@safe
public struct Handover<Value: Sendable>: Sendable {
    @usableFromInline
    let continuation: UnsafeContinuation<Value, Never>

    /// Waits for the value. The closure `body` either passes the handover to the code that will give the value, or
    /// gives the value immediately. The closure is called before this method waits, and must not wait itself.
    @inlinable
    public static func wait(
        isolation: isolated (any Actor)? = #isolation, _ body: (Handover<Value>) -> Void
    ) async -> Value {
        var edge = unsafe UnsafeMutableRawPointer?.none
        let value = await unsafe withUnsafeContinuation { continuation in
            let handover = unsafe Handover(continuation: continuation)
            unsafe edge = handover.edge
            body(handover)
        }
        unsafe seam_lock_acquired(edge)
        return value
    }

    /// Gives `value` to the waiting task, which continues.
    @inlinable
    public func give(_ value: Value) {
        unsafe seam_lock_released(edge)
        unsafe continuation.resume(returning: value)
    }

    /// An address that both sides know: the bits of the continuation, which stay the same while the task waits.
    @usableFromInline
    var edge: UnsafeMutableRawPointer { unsafe unsafeBitCast(continuation, to: UnsafeMutableRawPointer.self) }

    @usableFromInline
    init(continuation: UnsafeContinuation<Value, Never>) { unsafe self.continuation = unsafe continuation }
}

extension Handover where Value == Void {
    /// Lets the waiting task continue.
    @inlinable
    public func give() { give(()) }
}
