public import CLinuxSupport

/// A place where a task waits for a value, which somebody else provides once.
///
/// It is `UnsafeContinuation` plus the ordering edge that the thread sanitizer does not see if the value is given
/// before the task has begun to wait. It is unsafe because checking costs half a call: a value must be given exactly
/// once, on every path. A task that is never given one waits forever.
@safe
public struct Handover<Value: Sendable>: Sendable {
    @usableFromInline
    let continuation: UnsafeContinuation<Value, Never>

    /// Waits for the value. `body` keeps the handover for whoever gives the value, or gives it immediately. It is
    /// called before this waits, and must not wait for anything.
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

    /// Gives `value` to the task, which continues.
    @inlinable
    public func give(_ value: Value) {
        unsafe seam_lock_released(edge)
        unsafe continuation.resume(returning: value)
    }

    /// An address known to both sides: the continuation's own bits, which stay the same for as long as the task waits.
    @usableFromInline
    var edge: UnsafeMutableRawPointer { unsafe unsafeBitCast(continuation, to: UnsafeMutableRawPointer.self) }

    @usableFromInline
    init(continuation: UnsafeContinuation<Value, Never>) { unsafe self.continuation = unsafe continuation }
}

extension Handover where Value == Void {
    /// Lets the task continue.
    @inlinable
    public func give() { give(()) }
}
