import DaemonStore
import Logging
import SealedDatabase
import SessionStore
import Wire

/// The limits of the journal.
package struct JournalLimits: Sendable, Hashable {
    /// The greatest age of an entry.
    package var age: Duration
    /// The greatest number of entries.
    package var rows: Int

    /// Creates limits. Entries whose idempotency key is still stored are kept in any case.
    package init(age: Duration, rows: Int) {
        self.age = age
        self.rows = rows
    }
}

/// Regular work on the store. It deletes the journal's oldest entries, and stores the time.
struct StoreUpkeep: Sendable {
    let store: SessionStoreThread
    let clock: DaemonClock
    let limits: JournalLimits
    let logger: Logger

    /// The time between two rounds of trimming.
    private static let trimmingPeriod = Duration.seconds(3_600)
    /// The number of entries that are deleted in one step. Between two steps, clients' calls get their turn.
    private static let batch = 500

    /// Runs until the task is cancelled.
    func run() async {
        // The first round waits, because somebody may want to open a door right after startup.
        var sinceTrimming = Self.trimmingPeriod - DaemonClock.keepingPeriod
        // Trimming deletes entries of the chain. So the chain is checked first, to record whether somebody changed
        // entries while the daemon was not running.
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

    /// Checks the journal against its chain and stores the result. Returns false if this failed, and then no entries
    /// are deleted.
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
            logger.error("the journal was changed after it was written", metadata: ["problem": "\(fault.problem)"])
        }
        return true
    }

    /// Deletes the entries that the journal no longer needs.
    func trim() async {
        // Only entries that are certainly old are deleted, because neither a fast clock nor a forged time in the store
        // may empty the journal. If the wall clock is behind, as on a board without a clock, only the number of entries
        // decides.
        let now = clock.earliest()
        let (limit, rows) = (now.advanced(by: .zero - limits.age), limits.rows)
        do {
            while !Task.isCancelled {
                let count = try await store.run(for: .daemon) { store throws(StoreError) in
                    try store.trim(before: limit, keeping: rows, count: Self.batch, now: now)
                }
                // Entries that are too old are deleted first. After that, the oldest entries are deleted until no more
                // than the allowed number are left. One step never deletes both kinds.
                guard count > 0 else { return }
            }
        } catch {
            logger.error("the journal could not be trimmed", metadata: ["error": "\(error)"])
        }
    }
}
