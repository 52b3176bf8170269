import NIOCore
import RPC

/// The party on whose behalf a call to the store is made.
package enum StoreTurn: Hashable, Sendable {
    /// Urgent work, such as the work of an attempt that is about to commit or has committed. Urgent calls go first.
    /// Callers limit the number of such calls.
    case urgent
    /// A call by a user, whichever session or socket the call came through.
    case user(UInt32)
    /// A call by the daemon itself, for reading at startup or for upkeep.
    case daemon
}

/// The order in which one thread serves calls. Urgent calls go first. Then the users and the daemon take turns, and the
/// calls of each of them run in order. The last call runs when no other call is waiting.
///
/// Users who make many calls delay only themselves. Another user's call waits only for the running call, for urgent
/// calls, and for one call each from the daemon and every other waiting user.
struct StoreTurns<Call> {
    private var urgent = CircularBuffer<Call>()
    private var turns = Turns<StoreTurn, Call>()
    private var last: Call?
    private var isClosed = false

    /// The number of urgent calls that are waiting.
    var urgentCount: Int { urgent.count }

    /// Adds a call. Returns false if the last call has already been added.
    mutating func append(_ call: Call, for turn: StoreTurn) -> Bool {
        guard !isClosed else { return false }
        guard turn != .urgent else {
            urgent.append(call)
            return true
        }
        turns.append(call, for: turn)
        return true
    }

    /// Adds the last call. Returns false if a last call has already been added.
    mutating func close(with call: Call) -> Bool {
        guard !isClosed else { return false }
        (isClosed, last) = (true, call)
        return true
    }

    /// Removes and returns the call to run now, or returns nil if no call is waiting.
    mutating func next() -> Call? {
        if let call = urgent.popFirst() { return call }
        if let call = turns.next() { return call }
        defer { last = nil }
        return last
    }
}
