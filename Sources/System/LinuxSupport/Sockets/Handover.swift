public import CLinuxSupport

/// A place where a task waits for a value, which somebody else gives it once.
///
/// It is `UnsafeContinuation` with the ordering edge that the thread sanitizer does not see if the value is given
/// before the task has begun to wait. Unsafe, because checking costs half of a call: a value must be given exactly
/// once, on every path. A task that is given none waits for ever.
@safe
public struct Handover<Value: Sendable>: Sendable {
    @usableFromInline
    let continuation: UnsafeContinuation<Value, Never>

    /// Waits for the value. `body` keeps the handover for the giver of the value, or gives it at once. It is called
    /// before this waits, and must not wait for anything.
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

    /// Gives `value` to the task, which goes on.
    @inlinable
    public func give(_ value: Value) {
        unsafe seam_lock_released(edge)
        unsafe continuation.resume(returning: value)
    }

    /// An address that both sides know: the continuation's own bits, which are the same for as long as the task
    /// waits.
    @usableFromInline
    var edge: UnsafeMutableRawPointer { unsafe unsafeBitCast(continuation, to: UnsafeMutableRawPointer.self) }

    @usableFromInline
    init(continuation: UnsafeContinuation<Value, Never>) { unsafe self.continuation = unsafe continuation }
}

extension Handover where Value == Void {
    /// Lets the task go on.
    @inlinable
    public func give() { give(()) }
}
