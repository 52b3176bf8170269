/// A message between a key and a lock.
struct LockPacket: Equatable {
    var characteristic: String
    /// The written or indicated bytes.
    var bytes: [UInt8]
    /// Whether the packet is a subscription instead of a value. In that case, `bytes` is empty.
    var subscribes = false
    /// The number of the attempt to which the packet belongs. The first attempt of a run has the number 1. The number
    /// is 0 if the packet belongs to no attempt.
    var attempt = 0
}

/// The facts about a lock that the properties need.
enum LockFact: Sendable, Equatable {
    /// The motor is moving to open the lock.
    case opening
    /// The bolt or the latch is open.
    case opened
    /// A pairing gave somebody a key.
    case paired
    /// Any other fact.
    case other
}
