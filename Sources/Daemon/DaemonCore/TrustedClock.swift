package import Wire

/// The time by which access is decided. A wall clock that was set back is not believed: the time is never earlier than
/// the latest time reported by the cloud, plus what the boot clock has counted since.
///
/// A time from the cloud is not believed either if nothing else confirms it: neither the wall clock nor the previous
/// certain time. Until the next answer, such a claim only refuses what has expired by it. It becomes certain only when
/// several answers agree.
package struct TrustedClock: Sendable, Equatable {
    /// The readings of the machine's clocks.
    package struct Reading: Sendable, Equatable {
        /// The wall clock.
        package var wall: Timestamp
        /// The clock that counts from boot, through sleep.
        package var bootClock: Duration
        /// The boot's id.
        package var bootID: String

        /// Creates a reading.
        package init(wall: Timestamp, bootClock: Duration, bootID: String) {
            self.wall = wall
            self.bootClock = bootClock
            self.bootID = bootID
        }
    }

    /// What is wrong with the clock.
    package enum Fault: Sendable, Hashable {
        /// The wall clock is behind: the cloud must be asked before an expiring key is used.
        case behind
        /// The wall clock is ahead: by it, keys expire that have not expired.
        case ahead
        /// The cloud's time is in doubt, not the wall clock: the cloud's answers report different times.
        case disputed
    }

    /// A wall clock that is further behind than this is wrong, not merely unsynchronized.
    package static let tolerance: Duration = .seconds(300)

    /// How many answers must agree on an otherwise unconfirmed time.
    private static let agreement = 3
    /// How long they must keep agreeing if the kernel has counted since the cloud was last believed.
    private static let agreementTime: Duration = .seconds(600)

    /// A time reported by the cloud that nothing else confirms.
    private struct Claim: Sendable, Equatable {
        var first: TimeMark
        var answers: Int
        /// The boot clock at the time of the latest of these answers.
        var latest: Duration

        func time(_ reading: Reading) -> Timestamp {
            first.trusted.advanced(by: max(.zero, reading.bootClock - first.bootClock))
        }
    }

    /// The stored mark; nil if the cloud has never been asked.
    package private(set) var mark: TimeMark?
    /// The mark's boot, if it is an earlier one and the cloud has reported no time since: any amount of time may have
    /// passed.
    private var earlierBoot: String?
    private var claim: Claim?
    /// Whether the cloud's latest answer reported a time before the certain one.
    private var isContradicted = false

    /// How far behind the wall clock was when the cloud last reported the time; nil before it did so in this process.
    private var confirmedLag: Duration?

    /// Creates a clock with the stored mark.
    package init(mark: TimeMark?) {
        self.mark = mark
    }

    /// Creates a clock with the stored mark, for a process that starts at `reading`. How long the machine was off
    /// before a new boot is unknown; only the time from now on counts.
    package init(mark: TimeMark?, from reading: Reading) {
        earlierBoot = mark.flatMap { $0.bootID != reading.bootID ? $0.bootID : nil }
        self.mark = mark.map { mark in
            guard mark.bootID != reading.bootID else { return mark }
            return TimeMark(trusted: mark.trusted, bootClock: reading.bootClock, bootID: reading.bootID)
        }
    }

    /// The time to decide by: the latest of the clocks, so an expired key stays expired.
    package func now(_ reading: Reading) -> Timestamp {
        max(settled(reading), claim(at: reading)?.time(reading) ?? reading.wall)
    }

    /// The time according to what is certain and the wall clock, without the cloud's mere claims: for decisions that
    /// cannot be undone.
    package func settled(_ reading: Reading) -> Timestamp { max(reading.wall, floor(reading) ?? reading.wall) }

    /// The cloud's claim. If the kernel has counted, a claim that is not repeated lapses.
    private func claim(at reading: Reading) -> Claim? {
        guard let claim, isCounted, reading.bootClock - claim.latest > Self.agreementTime else { return claim }
        return nil
    }

    /// Whether the kernel has counted since the cloud was last believed.
    private var isCounted: Bool { mark != nil && earlierBoot == nil }

    /// The certain time: the one reported by the cloud, plus what has passed since. Nil before the first report.
    package func named(_ reading: Reading) -> Timestamp? { floor(reading) }

    /// Whether the wall clock is so far behind that the cloud must be asked before an expiring key is used. A lag that
    /// existed when the cloud last answered is known, and no longer suspicious.
    package func isSuspect(_ reading: Reading) -> Bool {
        guard let floor = floor(reading) else { return false }
        let lag = reading.wall.duration(to: floor)
        return lag > Self.tolerance && lag - (confirmedLag ?? .zero) > Self.tolerance
    }

    /// The clock's fault that people should know about. Whether the wall clock is ahead is known only once the cloud
    /// has answered: before that, the machine may have been off.
    package func fault(_ reading: Reading) -> Fault? {
        if isSuspect(reading) { return .behind }
        if claim(at: reading) != nil || isContradicted { return .disputed }
        guard confirmedLag != nil, let floor = floor(reading) else { return nil }
        return floor.duration(to: reading.wall) > Self.tolerance ? .ahead : nil
    }

    /// Takes a time reported by the cloud. The mark only moves forward; returns whether it moved.
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

    /// Whether something else confirms the time: the wall clock, or the certain time plus what has passed since.
    private func isBorneOut(_ server: Timestamp, at reading: Reading) -> Bool {
        let distance = reading.wall.duration(to: server)
        if distance <= Self.tolerance, .zero - distance <= Self.tolerance { return true }
        return floor(reading).map { $0.duration(to: server) <= Self.tolerance } ?? false
    }

    /// Takes an unconfirmed answer. Returns whether enough answers now agree and the mark has moved.
    private mutating func isAgreed(_ server: Timestamp, at reading: Reading) -> Bool {
        var next = Claim(
            first: TimeMark(trusted: server, bootClock: reading.bootClock, bootID: reading.bootID), answers: 1,
            latest: reading.bootClock)
        // A claim that no longer refuses anything still counts as agreeing: answers may be rare.
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

    /// The mark, advanced to what is certain now, for storing; nil before the cloud has reported a time. A mark from an
    /// earlier boot stays as it is.
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
