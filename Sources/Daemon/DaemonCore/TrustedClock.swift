package import Wire

/// The time by which access is decided. A wall clock that was set back is not trusted. The time is never earlier than
/// the latest time from the cloud, plus the time that the boot clock has measured since then.
///
/// A time from the cloud is also trusted only if the wall clock or the previous certain time confirms it. Until the
/// next answer, such a claim can only cause refusals. Keys that have expired according to the claim are refused. The
/// claim becomes certain only when several answers agree.
package struct TrustedClock: Sendable, Equatable {
    /// The readings of the machine's clocks.
    package struct Reading: Sendable, Equatable {
        /// The time shown by the wall clock.
        package var wall: Timestamp
        /// The time since boot, including the time during which the machine slept.
        package var bootClock: Duration
        /// The id of the current boot.
        package var bootID: String

        /// Creates a reading.
        package init(wall: Timestamp, bootClock: Duration, bootID: String) {
            self.wall = wall
            self.bootClock = bootClock
            self.bootID = bootID
        }
    }

    /// A fault of the machine's clock.
    package enum Fault: Sendable, Hashable {
        /// The wall clock is behind, so the cloud must be asked before an expiring key is used.
        case behind
        /// The wall clock is ahead, so keys that are still valid seem to have expired.
        case ahead
        /// The wall clock is behind by a known time, so access follows the cloud's time.
        case corrected
        /// The cloud's time is in doubt, not the wall clock, because the cloud's answers report different times.
        case disputed
    }

    /// The largest deviation of an unsynchronized wall clock. A wall clock that deviates more is wrong.
    package static let tolerance: Duration = .seconds(300)

    /// The number of answers that must agree on an otherwise unconfirmed time.
    private static let agreement = 3
    /// The time for which answers must keep agreeing if the kernel has measured the time since the cloud was last
    /// trusted.
    private static let agreementTime: Duration = .seconds(600)

    /// A time reported by the cloud that nothing else confirms.
    private struct Claim: Sendable, Equatable {
        var first: TimeMark
        var answers: Int
        /// The boot clock at the time of the latest answer that agrees with the claim.
        var latest: Duration

        func time(_ reading: Reading) -> Timestamp {
            first.trusted.advanced(by: max(.zero, reading.bootClock - first.bootClock))
        }
    }

    /// The stored mark, or nil if the cloud has never been asked.
    package private(set) var mark: TimeMark?
    /// The boot of the mark, if it is an earlier boot and the cloud has reported no time since then. Otherwise, this is
    /// nil. Any amount of time may have passed since an earlier boot.
    private var earlierBoot: String?
    private var claim: Claim?
    /// Whether the cloud's latest answer reported a time before the certain one.
    private var isContradicted = false

    /// The time by which the wall clock was behind when the cloud last reported the time. If the cloud has not reported
    /// the time during this process, this is nil.
    private var confirmedLag: Duration?

    /// Creates a clock with the stored mark.
    package init(mark: TimeMark?) {
        self.mark = mark
    }

    /// Creates a clock with the stored mark, for a process that starts at `reading`. The time for which the machine was
    /// off before a new boot is unknown, so only the time from now on is measured.
    package init(mark: TimeMark?, from reading: Reading) {
        earlierBoot = mark.flatMap { $0.bootID != reading.bootID ? $0.bootID : nil }
        self.mark = mark.map { mark in
            guard mark.bootID != reading.bootID else { return mark }
            return TimeMark(trusted: mark.trusted, bootClock: reading.bootClock, bootID: reading.bootID)
        }
    }

    /// Returns the time for decisions. It is the latest time of all clocks, so that an expired key stays expired.
    package func now(_ reading: Reading) -> Timestamp {
        max(settled(reading), claim(at: reading)?.time(reading) ?? reading.wall)
    }

    /// Returns the time for decisions that cannot be undone. It follows from the certain time and the wall clock,
    /// without unconfirmed claims of the cloud.
    package func settled(_ reading: Reading) -> Timestamp { max(reading.wall, floor(reading) ?? reading.wall) }

    /// Returns the cloud's claim. If the kernel has measured the time and a claim is not repeated, the claim no longer
    /// counts.
    private func claim(at reading: Reading) -> Claim? {
        guard let claim, isCounted, reading.bootClock - claim.latest > Self.agreementTime else { return claim }
        return nil
    }

    /// Whether the kernel has measured the time since the cloud was last trusted.
    private var isCounted: Bool { mark != nil && earlierBoot == nil }

    /// Returns the certain time: the time from the cloud plus the time that has passed since. Returns nil before the
    /// cloud's first report.
    package func named(_ reading: Reading) -> Timestamp? { floor(reading) }

    /// Whether the wall clock is so far behind that the cloud must be asked before an expiring key is used. A lag that
    /// already existed at the cloud's last answer is known, and therefore not suspicious.
    package func isSuspect(_ reading: Reading) -> Bool {
        guard let floor = floor(reading) else { return false }
        let lag = reading.wall.duration(to: floor)
        return lag > Self.tolerance && lag - (confirmedLag ?? .zero) > Self.tolerance
    }

    /// Returns the clock's fault that people should know about. Whether the wall clock is ahead is known only after an
    /// answer from the cloud; before the answer, the machine may have been off.
    package func fault(_ reading: Reading) -> Fault? {
        if isSuspect(reading) { return .behind }
        if claim(at: reading) != nil || isContradicted { return .disputed }
        guard confirmedLag != nil, let floor = floor(reading) else { return nil }
        let lag = reading.wall.duration(to: floor)
        if lag > Self.tolerance { return .corrected }
        return .zero - lag > Self.tolerance ? .ahead : nil
    }

    /// Handles a time reported by the cloud. The mark only moves forward. Returns whether the mark has moved.
    package mutating func heard(_ server: Timestamp, at reading: Reading) -> Bool {
        defer { confirmedLag = floor(reading).map { reading.wall.duration(to: $0) } }
        guard isBorneOut(server, at: reading) else { return isAgreed(server, at: reading) }
        let known = floor(reading)
        claim = nil
        isContradicted = known.map { server.duration(to: $0) > Self.tolerance } ?? false
        guard (known ?? server) <= server else { return false }
        believe(TimeMark(trusted: server, bootClock: reading.bootClock, bootID: reading.bootID))
        return true
    }

    /// Whether the wall clock, or the certain time plus the time passed since, confirms a time from the cloud.
    private func isBorneOut(_ server: Timestamp, at reading: Reading) -> Bool {
        let distance = reading.wall.duration(to: server)
        if distance <= Self.tolerance, .zero - distance <= Self.tolerance { return true }
        return floor(reading).map { $0.duration(to: server) <= Self.tolerance } ?? false
    }

    /// Handles an unconfirmed answer. Returns whether enough answers now agree and the mark has moved.
    private mutating func isAgreed(_ server: Timestamp, at reading: Reading) -> Bool {
        var next = Claim(
            first: TimeMark(trusted: server, bootClock: reading.bootClock, bootID: reading.bootID), answers: 1,
            latest: reading.bootClock)
        // A claim that no longer causes refusals still counts when a later answer agrees with it, because answers may
        // be rare.
        if let claim {
            let distance = claim.time(reading).duration(to: server)
            if distance <= Self.tolerance, .zero - distance <= Self.tolerance {
                next.first = claim.first
                next.answers = claim.answers + 1
            }
        }
        claim = next
        isContradicted = false
        let time = reading.bootClock - next.first.bootClock
        guard next.answers >= Self.agreement, !isCounted || time >= Self.agreementTime else { return false }
        claim = nil
        believe(TimeMark(trusted: next.time(reading), bootClock: reading.bootClock, bootID: reading.bootID))
        return true
    }

    private mutating func believe(_ new: TimeMark) {
        mark = new
        earlierBoot = nil
    }

    /// Returns the mark that must be stored, advanced to the certain time. Before the cloud has reported a time,
    /// returns nil. A mark from an earlier boot keeps its boot.
    package func mark(at reading: Reading) -> TimeMark? {
        floor(reading).map {
            TimeMark(trusted: $0, bootClock: reading.bootClock, bootID: earlierBoot ?? reading.bootID)
        }
    }

    private func floor(_ reading: Reading) -> Timestamp? {
        guard let mark else { return nil }
        guard mark.bootID == reading.bootID, reading.bootClock > mark.bootClock else { return mark.trusted }
        return mark.trusted.advanced(by: reading.bootClock - mark.bootClock)
    }
}
