/// A message between a key and a lock.
struct LockPacket: Equatable {
    var characteristic: String
    /// The bytes that are written or indicated.
    var bytes: [UInt8]
    /// A subscription in place of a value; `bytes` are empty then.
    var subscribes = false
    /// The number of the attempt that it comes from, counted from 1 within a run; 0: none.
    var attempt = 0
}

/// A lock's records, as far as properties need them.
enum LockFact: Sendable, Equatable {
    /// The motor turns towards open.
    case opening
    /// The bolt or latch has arrived.
    case opened
    /// Somebody has a key now.
    case paired
    /// Anything else.
    case other
}
