package import Wire

/// The time that governs deadlines.
///
/// It starts from the wall clock and never goes back. Within one boot it follows the boot clock, which keeps counting
/// during sleep and which nobody can set; setting the wall clock back changes nothing. In doubt it moves forward rather
/// than stands still: better to ask about a deadline too early than to forget it. Access to doors uses another clock,
/// which decides the other way.
package struct SignalTime: Sendable, Hashable {
    /// The readings of the machine's clocks at one moment.
    package struct Reading: Sendable, Hashable {
        package var wall: Timestamp
        /// Time since boot, including sleep.
        package var bootClock: Duration
        /// The boot that the clock belongs to, by the kernel's id.
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

    /// Whether it is known how long the machine was off before this boot.
    package enum Outage: Sendable, Hashable {
        /// The wall clock gave the answer.
        case known
        /// The wall clock was wrong before or after; it may still be synchronized until this moment of the boot clock.
        case awaited(until: Duration)
        /// It was not synchronized in time, so everyone was asked.
        case unknown
    }

    /// The time at one moment, with the machine's clocks. The store keeps it across restarts.
    package struct Mark: Sendable, Hashable {
        package var time: Timestamp
        package var wall: Timestamp
        package var bootClock: Duration
        package var bootID: String
        package var outage: Outage
        /// How long the time is in doubt, because it was moved by more than a week at once; nil if it never was.
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

    /// What is wrong with the machine's wall clock.
    package enum Fault: String, Sendable, CaseIterable {
        /// It was set back by more than ``tolerance``.
        case behind
        /// It was set forward, and nothing confirms that it is right.
        case ahead
        /// The machine started with a clock that was wrong before or after, so it is unknown how long the machine was
        /// off.
        case unsure
    }

    /// How far a clock may move the time at once without raising doubt, and how long the doubt lasts.
    private static let (leap, doubt) = (Duration.seconds(86_400 * 7), Duration.seconds(86_400))
    /// How far the wall clock may be off before that matters.
    package static let tolerance = Duration.seconds(2)
    /// How long a machine that was off for an unknown time waits for clock synchronization.
    package static let wait = Duration.seconds(60)

    /// The mark from which the boot clock is counted.
    private var base: Mark
    /// How far the time has moved forward to a synchronized wall clock since the last ``takeJump()``.
    private var jump = Duration.zero
    /// The period when the machine was last off or its clock wrong, in this time; nil if it was less than a minute.
    package private(set) var off: ClosedRange<Timestamp>?

    /// The time that continues from `mark`, or the wall clock's time without one.
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
        // The clock was behind, such as one that starts at 1970 on each boot, and has since been set: the step forward
        // is not the time that the machine was off.
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

    /// The time was moved to its current value. A long move puts it in doubt for a day; a further move does not shorten
    /// the doubt.
    private mutating func moved(by distance: Duration) {
        base.doubtedUntil =
            distance > Self.leap
            ? base.time.advanced(by: Self.doubt) : base.doubtedUntil?.advanced(by: max(.zero, distance))
    }

    /// The time at a reading from the same boot, whatever the wall clock says.
    private func time(at reading: Reading) -> Timestamp {
        base.time.advanced(by: max(.zero, reading.bootClock - base.bootClock))
    }

    /// The time and the clock readings, for storing.
    package mutating func mark(_ reading: Reading) -> Mark {
        var mark = Mark(time: now(reading), at: reading)
        (mark.outage, mark.doubtedUntil) = (base.outage, base.doubtedUntil)
        return mark
    }

    /// Whether everyone must be asked, because it is unknown how long the machine was off, and the clock was not
    /// synchronized in time.
    package func isAskDue(_ reading: Reading) -> Bool {
        guard case .awaited(let end) = base.outage else { return false }
        return reading.bootClock >= end
    }

    /// Records that everyone was asked.
    package mutating func asked() {
        if case .awaited = base.outage { base.outage = .unknown }
    }

    /// Returns how far the time has moved forward since the last call. Whatever fell due because of that is asked about
    /// first.
    package mutating func takeJump() -> Duration {
        defer { jump = .zero }
        return jump
    }

    /// Whether the time may be wrong, so that nothing may be removed for its age: the wall clock is behind it, or has
    /// moved it by more than a week within the last day.
    package func isInDoubt(_ reading: Reading) -> Bool {
        fault(reading) == .behind || base.doubtedUntil.map { time(at: reading) < $0 } ?? false
    }

    /// Continues from the wall clock, in either direction. Returns how far the time was ahead of it, negative if it was
    /// behind. If it was neither, returns nil and changes nothing.
    package mutating func set(_ reading: Reading) -> Duration? {
        let error = reading.wall.duration(to: now(reading))
        guard abs(error.milliseconds) > Self.tolerance.milliseconds else { return nil }
        base = Mark(time: reading.wall, at: reading)
        // People whose deadlines fall due because of that are asked first.
        jump = max(.zero, .zero - error)
        return error
    }

    /// What is wrong with the wall clock; nil if it is right.
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
