import LinuxSupport
import Synchronization
import Wire

/// One call with a running handler. It contains the data about the call that the handler may know. It also passes a
/// request to stop the call from the connection's event loop to the handler. All copies of an ``RPCContext`` share one.
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
    /// The state, which this object owns. It is created only when there is something to keep. Most handlers end in the
    /// turn that started them, without being cancelled or observed.
    private let kept = unsafe Atomic<Unmanaged<Locked<State>>?>(nil)
    /// Whether the call was cancelled, which is set together with the cause. Handlers check this flag before and after
    /// each item, and it is nearly always false.
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

    /// The state, if it was created. It is not released while this object exists.
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

    /// Adds a function that runs when the handler ends. Only a running handler calls this, so the handler has not ended
    /// yet.
    func onEnd(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.endings.append(body) } }

    /// Sets the handler's task, and cancels it if the call has already been cancelled.
    func started(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state -> Bool in
            state.task = task
            return state.cause != nil
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the call. Only the first cause is used.
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

    /// Called when the handler has ended. Drops the call's observers and runs its endings.
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
