public import CLinuxSupport

/// What a task waits for, to be given to it once by whoever has it.
///
/// It is `UnsafeContinuation` with the edge that the thread sanitizer does not see where the value is given before the task has
/// begun to wait. Unsafe, as checking costs half of a call: a value must be given exactly once, on every path; a task that is
/// given none waits for ever.
@safe
public struct Handover<Value: Sendable>: Sendable {
    @usableFromInline
    let continuation: UnsafeContinuation<Value, Never>

    /// Waits for the value. `body` keeps the handover for whoever gives it, or gives it at once; it is called before this waits, and
    /// must not wait for anything.
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

    /// What both sides know of each other: the continuation's own bits, the same for as long as the task waits.
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
