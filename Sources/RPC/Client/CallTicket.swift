import LinuxSupport

/// Joins a task that may be cancelled at any moment with its call, which gets an id only on the event loop.
final class CallTicket: Sendable {
    private enum State {
        case waiting
        case cancelled
        case started(id: Int64)
        case ended
    }

    private let state = Locked(State.waiting)

    /// Whether the call was cancelled before it was made. Asked once, before it is made.
    var isCancelled: Bool {
        state.withLock { state in
            switch state {
            case .cancelled: true
            case .waiting, .started, .ended: false
            }
        }
    }

    /// The call was made. True if it was cancelled meanwhile, and is to be cancelled at once.
    func started(id: Int64) -> Bool {
        state.withLock { state in
            switch state {
            case .cancelled:
                state = .started(id: id)
                return true
            case .waiting, .started, .ended:
                state = .started(id: id)
                return false
            }
        }
    }

    func ended() {
        state.withLock { $0 = .ended }
    }

    /// The id of the call that is to be cancelled on the wire; nil if it has ended, or if the one who makes it will see
    /// that it is cancelled.
    func cancel() -> Int64? {
        state.withLock { state in
            switch state {
            case .waiting:
                state = .cancelled
                return nil
            case .started(let id): return id
            case .cancelled, .ended: return nil
            }
        }
    }
}
