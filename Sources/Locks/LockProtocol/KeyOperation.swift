/// A machine whose operation ends in the same way in every protocol: when the operation's time is up, when the link is
/// lost, or when the caller cancels the operation.
package protocol KeyOperation: KeyMachine {
    /// Whether the commit write has been handed out. After the commit write, the operation cannot be cancelled, and a
    /// lost link leaves the operation's outcome unknown.
    var isCommitted: Bool { get }
    /// The reason for an operation that lost its link before the commit write.
    static var linkLost: String { get }

    /// Begins the operation. Called when the link is open.
    mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction]
    /// Handles a value that arrived on a characteristic.
    mutating func receive(
        _ bytes: [UInt8], on characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction]
    /// Checks the clock. By default, the operation times out once `wakeAt` has passed.
    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [KeyAction]
    /// Ends the operation with a result. A second call has no effect.
    mutating func finish(_ result: KeyResult) -> [KeyAction]
}

extension KeyOperation {
    package mutating func handle(
        _ event: KeyEvent,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        switch event {
        case .started: begin(using: &random)
        case .value(let characteristic, let bytes): receive(bytes, on: characteristic, at: now, using: &random)
        case .failed(let reason): finish(KeyResult(.failed, reason: reason))
        case .linkLost:
            finish(KeyResult(.failed, reason: isCommitted ? KeyResult.outcomeUnknown : Self.linkLost))
        case .woke: woke(at: now, using: &random)
        case .cancelled: isCommitted ? [] : finish(KeyResult(.cancelled))
        case .answered, .kept: []
        }
    }

    /// Ends the operation as timed out once ``KeyMachine/wakeAt`` has passed.
    package mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard let limit = wakeAt, now >= limit else { return [] }
        return finish(KeyResult(.timedOut))
    }
}
