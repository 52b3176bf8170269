import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SignalCore
import SignalStore
import Wire

/// The daemon's time: what ``SignalTime`` decides, by the machine's clocks or a test's.
final class SignalClock: Sendable {
    private let time: Locked<SignalTime?>
    private let reading: @Sendable () -> SignalTime.Reading

    /// A clock without a mark: until ``take(_:)`` the wall clock counts.
    init(reading: @escaping @Sendable () -> SignalTime.Reading) {
        self.reading = reading
        time = Locked(nil)
    }

    /// Reads the machine's clocks. If the kernel does not name the boot, each process counts as a new boot.
    static func machine() throws -> @Sendable () -> SignalTime.Reading {
        let bootID: String
        do { bootID = try SystemClock.bootID() } catch { bootID = try RandomID.make(bytes: 18) }
        return {
            SignalTime.Reading(
                wall: Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()),
                bootClock: SystemClock.sinceBoot(), bootID: bootID, isSynchronized: SystemClock.isSynchronized())
        }
    }

    /// Goes on after the mark that the store kept.
    func take(_ mark: SignalTime.Mark?) {
        let reading = reading()
        time.withLock { $0 = SignalTime(after: mark, at: reading) }
    }

    /// The time by which deadlines run.
    func now() -> Timestamp {
        let reading = reading()
        return time.withLock { time in
            var known = time ?? SignalTime(after: nil, at: reading)
            defer { if time != nil { time = known } }
            return known.now(reading)
        }
    }

    /// The time, and how far it was moved forward to a corrected clock since this was last asked.
    func look() -> (now: Timestamp, jump: Duration) {
        let now = now()
        return (now, time.withLock { $0?.takeJump() ?? .zero })
    }

    /// Whether everyone is to be asked: see ``SignalTime/isAskDue(_:)``.
    var isAskDue: Bool {
        let reading = reading()
        return time.withLock { $0?.isAskDue(reading) ?? false }
    }

    /// From when to when the machine was off last, or its clock wrong: see ``SignalTime/off``.
    var off: ClosedRange<Timestamp>? { time.withLock { $0?.off } }

    /// Everyone was asked.
    func asked() { time.withLock { $0?.asked() } }

    /// The time beside the wall clock, and the fault of that.
    func report() -> (time: Timestamp, wall: Timestamp, fault: SignalTime.Fault?) {
        let (now, reading) = (now(), reading())
        return (now, reading.wall, time.withLock { $0?.fault(reading) })
    }

    /// Whether a clock that may be wrong has moved the time: see ``SignalTime/isInDoubt(_:)``.
    var isInDoubt: Bool {
        let reading = reading()
        return time.withLock { $0?.isInDoubt(reading) ?? true }
    }

    /// A moment, or the time if that was set back behind it.
    func latest(_ moment: Timestamp) -> Timestamp { min(moment, now()) }

    /// Whether the kernel takes its wall clock for synchronized.
    var isSynchronized: Bool { reading().isSynchronized }

    /// How far the time is ahead of the wall clock, below zero if it is behind, and the mark to keep if it is set to
    /// that; nil if it is neither.
    var setting: (error: Duration, mark: SignalTime.Mark)? {
        let reading = reading()
        guard var time = time.withLock({ $0 }), let error = time.set(reading) else { return nil }
        return (error, time.mark(reading))
    }

    /// Goes on from the machine's wall clock.
    func set() {
        let reading = reading()
        time.withLock { _ = $0?.set(reading) }
    }

    /// The mark to keep now; nil before the store was read.
    func mark() -> SignalTime.Mark? {
        let reading = reading()
        return time.withLock { $0?.mark(reading) }
    }
}
