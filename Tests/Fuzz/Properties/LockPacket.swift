/// A message between a key and a lock.
struct LockPacket: Equatable {
    var characteristic: String
    /// The written or indicated bytes.
    var bytes: [UInt8]
    /// A subscription in place of a value; `bytes` are empty then.
    var subscribes = false
    /// The number of the attempt from which the packet comes, counted from 1 within a run; 0 if it comes from no
    /// attempt.
    var attempt = 0
}

/// The records of a lock, as far as the properties need them.
enum LockFact: Sendable, Equatable {
    /// The motor is moving to open the lock.
    case opening
    /// The bolt or the latch is open.
    case opened
    /// Somebody has a key now.
    case paired
    /// Anything else.
    case other
}
