import Logging
import SealedStore
import Wire

/// What the journal keeps.
package struct JournalLimits: Sendable, Hashable {
    /// How old an entry may be.
    package var age: Duration
    /// How many entries there may be.
    package var rows: Int

    /// Limits; entries whose idempotency key is still kept stay in any case.
    package init(age: Duration, rows: Int) {
        self.age = age
        self.rows = rows
    }
}

/// What the store needs from time to time: the journal's oldest entries go, and the time is kept.
struct StoreUpkeep: Sendable {
    let store: StoreThread
    let clock: SessionClock
    let limits: JournalLimits
    let logger: Logger

    /// Between two rounds of trimming.
    private static let trimmingPeriod = Duration.seconds(3_600)
    /// Entries that go at once; calls of clients come in between.
    private static let batch = 500

    /// Works until it is cancelled.
    func run() async {
        // The first round waits, as the start is when the first door is to be opened.
        var sinceTrimming = Self.trimmingPeriod - SessionClock.keepingPeriod
        // Trimming lets go of entries of the chain: what somebody did to them while the daemon did not run is noted
        // before.
        var isFollowed = false
        while !Task.isCancelled {
            await clock.keep(in: store, logger: logger)
            if sinceTrimming >= Self.trimmingPeriod {
                if !isFollowed { isFollowed = await follow() }
                if isFollowed { await trim() }
                sinceTrimming = .zero
            }
            guard (try? await Task.sleep(for: SessionClock.keepingPeriod)) != nil else { return }
            sinceTrimming += SessionClock.keepingPeriod
        }
    }

    /// Holds the journal against its chain, and notes what is found; false if that could not be done. Nothing is
    /// trimmed then.
    func follow() async -> Bool {
        var check = AuditCheck()
        do {
            while !check.isDone {
                guard !Task.isCancelled else { return false }
                check = try await store.run(for: .daemon) { [check] store throws(StoreError) in
                    var next = check
                    try store.advance(&next, by: Self.batch)
                    return next
                }
            }
            try await store.run(for: .daemon) { [check] store throws(StoreError) in try store.note(check) }
        } catch {
            logger.error("the journal is not held against its chain", metadata: ["error": "\(error)"])
            return false
        }
        if let fault = check.fault {
            logger.error("the journal is not as it was written", metadata: ["problem": "\(fault.problem)"])
        }
        return true
    }

    /// Removes what the journal need not keep any more.
    func trim() async {
        // Only what is certainly old goes: neither a clock that runs ahead nor a time that somebody put into the
        // store may empty the journal. Where the wall clock stays behind, as on a board that has none, entries go by
        // their number alone.
        let now = clock.earliest()
        let (limit, rows) = (now.advanced(by: .zero - limits.age), limits.rows)
        do {
            while !Task.isCancelled {
                let count = try await store.run(for: .daemon) { store throws(StoreError) in
                    try store.trim(before: limit, keeping: rows, count: Self.batch, now: now)
                }
                // What is old goes before what is too much, and the two not at once.
                guard count > 0 else { return }
            }
        } catch {
            logger.error("the journal is not trimmed", metadata: ["error": "\(error)"])
        }
    }
}
