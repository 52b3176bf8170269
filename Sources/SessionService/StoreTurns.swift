import NIOCore

/// Who waits for the store.
package enum StoreTurn: Hashable, Sendable {
    /// An attempt that is about to commit, or has. It comes before everybody; how many of these there may be is
    /// bounded by the locks and by how often a person may ask for a door.
    case commit
    /// What a user asked for, whatever session or socket it came by.
    case user(UInt32)
    /// The daemon's own: what it reads when it starts, and its upkeep.
    case daemon
}

/// The order in which one thread serves those who wait: attempts about to commit first, then users and the daemon in
/// turn, each one's calls as they came; the last call when no other is left.
///
/// Whoever asks for much waits for it: another user's call has before it one of each user who waits, and what runs.
struct StoreTurns<Call> {
    private var commits = CircularBuffer<Call>()
    private var parties: [StoreTurn: CircularBuffer<Call>] = [:]
    /// Those of `parties`, the next one to be served first.
    private var order = CircularBuffer<StoreTurn>()
    private var last: Call?
    private var isClosed = false

    /// Takes a call; false after the last one.
    mutating func append(_ call: Call, for turn: StoreTurn) -> Bool {
        guard !isClosed else { return false }
        guard turn != .commit else {
            commits.append(call)
            return true
        }
        if parties[turn] == nil { order.append(turn) }
        parties[turn, default: CircularBuffer(initialCapacity: 1)].append(call)
        return true
    }

    /// Takes the last call; false after another one.
    mutating func close(with call: Call) -> Bool {
        guard !isClosed else { return false }
        (isClosed, last) = (true, call)
        return true
    }

    /// The call to run now; nil if none waits.
    mutating func next() -> Call? {
        if let call = commits.popFirst() { return call }
        guard let turn = order.popFirst(), var calls = parties.removeValue(forKey: turn) else {
            defer { last = nil }
            return last
        }
        let call = calls.removeFirst()
        if !calls.isEmpty {
            parties[turn] = calls
            order.append(turn)
        }
        return call
    }
}
