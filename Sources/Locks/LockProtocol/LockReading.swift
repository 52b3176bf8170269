/// A lock's report about itself, in the words shared by all protocols. Like everything it says, it is only the lock's
/// claim.
package struct LockReading: Sendable, Equatable {
    /// The state of the bolt and the latch.
    package enum State: String, Sendable, Equatable {
        /// The bolt is out.
        case locked
        /// The bolt is back.
        case unlocked
        /// The latch is pulled as well.
        case unlatched
        /// The motor is turning.
        case moving
        /// The motor gave up before it was done.
        case jammed
        /// None of these, or not said.
        case unknown
    }

    /// The state of the sensor at the door.
    package enum Door: String, Sendable, Equatable {
        /// The door is open.
        case open
        /// The door is closed.
        case closed
        /// The sensor does not know.
        case unknown
    }

    /// The state of the bolt and the latch.
    package var state: State
    /// Nil without a sensor.
    package var door: Door?
    /// 0 to 100; nil if the lock did not say.
    package var batteryPercent: Int?
    /// Whether the lock asks for new batteries; nil if it did not say.
    package var isBatteryCritical: Bool?
    /// The version of the lock's program, in the lock's spelling; nil if it did not say.
    package var firmware: String?

    /// Creates a reading with only a state.
    package init(_ state: State) {
        self.state = state
    }
}
