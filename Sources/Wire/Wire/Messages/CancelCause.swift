/// Why a handler must stop.
package enum CancelCause: String, Sendable, Hashable, CaseIterable {
    /// The client sent `cancel`.
    case client
    /// The deadline has passed. The call has already been answered.
    case deadline
    /// The connection was lost.
    case lost
    /// The stream's client reads more slowly than items arrive. The call has already been answered.
    case slowConsumer = "slow_consumer"
    /// The client has ended its input and used up its credit. The call has already been answered.
    case halfClosed = "half_closed"
    /// The server is stopping.
    case shutdown
}
