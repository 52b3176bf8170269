import LinuxSupport

/// An answer that one task waits for and any other task may give. Only the first answer has an effect. A cancelled wait
/// ends immediately.
package final class OneAnswer<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case given(Value)
        case waiting(Handover<Value>)
        case done
    }

    private let state = Locked(State.empty)

    /// Creates an object that has no answer yet.
    package init() {}

    /// Gives the answer and returns true. If an answer was already given, this method has no effect and returns false.
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

    /// Waits for the answer. This method may be called only once. Returns `cancelled` if the task is cancelled before
    /// an answer is given.
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
                    case .waiting, .done: preconditionFailure("an answer can be awaited only once")
                    }
                }
                if let given { waiter.give(given) }
            }
        } onCancel: {
            give(cancelled)
        }
    }
}
