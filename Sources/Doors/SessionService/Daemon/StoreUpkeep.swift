import DaemonStore
import Logging
import SealedDatabase
import SessionStore
import Wire

/// How much the journal keeps.
package struct JournalLimits: Sendable, Hashable {
    /// The greatest age of an entry.
    package var age: Duration
    /// The greatest number of entries.
    package var rows: Int

    /// Creates limits. Entries whose idempotency key is still kept stay in any case.
    package init(age: Duration, rows: Int) {
        self.age = age
        self.rows = rows
    }
}

/// Regular work on the store: deletes the journal's oldest entries, and stores the time.
struct StoreUpkeep: Sendable {
    let store: SessionStoreThread
    let clock: DaemonClock
    let limits: JournalLimits
    let logger: Logger

    /// The time between two rounds of trimming.
    private static let trimmingPeriod = Duration.seconds(3_600)
    /// How many entries are deleted in one go; clients' calls get their turn in between.
    private static let batch = 500

    /// Runs until it is cancelled.
    func run() async {
        // The first round waits, because somebody may want to open a door right after startup.
        var sinceTrimming = Self.trimmingPeriod - DaemonClock.keepingPeriod
        // Trimming deletes entries of the chain. So first check whether somebody changed entries while the daemon was
        // not running, and record that.
        var isFollowed = false
        while !Task.isCancelled {
            await clock.keep(in: store, logger: logger)
            if sinceTrimming >= Self.trimmingPeriod {
                if !isFollowed { isFollowed = await follow() }
                if isFollowed { await trim() }
                sinceTrimming = .zero
            }
            guard (try? await Task.sleep(for: DaemonClock.keepingPeriod)) != nil else { return }
            sinceTrimming += DaemonClock.keepingPeriod
        }
    }

    /// Checks the journal against its chain and stores the result; false if that failed, and then nothing is trimmed.
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
            logger.error("the journal was not checked against its chain", metadata: ["error": "\(error)"])
            return false
        }
        if let fault = check.fault {
            logger.error("the journal is not as it was written", metadata: ["problem": "\(fault.problem)"])
        }
        return true
    }

    /// Deletes the entries that the journal no longer needs.
    func trim() async {
        // Only entries that are certainly old are deleted: neither a fast clock nor a forged time in the store may
        // empty the journal. If the wall clock is behind, as on a board without one, only the number of entries counts.
        let now = clock.earliest()
        let (limit, rows) = (now.advanced(by: .zero - limits.age), limits.rows)
        do {
            while !Task.isCancelled {
                let count = try await store.run(for: .daemon) { store throws(StoreError) in
                    try store.trim(before: limit, keeping: rows, count: Self.batch, now: now)
                }
                // Old entries are deleted first, then those beyond the maximum number, never both in one go.
                guard count > 0 else { return }
            }
        } catch {
            logger.error("the journal is not trimmed", metadata: ["error": "\(error)"])
        }
    }
}
