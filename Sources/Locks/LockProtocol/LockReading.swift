/// A lock's report about itself, in terms shared by all protocols. Like all statements of a lock, the report is only
/// the lock's claim.
package struct LockReading: Sendable, Equatable {
    /// The state of the bolt and the latch.
    package enum State: String, Sendable, Equatable {
        /// The bolt is extended.
        case locked
        /// The bolt is retracted.
        case unlocked
        /// The bolt is retracted and the latch is pulled.
        case unlatched
        /// The motor is turning.
        case moving
        /// The motor gave up before it had finished the movement.
        case jammed
        /// The lock reported another state, or no state.
        case unknown
    }

    /// The state of the sensor at the door.
    package enum Door: String, Sendable, Equatable {
        /// The door is open.
        case open
        /// The door is closed.
        case closed
        /// The sensor does not know the state of the door.
        case unknown
    }

    /// The state of the bolt and the latch.
    package var state: State
    /// The state reported by the door sensor, or nil without a sensor.
    package var door: Door?
    /// The battery's charge in percent, 0 to 100, or nil if the lock reported none.
    package var batteryPercent: Int?
    /// Whether the lock asks for new batteries, or nil if the lock did not report this.
    package var isBatteryCritical: Bool?
    /// The lock's firmware version, as the lock reports it, or nil if the lock reported none.
    package var firmware: String?

    /// Creates a reading that contains only a state.
    package init(_ state: State) {
        self.state = state
    }
}
