package import DaemonCore
import DaemonKit
import LinuxSupport
package import Logging
package import SealedDatabase
package import Wire

/// The daemon's clock: the wall clock, corrected by the time reported by the cloud and what the kernel has counted
/// since. The store keeps the cloud's time across restarts.
package final class DaemonClock: Sendable {
    fileprivate struct State: Sendable {
        var clock: TrustedClock
        var kept: TimeMark?
    }

    /// While the daemon runs, the mark in the store lags behind the time by at most this much.
    package static let keepingPeriod = Duration.seconds(300)

    private let state: Locked<State>
    /// The machine's clocks when this process started counting.
    private let beginning: TrustedClock.Reading
    private let reading: @Sendable () -> TrustedClock.Reading

    /// Creates a clock with the mark kept in the store.
    package init(_ kept: TimeMark?, reading: @escaping @Sendable () -> TrustedClock.Reading) {
        beginning = reading()
        state = Locked(State(clock: TrustedClock(mark: kept, from: beginning), kept: kept))
        self.reading = reading
    }

    /// Takes the mark kept in the store, unless a later time is already certain. The store may open after the clock is
    /// first used.
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

    /// Reads the machine's clocks. If the kernel does not name the boot, each process counts as a new boot; how much
    /// time passed before it is then unknown.
    package static func machine() throws -> @Sendable () -> TrustedClock.Reading {
        let bootID: String
        do { bootID = try SystemClock.bootID() } catch { bootID = try RandomID.make(bytes: 18) }
        return {
            TrustedClock.Reading(
                wall: Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()),
                bootClock: SystemClock.sinceBoot(), bootID: bootID)
        }
    }

    /// The time by which access is decided.
    package func now() -> Timestamp {
        let reading = reading()
        return state.withLock { $0.clock.now(reading) }
    }

    /// The same without times that the cloud merely claims: for decisions that cannot be undone.
    package func settled() -> Timestamp {
        let reading = reading()
        return state.withLock { $0.clock.settled(reading) }
    }

    /// The certain time; nil before the cloud has reported one.
    package func named() -> Timestamp? {
        let reading = reading()
        return state.withLock { $0.clock.named(reading) }
    }

    /// The earlier of the wall clock and the certain time. What is old by it is old by both.
    package func earliest() -> Timestamp {
        let reading = reading()
        return state.withLock { min($0.clock.named(reading) ?? reading.wall, reading.wall) }
    }

    /// Whether the cloud must be asked before an expiring key is used.
    package func isSuspect() -> Bool {
        let reading = reading()
        return state.withLock { $0.clock.isSuspect(reading) }
    }

    /// What is wrong with the machine's clock, for people; nil if it is right.
    package func fault() -> TrustedClock.Fault? {
        let reading = reading()
        return state.withLock { $0.clock.fault(reading) }
    }

    /// Takes a time reported by the cloud. Returns whether it should be stored soon.
    package func heard(_ moment: Timestamp) -> Bool {
        let reading = reading()
        return state.withLock { state in
            _ = state.clock.heard(moment, at: reading)
            return state.due(reading) != nil
        }
    }

    /// Stores the certain time unless the stored one is recent enough.
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
            logger.error("the time is not stored", metadata: ["error": "\(error)"])
        }
    }
}

extension DaemonClock.State {
    /// The mark to store now; nil if the stored one is recent enough.
    fileprivate func due(_ reading: TrustedClock.Reading) -> TimeMark? {
        guard let mark = clock.mark(at: reading) else { return nil }
        guard let kept, kept.bootID == mark.bootID else { return mark }
        return kept.trusted.duration(to: mark.trusted) < DaemonClock.keepingPeriod ? nil : mark
    }
}
