import LinuxSupport

/// An answer that one task waits for and others may give: the first counts, and a cancelled wait ends at once.
final class OneAnswer<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case given(Value)
        case waiting(CheckedContinuation<Value, Never>)
        case done
    }

    private let state = Locked(State.empty)

    /// Gives the answer; nothing happens if there is one.
    func give(_ value: Value) {
        let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .empty:
                state = .given(value)
                return nil
            case .waiting(let continuation):
                state = .done
                return continuation
            case .given, .done:
                return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the answer, once; `cancelled` is the answer if the task is cancelled first.
    func wait(cancelled: Value) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let given: Value? = state.withLock { state in
                    guard case .given(let value) = state else {
                        state = .waiting(continuation)
                        return nil
                    }
                    state = .done
                    return value
                }
                if let given { continuation.resume(returning: given) }
            }
        } onCancel: {
            give(cancelled)
        }
    }
}
