package import Wire

/// The time by which deadlines run.
///
/// It begins as the wall clock's and never goes back. Within one boot it follows the boot clock, which counts through
/// sleep and which nobody can set; a wall clock that was set back changes nothing. Where it must choose it goes on
/// rather than stands still, so that a deadline is asked about too early and not forgotten. Access to doors is decided
/// by another clock, which chooses the other way.
package struct SignalTime: Sendable, Hashable {
    /// The readings of the machine's clocks at one moment.
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

    /// The knowledge of how long the machine was off before its boot.
    package enum Outage: Sendable, Hashable {
        /// The wall clock has told.
        case known
        /// The wall clock was wrong, before or after; until this moment of the boot clock it may be synchronized.
        case awaited(until: Duration)
        /// It was not synchronized in time, and everyone was asked instead.
        case unknown
    }

    /// The time at one moment, and the machine's clocks then. It outlives the process in the store.
    package struct Mark: Sendable, Hashable {
        package var time: Timestamp
        package var wall: Timestamp
        package var bootClock: Duration
        package var bootID: String
        package var outage: Outage
        /// Until when the time is doubted, because it was moved by more than a week at once; nil if it never was.
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
        /// It was set back, by more than ``tolerance``.
        case behind
        /// It was set forward, and nothing says that it is right.
        case ahead
        /// The machine has started with a clock that was wrong, before or after: how long it was off is not known.
        case unsure
    }

    /// How far a clock may move the time at once before that is doubted, and for how long it is.
    private static let (leap, doubt) = (Duration.seconds(86_400 * 7), Duration.seconds(86_400))
    /// How far the wall clock may be off before that means something.
    package static let tolerance = Duration.seconds(2)
    /// How long a machine that was off for an unknown time waits for its clock to be synchronized.
    package static let wait = Duration.seconds(60)

    /// The moment from which the boot clock is counted.
    private var base: Mark
    /// How far the time was moved forward to a synchronized wall clock since ``takeJump()``.
    private var jump = Duration.zero
    /// From when to when the machine was off last, or its clock wrong, by this time; nil for less than a minute.
    package private(set) var off: ClosedRange<Timestamp>?

    /// The time after `mark`, or the wall clock's without a mark.
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
        // A clock that was behind, as one that begins with 1970 at each boot, and that has been set since: the step
        // forward is not how long the machine was off.
        let isSet = reading.wall >= mark.time && (wasBehind || reading.isSynchronized)
        base = Mark(time: isSet ? reading.wall : mark.time.advanced(by: max(.zero, off)), at: reading)
        let isUnsure = off < .zero - Self.tolerance || (wasBehind && !reading.isSynchronized)
        base.outage = isUnsure ? .awaited(until: reading.bootClock + Self.wait) : .known
        base.doubtedUntil = mark.doubtedUntil
        moved(by: mark.time.duration(to: base.time))
        if mark.time.duration(to: base.time) >= .seconds(60) { self.off = mark.time...base.time }
    }

    /// The time at a reading of the same boot. Moves forward to a wall clock that is synchronized.
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

    /// The time was moved to where it is now: far, and it is doubted for a day; while it is, no move ends that.
    private mutating func moved(by distance: Duration) {
        base.doubtedUntil =
            distance > Self.leap
            ? base.time.advanced(by: Self.doubt) : base.doubtedUntil?.advanced(by: max(.zero, distance))
    }

    /// The time at a reading of the same boot, whatever the wall clock says.
    private func time(at reading: Reading) -> Timestamp {
        base.time.advanced(by: max(.zero, reading.bootClock - base.bootClock))
    }

    /// The time with the clocks' reading, to be kept.
    package mutating func mark(_ reading: Reading) -> Mark {
        var mark = Mark(time: now(reading), at: reading)
        (mark.outage, mark.doubtedUntil) = (base.outage, base.doubtedUntil)
        return mark
    }

    /// Whether everyone is to be asked, because nobody knows how long the machine was off, and the clock was not
    /// synchronized in time.
    package func isAskDue(_ reading: Reading) -> Bool {
        guard case .awaited(let end) = base.outage else { return false }
        return reading.bootClock >= end
    }

    /// Everyone was asked.
    package mutating func asked() {
        if case .awaited = base.outage { base.outage = .unknown }
    }

    /// How far the time was moved forward since this was last asked: what became due by that is asked about first.
    package mutating func takeJump() -> Duration {
        defer { jump = .zero }
        return jump
    }

    /// Whether the time may be wrong, so that nothing must be removed because it is old: the wall clock is behind it,
    /// or has moved it by more than a week within the last day.
    package func isInDoubt(_ reading: Reading) -> Bool {
        fault(reading) == .behind || base.doubtedUntil.map { time(at: reading) < $0 } ?? false
    }

    /// Goes on from the wall clock, whichever way that is. Returns how far the time was ahead of it, below zero if it
    /// was behind; nil, and changes nothing, if it was neither.
    package mutating func set(_ reading: Reading) -> Duration? {
        let error = reading.wall.duration(to: now(reading))
        guard abs(error.milliseconds) > Self.tolerance.milliseconds else { return nil }
        base = Mark(time: reading.wall, at: reading)
        // People whose deadlines become due by that are asked first.
        jump = max(.zero, .zero - error)
        return error
    }

    /// The fault of the wall clock; nil if it is right.
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
