import LinuxSupport

/// An answer that one task waits for and others may give. The first answer counts, and a cancelled wait ends
/// immediately.
package final class OneAnswer<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case given(Value)
        case waiting(Handover<Value>)
        case done
    }

    private let state = Locked(State.empty)

    /// Starts without an answer.
    package init() {}

    /// Gives the answer; has no effect and returns false if there already is one.
    @discardableResult
    package func give(_ value: Value) -> Bool {
        let (isFirst, waiter): (Bool, Handover<Value>?) = state.withLock { state in
            switch state {
            case .empty:
                state = .given(value)
                return (true, nil)
            case .waiting(let waiter):
                state = .done
                return (true, waiter)
            case .given, .done:
                return (false, nil)
            }
        }
        waiter?.give(value)
        return isFirst
    }

    /// Waits for the answer; may be called only once. Returns `cancelled` if the task is cancelled first.
    package func wait(cancelled: Value) async -> Value {
        await withTaskCancellationHandler {
            await Handover.wait { waiter in
                let given: Value? = state.withLock { state in
                    switch state {
                    case .empty:
                        state = .waiting(waiter)
                        return nil
                    case .given(let value):
                        state = .done
                        return value
                    case .waiting, .done: preconditionFailure("an answer is waited for once")
                    }
                }
                if let given { waiter.give(given) }
            }
        } onCancel: {
            give(cancelled)
        }
    }
}
