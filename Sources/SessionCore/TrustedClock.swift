package import Wire

/// The time that access is decided by. A wall clock that was set back is not believed: the time is never earlier than the
/// latest that the cloud has named, plus what the boot clock has counted since.
package struct TrustedClock: Sendable, Equatable {
    /// The latest time that was trusted, and where the boot clock of which boot stood then.
    package struct Mark: Sendable, Equatable {
        /// The trusted time.
        package var trusted: Timestamp
        /// The boot clock then.
        package var bootClock: Duration
        /// Which boot.
        package var bootID: String

        /// A mark.
        package init(trusted: Timestamp, bootClock: Duration, bootID: String) {
            self.trusted = trusted
            self.bootClock = bootClock
            self.bootID = bootID
        }
    }

    /// What the machine's clocks show.
    package struct Reading: Sendable, Equatable {
        /// The wall clock.
        package var wall: Timestamp
        /// The clock that counts from boot, through sleep.
        package var bootClock: Duration
        /// Which boot.
        package var bootID: String

        /// A reading.
        package init(wall: Timestamp, bootClock: Duration, bootID: String) {
            self.wall = wall
            self.bootClock = bootClock
            self.bootID = bootID
        }
    }

    /// What is wrong with a wall clock.
    package enum Fault: Sendable, Hashable {
        /// It is behind: the cloud must be asked before a key that expires is used.
        case behind
        /// It is ahead: keys expire by it that have not.
        case ahead
    }

    /// A wall clock further behind than this is wrong, not merely unsynchronized.
    package static let tolerance: Duration = .seconds(300)

    /// The stored mark; nil before the cloud was ever asked.
    package private(set) var mark: Mark?

    /// How far the wall clock was behind when the cloud last named the time; nil before it did in this process.
    private var confirmedLag: Duration?

    /// A clock with the stored mark.
    package init(mark: Mark?) {
        self.mark = mark
    }

    /// A clock with the stored mark, taken up by a process that starts at `reading`. How long the machine was off before
    /// another boot nobody knows; what passes from now on counts.
    package init(mark: Mark?, from reading: Reading) {
        self.mark = mark.map { mark in
            guard mark.bootID != reading.bootID else { return mark }
            return Mark(trusted: mark.trusted, bootClock: reading.bootClock, bootID: reading.bootID)
        }
    }

    /// The time to decide by: the later of both clocks, so that an expired key stays expired.
    package func now(_ reading: Reading) -> Timestamp {
        max(reading.wall, floor(reading) ?? reading.wall)
    }

    /// The time that is certain: what the cloud has named, and what has passed since. Nil before it named any.
    package func named(_ reading: Reading) -> Timestamp? { floor(reading) }

    /// Whether the wall clock is so far behind that the cloud must be asked before a key that expires is used. A lag
    /// through which the cloud was heard is known, and no longer suspect.
    package func isSuspect(_ reading: Reading) -> Bool {
        guard let floor = floor(reading) else { return false }
        let lag = reading.wall.duration(to: floor)
        return lag > Self.tolerance && lag - (confirmedLag ?? .zero) > Self.tolerance
    }

    /// What people should know is wrong with the wall clock. That it is ahead can be said only once the cloud was heard:
    /// before that, the machine may have been off.
    package func fault(_ reading: Reading) -> Fault? {
        if isSuspect(reading) { return .behind }
        guard confirmedLag != nil, let floor = floor(reading) else { return nil }
        return floor.duration(to: reading.wall) > Self.tolerance ? .ahead : nil
    }

    /// The cloud named a time. The mark moves forward only; whether it moved.
    package mutating func heard(_ server: Timestamp, at reading: Reading) -> Bool {
        let known = floor(reading)
        defer { confirmedLag = floor(reading).map { reading.wall.duration(to: $0) } }
        guard (known ?? server) <= server else { return false }
        mark = Mark(trusted: server, bootClock: reading.bootClock, bootID: reading.bootID)
        return true
    }

    /// The mark moved to what is certain now, for keeping; nil before the cloud named a time.
    package func mark(at reading: Reading) -> Mark? {
        floor(reading).map { Mark(trusted: $0, bootClock: reading.bootClock, bootID: reading.bootID) }
    }

    private func floor(_ reading: Reading) -> Timestamp? {
        guard let mark else { return nil }
        guard mark.bootID == reading.bootID, reading.bootClock > mark.bootClock else { return mark.trusted }
        return mark.trusted.advanced(by: reading.bootClock - mark.bootClock)
    }
}
