import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SignalCore
import SignalStore
import Wire

/// The daemon's time, as ``SignalTime`` determines it from the machine's clocks or a test's.
final class SignalClock: Sendable {
    private let time: Locked<SignalTime?>
    private let reading: @Sendable () -> SignalTime.Reading
    private let start = Locked<Timestamp?>(nil)

    /// The time at which this process took the stored mark, or nil before that.
    var began: Timestamp? { start.withLock(\.self) }

    /// Creates a clock without a mark. Until ``take(_:)`` is called, the clock follows the wall clock.
    init(reading: @escaping @Sendable () -> SignalTime.Reading) {
        self.reading = reading
        time = Locked(nil)
    }

    /// Reads the machine's clocks. If the kernel gives no id for the boot, each process counts as a new boot.
    static func machine() throws -> @Sendable () -> SignalTime.Reading {
        let bootID: String
        do { bootID = try SystemClock.bootID() } catch { bootID = try RandomID.make(bytes: 18) }
        return {
            SignalTime.Reading(
                wall: Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()),
                bootClock: SystemClock.sinceBoot(), bootID: bootID, isSynchronized: SystemClock.isSynchronized())
        }
    }

    /// Continues from the stored mark.
    func take(_ mark: SignalTime.Mark?) {
        let reading = reading()
        time.withLock { $0 = SignalTime(after: mark, at: reading) }
        let now = now()
        start.withLock { $0 = $0 ?? now }
    }

    /// The time that governs deadlines.
    func now() -> Timestamp {
        let reading = reading()
        return time.withLock { time in
            var known = time ?? SignalTime(after: nil, at: reading)
            defer { if time != nil { time = known } }
            return known.now(reading)
        }
    }

    /// The time, and how far it has moved forward to a corrected clock since the last call.
    func look() -> (now: Timestamp, jump: Duration) {
        let now = now()
        return (now, time.withLock { $0?.takeJump() ?? .zero })
    }

    /// Whether everyone must be asked: see ``SignalTime/isAskDue(_:)``.
    var isAskDue: Bool {
        let reading = reading()
        return time.withLock { $0?.isAskDue(reading) ?? false }
    }

    /// When the machine was last off or its clock wrong: see ``SignalTime/off``.
    var off: ClosedRange<Timestamp>? { time.withLock { $0?.off } }

    /// Records that everyone was asked.
    func asked() { time.withLock { $0?.asked() } }

    /// The time, the wall clock, and the fault of the wall clock.
    func report() -> (time: Timestamp, wall: Timestamp, fault: SignalTime.Fault?) {
        let (now, reading) = (now(), reading())
        return (now, reading.wall, time.withLock { $0?.fault(reading) })
    }

    /// Whether the time may be wrong: see ``SignalTime/isInDoubt(_:)``.
    var isInDoubt: Bool {
        let reading = reading()
        return time.withLock { $0?.isInDoubt(reading) ?? true }
    }

    /// The given moment, or the current time if the time was set back to before that moment.
    func latest(_ moment: Timestamp) -> Timestamp { min(moment, now()) }

    /// Whether the kernel considers its wall clock synchronized.
    var isSynchronized: Bool { reading().isSynchronized }

    /// How far the time is ahead of the wall clock (negative if it is behind). Also the mark that must be stored if the
    /// time is set to the wall clock. The value is nil if the two agree.
    var setting: (error: Duration, mark: SignalTime.Mark)? {
        let reading = reading()
        guard var time = time.withLock({ $0 }), let error = time.set(reading) else { return nil }
        return (error, time.mark(reading))
    }

    /// Continues from the machine's wall clock.
    func set() {
        let reading = reading()
        time.withLock { _ = $0?.set(reading) }
    }

    /// The mark to store now, or nil before the store was read.
    func mark() -> SignalTime.Mark? {
        let reading = reading()
        return time.withLock { $0?.mark(reading) }
    }
}
