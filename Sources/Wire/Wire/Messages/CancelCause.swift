/// Why a handler is told to stop.
package enum CancelCause: String, Sendable, Hashable, CaseIterable {
    /// The client sent `cancel`.
    case client
    /// The deadline has passed. The call was already answered.
    case deadline
    /// The connection is lost.
    case lost
    /// The stream's client reads more slowly than items come. The call was already answered.
    case slowConsumer = "slow_consumer"
    /// The client has ended its input and used up its credit. The call was already answered.
    case halfClosed = "half_closed"
    /// The server stops.
    case shutdown
}
