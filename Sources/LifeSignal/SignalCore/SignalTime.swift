package import Wire

/// The time that governs deadlines.
///
/// Signal time starts from the wall clock and never goes back. Within one boot, signal time follows the boot clock,
/// which keeps counting during sleep and which nobody can set. Setting the wall clock back changes nothing. If signal
/// time is in doubt, it does not stand still but moves forward. Asking about a deadline too early is better than
/// forgetting the deadline. Access to doors uses another clock. If that clock is in doubt, doors stay shut.
package struct SignalTime: Sendable, Hashable {
    /// The readings of the machine's clocks at one moment.
    package struct Reading: Sendable, Hashable {
        package var wall: Timestamp
        /// Time since boot, including sleep.
        package var bootClock: Duration
        /// The kernel's id of the boot that the boot clock counts from.
        package var bootID: String
        /// Whether the kernel considers its wall clock synchronized.
        package var isSynchronized: Bool

        /// A reading.
        package init(wall: Timestamp, bootClock: Duration, bootID: String, isSynchronized: Bool) {
            self.wall = wall
            self.bootClock = bootClock
            self.bootID = bootID
            self.isSynchronized = isSynchronized
        }
    }

    /// Whether the daemon knows how long the machine was off before this boot.
    package enum Outage: Sendable, Hashable {
        /// The wall clock showed how long the machine was off.
        case known
        /// The wall clock was wrong before or after the boot. The wall clock may still be synchronized until this
        /// moment of the boot clock.
        case awaited(until: Duration)
        /// The wall clock was not synchronized in time, so everyone was asked to check in.
        case unknown
    }

    /// The time at one moment, with the machine's clocks. The store keeps it across restarts.
    package struct Mark: Sendable, Hashable {
        package var time: Timestamp
        package var wall: Timestamp
        package var bootClock: Duration
        package var bootID: String
        package var outage: Outage
        /// The end of the period in which the time is in doubt, because the time was moved by more than a week in one
        /// step. The value is nil if the time was never moved by so much.
        package var doubtedUntil: Timestamp?

        /// A mark.
        package init(
            time: Timestamp, wall: Timestamp, bootClock: Duration, bootID: String, outage: Outage = .known,
            doubtedUntil: Timestamp? = nil
        ) {
            self.time = time
            self.wall = wall
            self.bootClock = bootClock
            self.bootID = bootID
            self.outage = outage
            self.doubtedUntil = doubtedUntil
        }
    }

    /// The fault of the machine's wall clock.
    package enum Fault: String, Sendable, CaseIterable {
        /// The wall clock was set back by more than ``tolerance``.
        case behind
        /// The wall clock was set forward, and nothing confirms that the new setting is right.
        case ahead
        /// The wall clock was wrong before or after the machine started, so the daemon does not know how long the
        /// machine was off.
        case unsure
    }

    /// How far a clock may move the time in one step without making it doubtful. Also how long the doubt lasts.
    private static let (leap, doubt) = (Duration.seconds(86_400 * 7), Duration.seconds(86_400))
    /// How far the wall clock may be off before the error matters.
    package static let tolerance = Duration.seconds(2)
    /// How long a machine that was off for an unknown time waits for clock synchronization.
    package static let wait = Duration.seconds(60)

    /// The mark from which the boot clock is counted.
    private var base: Mark
    /// How far the time has moved forward to match a synchronized wall clock since the last ``takeJump()``.
    private var jump = Duration.zero
    /// The last period in which the machine was off or its clock was wrong, in signal time. The value is nil if that
    /// period was shorter than a minute.
    package private(set) var off: ClosedRange<Timestamp>?

    /// The time that continues from `mark`. If there is no mark, the time starts from the wall clock.
    package init(after mark: Mark?, at reading: Reading) {
        guard let mark else {
            base = Mark(time: reading.wall, at: reading)
            return
        }
        if mark.bootID == reading.bootID, reading.bootClock >= mark.bootClock {
            base = mark
            return
        }
        let off = mark.wall.duration(to: reading.wall)
        let wasBehind = mark.wall.duration(to: mark.time) > Self.tolerance
        // The clock was behind (for example, it starts at 1970 on each boot) and has since been set. For this reason,
        // the step forward is not the time for which the machine was off.
        let isSet = reading.wall >= mark.time && (wasBehind || reading.isSynchronized)
        base = Mark(time: isSet ? reading.wall : mark.time.advanced(by: max(.zero, off)), at: reading)
        let isUnsure = off < .zero - Self.tolerance || (wasBehind && !reading.isSynchronized)
        base.outage = isUnsure ? .awaited(until: reading.bootClock + Self.wait) : .known
        base.doubtedUntil = mark.doubtedUntil
        moved(by: mark.time.duration(to: base.time))
        if mark.time.duration(to: base.time) >= .seconds(60) { self.off = mark.time...base.time }
    }

    /// The time at a reading from the same boot. Moves forward to a synchronized wall clock.
    package mutating func now(_ reading: Reading) -> Timestamp {
        let time = time(at: reading)
        let ahead = time.duration(to: reading.wall)
        guard reading.isSynchronized, base.outage != .known || ahead > Self.tolerance else { return time }
        base.outage = .known
        guard ahead > .zero else { return time }
        if ahead > Self.tolerance { jump += ahead }
        if ahead >= .seconds(60) { off = time...reading.wall }
        base = Mark(time: reading.wall, at: reading, doubtedUntil: base.doubtedUntil)
        moved(by: ahead)
        return reading.wall
    }

    /// Records that the time was moved to its current value. A long move puts the time in doubt for a day. A further
    /// move does not shorten the doubt.
    private mutating func moved(by distance: Duration) {
        base.doubtedUntil =
            distance > Self.leap
            ? base.time.advanced(by: Self.doubt) : base.doubtedUntil?.advanced(by: max(.zero, distance))
    }

    /// The time at a reading from the same boot, without regard to the wall clock.
    private func time(at reading: Reading) -> Timestamp {
        base.time.advanced(by: max(.zero, reading.bootClock - base.bootClock))
    }

    /// The time and the clock readings, for storing.
    package mutating func mark(_ reading: Reading) -> Mark {
        var mark = Mark(time: now(reading), at: reading)
        (mark.outage, mark.doubtedUntil) = (base.outage, base.doubtedUntil)
        return mark
    }

    /// Whether everyone must be asked to check in. This is so if nobody knows how long the machine was off and the
    /// clock was not synchronized in time.
    package func isAskDue(_ reading: Reading) -> Bool {
        guard case .awaited(let end) = base.outage else { return false }
        return reading.bootClock >= end
    }

    /// Records that everyone was asked.
    package mutating func asked() {
        if case .awaited = base.outage { base.outage = .unknown }
    }

    /// Returns how far the time has moved forward since the last call. If a deadline passed because of such a move, the
    /// person is asked before an alarm is raised.
    package mutating func takeJump() -> Duration {
        defer { jump = .zero }
        return jump
    }

    /// Whether the time may be wrong, so that nothing may be removed because of its age. The time may be wrong if the
    /// wall clock is behind the time, or has moved the time by more than a week within the last day.
    package func isInDoubt(_ reading: Reading) -> Bool {
        fault(reading) == .behind || base.doubtedUntil.map { time(at: reading) < $0 } ?? false
    }

    /// Sets the time to the wall clock, forward or back. Returns how far the time was ahead of the wall clock (negative
    /// if the time was behind). If the two agree, returns nil and changes nothing.
    package mutating func set(_ reading: Reading) -> Duration? {
        let error = reading.wall.duration(to: now(reading))
        guard abs(error.milliseconds) > Self.tolerance.milliseconds else { return nil }
        base = Mark(time: reading.wall, at: reading)
        // People whose deadlines pass because of this move are asked before an alarm is raised.
        jump = max(.zero, .zero - error)
        return error
    }

    /// The fault of the wall clock, or nil if the clock is right.
    package func fault(_ reading: Reading) -> Fault? {
        guard base.outage == .known else { return .unsure }
        let time = base.time.advanced(by: max(.zero, reading.bootClock - base.bootClock))
        let ahead = time.duration(to: reading.wall)
        if ahead < .zero - Self.tolerance { return .behind }
        return ahead > Self.tolerance ? .ahead : nil
    }
}

extension SignalTime.Mark {
    fileprivate init(time: Timestamp, at reading: SignalTime.Reading, doubtedUntil: Timestamp? = nil) {
        self.init(
            time: time, wall: reading.wall, bootClock: reading.bootClock, bootID: reading.bootID,
            doubtedUntil: doubtedUntil)
    }
}
