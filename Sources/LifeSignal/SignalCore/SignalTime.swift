package import Wire

/// The time by which deadlines run.
///
/// It begins as the wall clock's and never goes back. Within one boot it follows the boot clock, which counts through
/// sleep and which nobody can set; a wall clock that was set back changes nothing. Where it must choose it goes on
/// rather than stands still, so that a deadline is asked about too early and not forgotten. Access to doors is decided
/// by another clock, which chooses the other way.
package struct SignalTime: Sendable, Hashable {
    /// What the machine's clocks show at one moment.
    package struct Reading: Sendable, Hashable {
        package var wall: Timestamp
        /// Time since boot, including sleep.
        package var bootClock: Duration
        /// The boot that the clock belongs to, as the kernel names it.
        package var bootID: String
        /// Whether the kernel takes its wall clock for synchronized.
        package var isSynchronized: Bool

        /// A reading.
        package init(wall: Timestamp, bootClock: Duration, bootID: String, isSynchronized: Bool) {
            self.wall = wall
            self.bootClock = bootClock
            self.bootID = bootID
            self.isSynchronized = isSynchronized
        }
    }

    /// The time at one moment, and what the machine's clocks showed then. It outlives the process in the store.
    package struct Mark: Sendable, Hashable {
        package var time: Timestamp
        package var wall: Timestamp
        package var bootClock: Duration
        package var bootID: String

        /// A mark.
        package init(time: Timestamp, wall: Timestamp, bootClock: Duration, bootID: String) {
            self.time = time
            self.wall = wall
            self.bootClock = bootClock
            self.bootID = bootID
        }
    }

    /// What is wrong with the machine's wall clock.
    package enum Fault: String, Sendable, CaseIterable {
        /// It was set back, by more than ``tolerance``.
        case behind
        /// It was set forward, and nothing says that it is right.
        case ahead
        /// The machine has started with a clock that is earlier than when it was last on: how long it was off is not
        /// known.
        case unsure
    }

    /// How far the wall clock may be off before that means something.
    package static let tolerance = Duration.seconds(2)

    /// The moment from which the boot clock is counted.
    private var base: Mark
    /// Whether the time that the machine was off is not known yet.
    private var isUnsure: Bool
    /// How far the time was moved forward to a synchronized wall clock since ``takeJump()``.
    private var jump = Duration.zero

    /// The time after `mark`, or the wall clock's if there is none.
    package init(after mark: Mark?, at reading: Reading) {
        guard let mark else {
            (base, isUnsure) = (Mark(time: reading.wall, at: reading), false)
            return
        }
        if mark.bootID == reading.bootID, reading.bootClock >= mark.bootClock {
            (base, isUnsure) = (mark, false)
            return
        }
        let off = mark.wall.duration(to: reading.wall)
        isUnsure = off < .zero - Self.tolerance
        base = Mark(time: mark.time.advanced(by: max(.zero, off)), at: reading)
    }

    /// The time at a reading of the same boot. Moves forward to a wall clock that is synchronized.
    package mutating func now(_ reading: Reading) -> Timestamp {
        let time = base.time.advanced(by: max(.zero, reading.bootClock - base.bootClock))
        let ahead = time.duration(to: reading.wall)
        guard reading.isSynchronized, isUnsure || ahead > Self.tolerance else { return time }
        isUnsure = false
        guard ahead > .zero else { return time }
        if ahead > Self.tolerance { jump += ahead }
        base = Mark(time: reading.wall, at: reading)
        return reading.wall
    }

    /// The time with the clocks' reading, to be kept.
    package mutating func mark(_ reading: Reading) -> Mark { Mark(time: now(reading), at: reading) }

    /// How far the time was moved forward since this was last asked: what became due by that is asked about first.
    package mutating func takeJump() -> Duration {
        defer { jump = .zero }
        return jump
    }

    /// What is wrong with the wall clock; nil if nothing is.
    package func fault(_ reading: Reading) -> Fault? {
        guard !isUnsure else { return .unsure }
        let time = base.time.advanced(by: max(.zero, reading.bootClock - base.bootClock))
        let ahead = time.duration(to: reading.wall)
        if ahead < .zero - Self.tolerance { return .behind }
        return ahead > Self.tolerance ? .ahead : nil
    }
}

extension SignalTime.Mark {
    fileprivate init(time: Timestamp, at reading: SignalTime.Reading) {
        self.init(time: time, wall: reading.wall, bootClock: reading.bootClock, bootID: reading.bootID)
    }
}
