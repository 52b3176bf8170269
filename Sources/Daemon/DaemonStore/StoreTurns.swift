import NIOCore
import RPC

/// On whose behalf a call to the store is made.
package enum StoreTurn: Hashable, Sendable {
    /// Work that must not wait, such as an attempt that is about to commit, or has done so. It goes first. Callers
    /// limit the number of such calls.
    case urgent
    /// A call by a user, whatever session or socket it came through.
    case user(UInt32)
    /// The daemon's own calls: reading at startup, and upkeep.
    case daemon
}

/// The order in which one thread serves calls. Urgent calls go first. Then users and the daemon take turns; each one's
/// calls run in order. The last call runs when there are no others.
///
/// A caller that makes many calls waits for its own: another user's call waits only for the running call, for urgent
/// calls, and for one call each from the daemon and every other waiting user.
struct StoreTurns<Call> {
    private var urgent = CircularBuffer<Call>()
    private var turns = Turns<StoreTurn, Call>()
    private var last: Call?
    private var isClosed = false

    /// How many urgent calls are waiting.
    var urgentCount: Int { urgent.count }

    /// Takes a call; false if the last call has already been taken.
    mutating func append(_ call: Call, for turn: StoreTurn) -> Bool {
        guard !isClosed else { return false }
        guard turn != .urgent else {
            urgent.append(call)
            return true
        }
        turns.append(call, for: turn)
        return true
    }

    /// Takes the last call; false if one has already been taken.
    mutating func close(with call: Call) -> Bool {
        guard !isClosed else { return false }
        (isClosed, last) = (true, call)
        return true
    }

    /// The call to run now; nil if no call is waiting.
    mutating func next() -> Call? {
        if let call = urgent.popFirst() { return call }
        if let call = turns.next() { return call }
        defer { last = nil }
        return last
    }
}
