package import DaemonCore
import DaemonKit
import LinuxSupport
package import Logging
package import SealedDatabase
package import Wire

/// The daemon's clock: the wall clock, corrected by the time from the cloud and the time that the kernel has measured
/// since. The store keeps the cloud's time across restarts.
package final class DaemonClock: Sendable {
    fileprivate struct State: Sendable {
        var clock: TrustedClock
        var kept: TimeMark?
    }

    /// The longest time by which the mark in the store lags behind the current time while the daemon runs.
    package static let keepingPeriod = Duration.seconds(300)

    private let state: Locked<State>
    /// The readings of the machine's clocks at the creation of this object.
    private let beginning: TrustedClock.Reading
    private let reading: @Sendable () -> TrustedClock.Reading

    /// Creates a clock with the mark kept in the store.
    package init(_ kept: TimeMark?, reading: @escaping @Sendable () -> TrustedClock.Reading) {
        beginning = reading()
        state = Locked(State(clock: TrustedClock(mark: kept, from: beginning), kept: kept))
        self.reading = reading
    }

    /// Applies the mark that the store kept. If a later time is already certain, does nothing. This method exists
    /// because the store may open after the clock is first used.
    package func take(_ kept: TimeMark?) {
        guard let kept else { return }
        let (reading, clock) = (reading(), TrustedClock(mark: kept, from: beginning))
        state.withLock { state in
            state.kept = kept
            guard let named = state.clock.named(reading), let other = clock.named(reading), named >= other else {
                return state.clock = clock
            }
        }
    }

    /// Returns a closure that reads the machine's clocks. If the kernel gives no id of the boot, each process is
    /// treated as a new boot, so that the time that passed before the process is unknown.
    package static func machine() throws -> @Sendable () -> TrustedClock.Reading {
        let bootID: String
        do { bootID = try SystemClock.bootID() } catch { bootID = try RandomID.make(bytes: 18) }
        return {
            TrustedClock.Reading(
                wall: Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()),
                bootClock: SystemClock.sinceBoot(), bootID: bootID)
        }
    }

    /// Returns the time by which access is decided.
    package func now() -> Timestamp {
        let reading = reading()
        return state.withLock { $0.clock.now(reading) }
    }

    /// Returns the time for decisions that cannot be undone. Unconfirmed times from the cloud do not affect it.
    package func settled() -> Timestamp {
        let reading = reading()
        return state.withLock { $0.clock.settled(reading) }
    }

    /// Returns the time that is known for certain. Until the cloud has reported a time, returns nil.
    package func named() -> Timestamp? {
        let reading = reading()
        return state.withLock { $0.clock.named(reading) }
    }

    /// Returns the earlier of the wall clock and the certain time. Data that is old according to this time is old
    /// according to both clocks.
    package func earliest() -> Timestamp {
        let reading = reading()
        return state.withLock { min($0.clock.named(reading) ?? reading.wall, reading.wall) }
    }

    /// Whether the cloud must be asked before an expiring key is used.
    package func isSuspect() -> Bool {
        let reading = reading()
        return state.withLock { $0.clock.isSuspect(reading) }
    }

    /// Returns the fault of the machine's clock that people should know about, or nil if the clock is right.
    package func fault() -> TrustedClock.Fault? {
        let reading = reading()
        return state.withLock { $0.clock.fault(reading) }
    }

    /// Handles a time reported by the cloud. Returns whether the time should be stored soon.
    package func heard(_ moment: Timestamp) -> Bool {
        let reading = reading()
        return state.withLock { state in
            _ = state.clock.heard(moment, at: reading)
            return state.due(reading) != nil
        }
    }

    /// Stores the certain time. If the stored time is recent enough, does nothing.
    package func keep(in store: StoreThread<some SealedStore>, logger: Logger) async {
        let reading = reading()
        let (due, before) = state.withLock { state in
            let (mark, before) = (state.due(reading), state.kept)
            if let mark { state.kept = mark }
            return (mark, before)
        }
        guard let due else { return }
        do {
            try await store.run(for: .daemon) { store throws(StoreError) in try store.save(due) }
        } catch {
            state.withLock { state in
                if state.kept == due { state.kept = before }
            }
            logger.error("the time could not be stored", metadata: ["error": "\(error)"])
        }
    }
}

extension DaemonClock.State {
    /// Returns the mark that must be stored now. If the stored mark is recent enough, returns nil.
    fileprivate func due(_ reading: TrustedClock.Reading) -> TimeMark? {
        guard let mark = clock.mark(at: reading) else { return nil }
        guard let kept, kept.bootID == mark.bootID else { return mark }
        return kept.trusted.duration(to: mark.trusted) < DaemonClock.keepingPeriod ? nil : mark
    }
}
