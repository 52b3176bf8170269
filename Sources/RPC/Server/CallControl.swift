import LinuxSupport
import Synchronization
import Wire

/// One call whose handler runs: what the handler may know of it, and the word to stop on its way from the
/// connection's event loop to wherever the handler is. There is one for all copies of an ``RPCContext``.
@safe final class CallControl: Sendable {
    private struct State {
        var cause: CancelCause?
        var observers: [@Sendable (CancelCause) -> Void] = []
        var endings: [@Sendable () -> Void] = []
        var task: Task<Void, Never>?
    }

    let call: ServerCall
    let peer: PeerIdentity
    let connection: ConnectionReference
    /// Made when there is something to keep: most handlers end in the turn that started them, and nobody stops or
    /// observes them. Owned.
    private let kept = unsafe Atomic<Unmanaged<Locked<State>>?>(nil)
    /// Set with the cause: handlers ask before and after each item, and nearly always nothing has happened.
    private let isStopped = Atomic(false)

    init(_ call: ServerCall, peer: PeerIdentity, connection: ConnectionReference) {
        self.call = call
        self.peer = peer
        self.connection = connection
    }

    deinit {
        unsafe kept.load(ordering: .acquiring)?.release()
    }

    private var state: Locked<State> {
        if let state = keptState { return state }
        let made = unsafe Unmanaged.passRetained(Locked(State()))
        let (isFirst, other) = unsafe kept.compareExchange(
            expected: nil, desired: made, ordering: .acquiringAndReleasing)
        guard !isFirst, let other = unsafe other else { return unsafe made.takeUnretainedValue() }
        unsafe made.release()
        return unsafe other.takeUnretainedValue()
    }

    /// It is never let go of while this one lives.
    private var keptState: Locked<State>? { unsafe kept.load(ordering: .acquiring)?.takeUnretainedValue() }

    var isStream: Bool { call.method.kind == .stream }

    var cause: CancelCause? { isStopped.load(ordering: .acquiring) ? state.withLock { $0.cause } : nil }

    func onCancel(_ body: @escaping @Sendable (CancelCause) -> Void) {
        let cause = state.withLock { state -> CancelCause? in
            if state.cause == nil { state.observers.append(body) }
            return state.cause
        }
        if let cause { body(cause) }
    }

    /// The handler has not ended: it asks.
    func onEnd(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.endings.append(body) } }

    /// Names the handler's task, which may have been told to stop already.
    func started(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state -> Bool in
            state.task = task
            return state.cause != nil
        }
        if isCancelled { task.cancel() }
    }

    /// Only the first cause counts.
    func cancel(_ cause: CancelCause) {
        let (observers, task) = state.withLock { state -> ([@Sendable (CancelCause) -> Void], Task<Void, Never>?) in
            guard state.cause == nil else { return ([], nil) }
            state.cause = cause
            isStopped.store(true, ordering: .releasing)
            defer { state.observers = [] }
            return (state.observers, state.task)
        }
        for observer in observers { observer(cause) }
        task?.cancel()
    }

    /// The handler has ended: nobody observes any more.
    func ended() {
        let endings = keptState?.withLock { state in
            state.observers = []
            state.task = nil
            defer { state.endings = [] }
            return state.endings
        }
        for ending in endings ?? [] { ending() }
    }
}
